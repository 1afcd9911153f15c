import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Decider } from '../../core/profile/standing';
import type { Deps, Owner } from '../deps';

const freshMs = 15 * 60_000;

/** Refuses what a moderator or admin wants to do to their own profile here. Who runs the host can use the command line. */
export const ownProfile = problem('act-refused', {
  detail: 'This is your own profile. Somebody else has to decide.',
});

/** The signed-in moderator or admin. The right is read from the sign-in service each time, so that taking it away has effect at once. */
export async function deciderOf(
  { users, clock }: Pick<Deps, 'users' | 'clock'>,
  { uid, signedInAt }: Owner,
): Promise<Result<Decider>> {
  const user = await users.find({ uid });
  if (user === undefined || user.role === null) return fail(problem('moderator-needed'));
  if (clock.now() - signedInAt > freshMs) return fail(problem('recent-sign-in-required'));
  return ok({ uid, name: user.email ?? uid, role: user.role });
}
