import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Crockford's letters: none that looks like another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 16;
export const codesAtOnce = 10;

/** Ten codes of 80 random bits, `3k7q-m2xd-9w4t-hb5e`. A hash of one cannot be reversed by trying. */
export const makeCodes = (): readonly string[] =>
  Array.from({ length: codesAtOnce }, () => {
    const letters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
    return (letters.match(/.{4}/g) ?? []).join('-');
  });

/** A typed code: capitals, spaces and letters that look alike do not matter. */
const plain = (typed: string): string =>
  typed
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');

/** The owner is part of the hash: equal codes of two owners differ. */
export const hashOf = (uid: string, code: string): string =>
  createHash('sha256')
    .update(`recovery ${uid} ${plain(code)}`)
    .digest('hex');

/** The hash that belongs to the code; undefined = none. Every hash is compared, in constant time. */
export function findHash(uid: string, code: string, hashes: readonly string[]): string | undefined {
  const given = Buffer.from(hashOf(uid, code));
  let found: string | undefined;
  for (const hash of hashes) {
    const known = Buffer.from(hash);
    if (known.length === given.length && timingSafeEqual(known, given)) found = hash;
  }
  return found;
}
