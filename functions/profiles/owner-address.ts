import type { Context } from 'hono';
import * as v from 'valibot';
import { lookupHandle } from '../../core/profile/handle';
import type { PublicProfile } from '../../core/profile/public-profile';
import type { Deps } from '../deps';
import { readProfile } from './read-profiles';
import type { Cacheable } from '../http/cacheable';
import { sharedFor } from '../http/caching';

interface OwnerAddress {
  /** The path after the handle: `/badge.svg`. */
  readonly tail?: string;
  readonly show: (seen: Cacheable<PublicProfile>) => Response | Promise<Response>;
  readonly missing: () => Response;
}

/** Answers a path below `/@{handle}`. An earlier handle or capitals redirect permanently to the current one, with the query. */
export async function atOwner(
  c: Context,
  deps: Deps,
  { tail = '', show, missing }: OwnerAddress,
): Promise<Response> {
  const asked = v.safeParse(lookupHandle, c.req.param('at'));
  if (!asked.success) return missing();
  const found = await readProfile(deps, asked.output);
  if (!found.ok) return missing();
  const { handle } = found.value.body;
  if (`@${handle}` === c.req.param('at')) return show(found.value);
  c.header('Cache-Control', sharedFor(found.value.sharedAge));
  return c.redirect(`/@${handle}${tail}${new URL(c.req.url).search}`, 308);
}
