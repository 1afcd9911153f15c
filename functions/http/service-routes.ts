import { problem } from '../../core/base/problem';
import type { Deps } from '../deps';
import { refuse } from './respond';
import type { Route } from './routes';
import { pageAssets, styleAsset, styleAt, stylePath } from '../pages/page-assets';
import { notCached } from './caching';

/** A day in browsers and at the edge: no cache is notified when a picture is removed. */
const pictureCaching = 'public, max-age=86400, immutable';

/** Cloud Run answers `/healthz` itself (cloud.google.com/run/docs/known-issues), so checks of the service request `/health`. */
const healthPaths = ['/health', '/healthz'];

/** `GET /health`, the published pictures, and the assets of the server's own pages. */
export function serviceRoutes({ config, pictures }: Deps): readonly Route[] {
  const assets = pageAssets.map(({ path, type, text }): Route => ({
    path,
    cors: 'none',
    on: {
      GET: (c) => {
        c.header('Cache-Control', 'public, max-age=31536000, immutable');
        return c.body(text, 200, { 'Content-Type': type });
      },
    },
  }));
  return [
    ...assets,
    {
      path: stylePath,
      cors: 'none',
      on: {
        GET: (c) => {
          const { text, current } = styleAt(c.req.param('style') ?? '');
          c.header('Cache-Control', current ? 'public, max-age=31536000, immutable' : 'no-cache');
          return c.body(text, 200, { 'Content-Type': styleAsset.type });
        },
      },
    },
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
