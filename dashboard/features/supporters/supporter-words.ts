import type { Monthly } from '../../../core/monthly/monthly';
import { formatMoney } from '../../../core/money/money';
import type { Say } from '../../messages/text';

/** The fan's name as the owner may see it. */
export const supporterName = ({ fan }: Monthly, text: Say): string =>
  fan.name ?? text(fan.anonymous ? 'tips.anonymous' : 'tips.someone');

/** "€5.00 a month". */
export const periodAmount = ({ amount, currency, every }: Monthly, text: Say, locale: string): string =>
  text(`supporters.amount.${every}`, { amount: formatMoney({ minorUnits: amount, currency }, locale) });

type DateName = (millis: number) => string;

/** The day that matters most: of the next charge, or of the end. Null = nobody knows it. */
export function nextWords(monthly: Monthly, text: Say, date: DateName): string | null {
  const { state, nextChargeAt, endingAt, endedAt, pausedUntil, failing } = monthly;
  if (state === 'ended') return endedAt === null ? null : text('supporters.endedOn', { date: date(endedAt) });
  if (state === 'ending')
    return endingAt === null ? null : text('supporters.until', { date: date(endingAt) });
  if (state === 'paused')
    return pausedUntil === null ? null : text('supporters.pausedUntil', { date: date(pausedUntil) });
  if (failing !== null) return text('supporters.overdueSince', { date: date(failing.since) });
  return nextChargeAt === null ? null : text('supporters.next', { date: date(nextChargeAt) });
}

/** Why it stands as it does, a sentence each. */
export function reasonWords(monthly: Monthly, text: Say, date: DateName): readonly string[] {
  const { asked, endReason, state, failing } = monthly;
  const words: string[] = [];
  if (asked !== null && state !== 'ended') words.push(text(`supporters.asked.${asked.what}`));
  if (endReason !== null && (state === 'ending' || state === 'ended'))
    words.push(text(`supporters.reason.${endReason}`));
  if (failing === null || state === 'ended') return words;
  if (failing.needsAction) return [...words, text('supporters.bankAsks')];
  if (failing.attempts > 0) words.push(text('supporters.tries', { count: failing.attempts }));
  const { nextAttemptAt: next } = failing;
  words.push(next === null ? text('supporters.tryNoMore') : text('supporters.tryNext', { date: date(next) }));
  return words;
}
