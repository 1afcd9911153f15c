import { isCurrency } from '@busker/core/money/money';
import type { Supporter, Wall } from '@busker/core/wall/wall';
import { isMinorUnits, isRecord, number, record, string } from '../server/http-answer';

/** Parses the server's wall. Invalid parts are left out. */
export function readWall(body: unknown): Wall {
  const { goal, supporters } = record(body);
  const entries = Array.isArray(supporters) ? supporters : [];
  return {
    v: 1,
    goal: goalOf(goal),
    supporters: entries.flatMap((entry) => supporterOf(record(entry)) ?? []),
  };
}

function goalOf(given: unknown): Wall['goal'] {
  if (!isRecord(given)) return null;
  const { amount, reached, currency } = given;
  if (!isMinorUnits(amount) || amount === 0 || !isMinorUnits(reached) || !isCurrency(currency)) return null;
  return { label: string(given['label']), amount, reached, currency };
}

function supporterOf(given: Record<string, unknown>): Supporter | null {
  const { name, message, amount, currency, at, every } = given;
  if ((amount !== null && !isMinorUnits(amount)) || !isCurrency(currency)) return null;
  const texts = { name: string(name) || null, message: string(message) || null };
  const isKnown = every === 'month' || every === 'year';
  return { ...texts, amount, currency, at: number(at), ...(isKnown && { every }) };
}
