import type { Route } from '../http/routes';
import { errorsPage } from './errors-page';
import { pageText } from './page';

/** `GET /docs/errors`: the page that a problem's `type` links to. */
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
