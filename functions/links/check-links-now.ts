import type { LinksCheckAnswer } from '../../core/api/owner-api';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import { mayCheckLinks } from '../limits/owner-limits';
import { checkLinks } from './check-links';

/** The owner requests the check instead of waiting for the daily one. */
export async function checkLinksNow(deps: Deps, { uid }: Owner): Promise<Result<LinksCheckAnswer>> {
  const allowed = await mayCheckLinks(deps, uid);
  if (!allowed.ok) return allowed;
  const health = await checkLinks(deps, uid);
  if (health === undefined) return fail(problem('profile-not-found'));
  return ok({ checkedAt: health.checkedAt ?? deps.clock.now(), links: { ...health.links } });
}
