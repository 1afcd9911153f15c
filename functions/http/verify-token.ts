import { createHash, randomBytes } from 'node:crypto';
import { verifyTokenLifetime } from '../../core/documents/verify-token-document';
import { stored } from '../store/stored';
import type { Store } from '../store/store';

const docOf = (token: string) => stored.verifyToken(createHash('sha256').update(token).digest('hex'));

/** Makes a token for one request. This needs write access to the database. */
export async function newVerifyToken(store: Store, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await store.commit([], (writes) =>
    writes.write(docOf(token), { v: 1, expiresAt: now + verifyTokenLifetime }),
  );
  return token;
}

/** Whether the token was valid. The check uses the token up. */
export function spendVerifyToken(store: Store, token: string, now: number): Promise<boolean> {
  return store.transaction(async (tx) => {
    const found = await tx.read(docOf(token));
    if (found === undefined) return false;
    tx.remove(docOf(token).path);
    return found.expiresAt > now;
  });
}
