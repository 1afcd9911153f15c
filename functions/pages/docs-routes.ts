import type { Route } from '../http/routes';
import { errorsPage } from './errors-page';
import { pageText } from './page';

/** `GET /docs/errors`: what the `type` of a problem names must answer. */
export function docsRoutes(): readonly Route[] {
  return [
    {
      path: '/docs/errors',
      cors: 'public',
      on: {
        GET: (c) => {
          c.header('Cache-Control', 'public, max-age=3600');
          return c.html(pageText(errorsPage()));
        },
      },
    },
  ];
}
