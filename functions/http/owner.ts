import type { Context } from 'hono';
import { problem } from '../../core/base/problem';
import { fail, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { stored } from '../store/stored';
import { bearer } from './bearer';

/**
 * `signed-in` trusts the token for its hour; `current` also checks for revocation; `fresh` needs a recent sign-in. All three refuse the token of a
 * deleted account. `to-delete` is `fresh` for the deletion itself, which may have failed and is repeated.
 */
export type OwnerCheck = 'signed-in' | 'current' | 'fresh' | 'to-delete';

const freshMs = 5 * 60_000;

/** The signed-in owner of a request. For money, export and deletion the sign-in service must confirm the token; some calls need a recent sign-in. */
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
