import { fail, ok } from '@busker/core/base/result';
import type { Answer } from '../data/backend';

// Readers for JSON from outside. They never throw.

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
export const string = (value: unknown): string => (typeof value === 'string' ? value : '');
export const number = (value: unknown, otherwise = 0): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
export const pick = <T extends string>(value: unknown, allowed: readonly [T, ...T[]]): T =>
  allowed.find((one) => one === value) ?? allowed[0];
/** An amount in minor units: a whole number, not negative. */
export const isMinorUnits = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/**
 * One request; failures are values. `read` parses the JSON of a successful answer, and returns null if it is invalid. An invalid success counts as
 * unreachable: a captive portal or a proxy answered, not Busker.
 */
export async function ask<T>(
  url: string,
  init: RequestInit,
  read: (body: unknown) => T | null,
): Promise<Answer<T>> {
  try {
    const response = await fetch(url, init);
    const body: unknown = await response.json();
    if (response.ok) {
      const value = read(body);
      return value === null ? fail({ kind: 'unreachable' }) : ok(value);
    }
    const given = record(body);
    const code = string(given['code']);
    if (!code) return fail({ kind: 'unreachable' });
    return fail({ kind: 'refused', code, detail: string(given['detail']) });
  } catch {
    return fail({ kind: 'unreachable' });
  }
}
