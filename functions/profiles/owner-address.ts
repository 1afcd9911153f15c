import type { Context } from 'hono';
import * as v from 'valibot';
import { lookupHandle } from '../../core/profile/draft';
import type { PublicProfile } from '../../core/profile/public-profile';
import type { Standing } from '../../core/profile/standing';
import type { Deps } from '../deps';
import { lookUpProfile } from './find-profile';
import { publicView } from './read-profiles';
import type { Cacheable } from '../http/cacheable';
import { sharedFor } from '../http/caching';

interface OwnerAddress {
  /** The path after the handle: `/badge.svg`. */
  readonly tail?: string;
  readonly show: (seen: Cacheable<PublicProfile>) => Response | Promise<Response>;
  readonly missing: () => Response | Promise<Response>;
  /** The answer for a profile that the host does not show; without it, the answer is the same as for a wrong handle. */
  readonly restricted?: (by: Standing) => Response | Promise<Response>;
}

/** Answers a path below `/@{handle}`. An earlier handle or capitals redirect permanently to the current one, with the query. */
export async function atOwner(
  c: Context,
  deps: Deps,
  { tail = '', show, missing, restricted = missing }: OwnerAddress,
): Promise<Response> {
  const asked = v.safeParse(lookupHandle, c.req.param('at'));
  if (!asked.success) return missing();
  const looked = await lookUpProfile(deps, asked.output);
  if (looked.kind === 'unknown') return missing();
  if (looked.kind === 'restricted') return restricted(looked.by);
  const { profile, sharedAge } = publicView(deps, looked.found);
  const { handle } = profile;
  if (`@${handle}` === c.req.param('at')) return show({ body: profile, sharedAge });
  c.header('Cache-Control', sharedFor(sharedAge));
  return c.redirect(`/@${handle}${tail}${new URL(c.req.url).search}`, 308);
}
