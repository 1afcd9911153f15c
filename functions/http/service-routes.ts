import { problem } from '../../core/base/problem';
import type { Deps } from '../deps';
import { refuse } from './respond';
import type { Route } from './routes';
import { notCached } from './caching';

/** A day in browsers and at the edge: no cache is notified when a picture is removed. */
const pictureCaching = 'public, max-age=86400, immutable';

/** Cloud Run answers `/healthz` itself (cloud.google.com/run/docs/known-issues), so checks of the service request `/health`. */
const healthPaths = ['/health', '/healthz'];

/** `GET /health`, and the published pictures. */
export function serviceRoutes({ config, pictures }: Deps): readonly Route[] {
  return [
    ...healthPaths.map((path): Route => ({
      path,
      cors: 'none',
      on: {
        GET: (c) => {
          c.header('Cache-Control', notCached);
          return c.json({ ok: true, ...(config.release === null ? {} : { release: config.release }) });
        },
      },
    })),
    {
      path: '/img/:sha256{[0-9a-f]{64}}',
      cors: 'public',
      on: {
        GET: async (c) => {
          const picture = await pictures.read(c.req.param('sha256') ?? '');
          if (picture === undefined) return refuse(c, config, problem('route-not-found'));
          c.header('Cache-Control', pictureCaching);
          c.header('Content-Type', picture.type);
          return c.body(Uint8Array.from(picture.bytes));
        },
      },
    },
  ];
}
