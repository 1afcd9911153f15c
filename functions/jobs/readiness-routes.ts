import type { Deps } from '../deps';
import { notCached } from '../http/caching';
import type { Route } from '../http/routes';
import { readinessOf } from './readiness';
import { watchedJobs } from './tick';

/** Cloud Run reserves some paths that end with z (cloud.google.com/run/docs/known-issues), so checks of the service request `/ready`. */
const readyPaths = ['/ready', '/readyz'];

/** `GET /ready`: whether the database and Stripe answer and the schedules run. `/health` says only that the function runs. */
export function readinessRoutes(deps: Deps): readonly Route[] {
  const readiness = readinessOf(deps, watchedJobs);
  return readyPaths.map((path): Route => ({
    path,
    cors: 'none',
    on: {
      GET: async (c) => {
        const found = await readiness();
        c.header('Cache-Control', notCached);
        return c.json(found, found.ready ? 200 : 503);
      },
    },
  }));
}
