import { fail, ok } from '@busker/core/base/result';
import type { Answer } from '../data/backend';
import { record, string } from '../data/read-json';

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
