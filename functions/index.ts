import { getRequestListener } from '@hono/node-server';
import { onRequest } from 'firebase-functions/https';
import type { Hono } from 'hono';
import { createApp, createCountApp } from './app';
import { beforeEnd } from './before-end';
import { isDeployed, parseConfig } from './config';
import type { Deps } from './deps';
import { functionOptions } from './function-options';
import { liveDeps } from './live-deps';

export { looks, outboxrelay, outboxsend, outboxslow, outboxsweep, sweeps, tick, work } from './scheduled';

// A revision with a wrong configuration must not start: then Cloud Run sends it no traffic, and the revision before it goes on. `firebase deploy`
// reads this file too, without any secret (FUNCTIONS_CONTROL_API).
if (isDeployed(process.env) && process.env['FUNCTIONS_CONTROL_API'] !== 'true') parseConfig(process.env);

/** Made at the first request, so that a deploy can read this file. */
function listenerOf(make: (deps: Deps) => Hono): ReturnType<typeof getRequestListener> {
  const deps = liveDeps(parseConfig(process.env));
  beforeEnd(() => deps.counting.end());
  return getRequestListener(make(deps).fetch);
}

const options = functionOptions(process.env);
let appListener: ReturnType<typeof getRequestListener> | undefined;
let countListener: ReturnType<typeof getRequestListener> | undefined;

/** The whole API and every page that the server renders. */
export const app = onRequest(options.app, (request, response) => {
  appListener ??= listenerOf(createApp);
  return appListener(request, response);
});

/** Views and clicks of cards. Hosting leads their address here. */
export const count = onRequest(options.count, (request, response) => {
  countListener ??= listenerOf(createCountApp);
  return countListener(request, response);
});
