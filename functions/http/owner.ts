import type { Context } from 'hono';
import { problem } from '../../core/base/problem';
import { fail, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { stored } from '../store/stored';
import { bearer } from './bearer';

/**
 * `signed-in` trusts the token for its hour; `current` also asks whether it was revoked; `fresh` wants a sign-in of just now. All three
 * refuse the token of a deleted account. `to-delete` is `fresh` for the deletion itself, which may have broken off and is done again.
 */
export type OwnerCheck = 'signed-in' | 'current' | 'fresh' | 'to-delete';

const freshMs = 5 * 60_000;

/** Who asks. For money, export and deletion the token must still be good at the sign-in service; for some of it, be new. */
export async function ownerOf(
  c: Context,
  { idTokens, clock, store }: Pick<Deps, 'idTokens' | 'clock' | 'store'>,
  check: OwnerCheck,
): Promise<Result<Owner>> {
  const token = bearer(c);
  if (token === undefined) return fail(problem('sign-in-required'));
  const owner = await idTokens.verify(token, check !== 'signed-in');
  if (!owner.ok) return owner;
  if (check !== 'to-delete' && (await store.read(stored.deletion(owner.value.uid))) !== undefined) {
    return fail(problem('sign-in-required'));
  }
  if (check === 'signed-in' || check === 'current') return owner;
  const age = clock.now() - owner.value.signedInAt;
  return age <= freshMs ? owner : fail(problem('recent-sign-in-required'));
}
