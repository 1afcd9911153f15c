import type { Context } from 'hono';
import { problem } from '../../core/problem';
import { fail, type Result } from '../../core/result';
import type { Deps, Owner } from '../deps';
import { bearer } from './bearer';

/** `signed-in` trusts the token for its hour; `current` also asks whether it was revoked; `fresh` wants a sign-in of just now. */
export type OwnerCheck = 'signed-in' | 'current' | 'fresh';

const freshMs = 5 * 60_000;

/** Who asks. For money, export and deletion the token must still be good at the sign-in service; for some of it, be new. */
export async function ownerOf(
  c: Context,
  { idTokens, clock }: Pick<Deps, 'idTokens' | 'clock'>,
  check: OwnerCheck,
): Promise<Result<Owner>> {
  const token = bearer(c);
  if (token === undefined) return fail(problem('sign-in-required'));
  const owner = await idTokens.verify(token, check !== 'signed-in');
  if (!owner.ok || check !== 'fresh') return owner;
  const age = clock.now() - owner.value.signedInAt;
  return age <= freshMs ? owner : fail(problem('recent-sign-in-required'));
}
