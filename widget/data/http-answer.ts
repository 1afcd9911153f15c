import { fail, ok } from '../../core/base/result';
import type { Answer } from './backend';
import { record, string } from './read-json';

/**
 * One request whose failures are values. `read` turns the JSON of a good answer into what is wanted, null when it is not that.
 * A good status with an unreadable body counts as unreachable: whatever answered (a captive portal, a proxy) was not Busker.
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
