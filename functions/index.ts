import { getRequestListener } from '@hono/node-server';
import { onRequest } from 'firebase-functions/https';
import { createApp } from './app';
import { isDeployed, parseConfig } from './config';
import { functionOptions } from './function-options';
import { liveDeps } from './live-deps';

export { looks, tick, work } from './scheduled';

// A revision with a wrong configuration must not start: then Cloud Run sends it no traffic, and the revision before it goes on. `firebase deploy`
// reads this file too, without any secret (FUNCTIONS_CONTROL_API).
if (isDeployed(process.env) && process.env['FUNCTIONS_CONTROL_API'] !== 'true') parseConfig(process.env);

let listener: ReturnType<typeof getRequestListener> | undefined;

/** The whole API and every page that the server renders. Made at the first request, so that a deploy can read this file. */
export const app = onRequest(functionOptions(process.env).app, (request, response) => {
  listener ??= getRequestListener(createApp(liveDeps(parseConfig(process.env))).fetch);
  return listener(request, response);
});
