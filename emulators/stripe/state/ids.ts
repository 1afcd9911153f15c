import { createHash, randomBytes } from 'node:crypto';
import type { Store } from './store';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export interface Ids {
  /** A prefix and 24 characters, for example `pi_…`. Call it within a transaction. */
  next(prefix: string): string;
  /** Random text of that many characters that nobody can guess. */
  secret(length: number): string;
}

const randomText = (bytes: Buffer, length: number) =>
  Array.from({ length }, (_, index) =>
    LETTERS.charAt((bytes[index % bytes.length] ?? 0) % LETTERS.length),
  ).join('');

/** With a seed, the same requests in the same order get the same ids. Without it, ids are random. */
export function createIds(store: Store, seed: string | null): Ids {
  const bytes = (length: number): Buffer => {
    if (seed === null) return randomBytes(length);
    const count = (store.get('setting', 'id-counter')?.value ?? 0) + 1;
    store.put('setting', { id: 'id-counter', value: count });
    return createHash('sha512').update(`${seed}:${count}`).digest();
  };
  const secret = (length: number) => randomText(bytes(length), length);
  return { next: (prefix) => `${prefix}_${secret(24)}`, secret };
}
