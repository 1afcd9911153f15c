import { createHash } from 'node:crypto';
import type { Sandbox } from '../sandbox';
import type { IdempotencyEntity } from '../state/event-entities';
import { invalidParameter, Refusal } from './refusal';

const DAY = 24 * 3600 * 1000;

export const fingerprintOf = (method: string, url: string, body: string): string =>
  createHash('sha256').update(`${method} ${url}\n${body}`).digest('hex');

export const idempotencyId = (account: string, key: string): string => `${account}:${key}`;

export function checkKey(key: string): string {
  if (key.length > 255)
    throw invalidParameter('Idempotency-Key', 'Idempotency keys can be at most 255 characters long.');
  return key;
}

/** The stored answer for this key, if it has not expired. The same key with other parameters is refused. */
export function replayOf(
  sandbox: Sandbox,
  id: string,
  fingerprint: string,
  key: string,
): IdempotencyEntity | null {
  const kept = sandbox.store.get('idempotency', id);
  if (!kept || kept.createdAt + DAY < sandbox.clock.now()) return null;
  if (kept.fingerprint === fingerprint) return kept;
  throw new Refusal(
    400,
    {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    },
    'forget',
  );
}

export const keyInUse = (key: string): Refusal =>
  new Refusal(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    },
    'forget',
  );
