import { webhookJsonSchema } from '../outbox/webhooks/webhook-json-schemas';
import { answerCached } from '../http/cacheable';
import type { Route } from '../http/routes';
import { errorsPage } from './errors-page';
import { pageText } from '../pages/page';

/** `GET /docs/errors`: the page that a problem's `type` links to. `GET /docs/webhooks/v1/{type}.json`: the JSON Schema of a webhook's body. */
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
    {
      path: '/docs/webhooks/v1/:file',
      cors: 'public',
      on: {
        GET: (c) => {
          const [, type = ''] = /^(.+)\.json$/.exec(c.req.param('file') ?? '') ?? [];
          const schema = webhookJsonSchema(type);
          if (schema === undefined) return c.notFound();
          return answerCached(c, JSON.stringify(schema), {
            type: 'application/schema+json',
            sharedAge: 3600,
          });
        },
      },
    },
  ];
}
