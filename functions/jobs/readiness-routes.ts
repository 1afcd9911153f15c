import type { Deps } from '../deps';
import { notCached } from '../http/caching';
import type { Route } from '../http/routes';
import { readinessOf } from './readiness';
import { watchedJobs } from './run-sweep';

/** `GET /readyz`: do the database and Stripe answer, and do the schedules run? `/healthz` says only that the function runs. */
export function readinessRoutes(deps: Deps): readonly Route[] {
  const readiness = readinessOf(deps, watchedJobs);
  return [
    {
      path: '/readyz',
      cors: 'none',
      on: {
        GET: async (c) => {
          const found = await readiness();
          c.header('Cache-Control', notCached);
          return c.json(found, found.ready ? 200 : 503);
        },
      },
    },
  ];
}
