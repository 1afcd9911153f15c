import type { Context } from 'hono';
import { problem, type Problem } from '../../core/base/result';
import type { Deps } from '../deps';
import { clientAddress } from '../http/client-address';
import { refuse } from '../http/respond';
import type { Route } from '../http/routes';
import { knownAddress } from './caller';
import { MemoryLimit } from './limit-counter';
import { publicReads, tablePath } from './route-limits';

const window = { ms: 60_000, points: 600 } as const;

const tooMany = problem('too-many-requests', { figures: { retryAfterSeconds: window.ms / 1000 } });

/** What a request costs: one read, or one for each handle of a list. */
const pointsOf = (c: Context): number => c.req.query('handles')?.split(',').length ?? 1;

/**
 * Limits how often one address may read what everybody may read. Only what the edge does not answer gets here: a walk through invented handles, or
 * queries that differ each time. An address that is not known is not limited. Answers of this limit are in no cache.
 */
export function limitedReads(
  deps: Deps,
  routes: readonly Route[],
  answerPage: (c: Context, why: Problem) => Response,
): readonly Route[] {
  const reads = new MemoryLimit(window.ms, window.points * deps.config.limitFactor);
  const mayRead = (c: Context): boolean => {
    const address = clientAddress(c, deps.config.clientAddress);
    const known = knownAddress(deps, { origin: null, address });
    return known === null || reads.take(known.hash, deps.clock.now(), pointsOf(c));
  };
  return routes.map((route): Route => {
    const { GET } = route.on;
    if (GET === undefined || !publicReads.includes(`GET ${tablePath(route.path)}`)) return route;
    const refused = (c: Context): Response =>
      route.cors === 'public' ? refuse(c, deps.config, tooMany) : answerPage(c, tooMany);
    return { ...route, on: { ...route.on, GET: (c) => (mayRead(c) ? GET(c) : refused(c)) } };
  });
}
