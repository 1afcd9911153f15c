import { getRequestListener } from '@hono/node-server';
import { onRequest } from 'firebase-functions/https';
import { createApp } from './app';
import { parseConfig } from './config';
import { liveDeps } from './live-deps';

export { endabandoned, followtips, reconciledaily } from './scheduled';

/** Secret Manager provides these as environment variables. */
const secrets = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS', 'BUSKER_SECRET'];

let listener: ReturnType<typeof getRequestListener> | undefined;

/**
 * The whole API and every server-rendered page. Created at the first request, because deploying loads this file without secrets. A fault of the
 * configuration answers every request with 500 and logs what to set.
 */
export const app = onRequest(
  { secrets, concurrency: 80, memory: '512MiB', invoker: 'public' },
  (request, response) => {
    listener ??= getRequestListener(createApp(liveDeps(parseConfig(process.env))).fetch);
    return listener(request, response);
  },
);
