import { problemKinds } from '../../core/base/problem-codes';
import { html } from '../../core/web/html';
import { answerCached } from '../http/respond';
import type { Route } from '../http/routes';
import { webhookJsonSchema } from '../outbox/webhooks/webhook-json-schemas';
import { pageText, type Page } from '../pages/page';

/** The page that the `type` of every problem+json answer links to: each code with its status, its text for people and the fix for developers. */
function errorsPage(): Page {
  const sections = Object.entries(problemKinds).map(
    ([code, { status, title, detail, fix }]) =>
      html`<section class="panel" id="${code}">
        <h2>${title}</h2>
        <p class="muted"><code>${code}</code> · ${status}</p>
        <p>${fix}</p>
        <p class="muted">People read: ${detail}</p>
      </section>`,
  );
  return {
    language: 'en',
    title: 'Errors · Busker',
    body: html`<main>
      <h1>Errors</h1>
      <p>
        Every expected failure has a code. The answer is application/problem+json (RFC 9457); its type links
        to a heading here, fields names the refused fields, and figures has the numbers that a client needs to
        continue.
      </p>
      ${sections}
    </main>`,
  };
}

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
