import { getRequestListener } from '@hono/node-server';
import { onRequest } from 'firebase-functions/https';
import { createApp } from './app';
import { parseConfig } from './config';
import { liveDeps } from './live-deps';

export { endabandoned, followtips, reconciledaily } from './scheduled';

/** Secret Manager hands these over as environment variables. */
const secrets = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'BUSKER_SECRET'];

let listener: ReturnType<typeof getRequestListener> | undefined;

/**
 * The whole API and every server-rendered page. Made at the first request: deploying reads this file without any secret. A fault of the
 * configuration answers every request with 500 and says in the log what to set.
 */
export const app = onRequest(
  { secrets, concurrency: 80, memory: '512MiB', invoker: 'public' },
  (request, response) => {
    listener ??= getRequestListener(createApp(liveDeps(parseConfig(process.env))).fetch);
    return listener(request, response);
  },
);
