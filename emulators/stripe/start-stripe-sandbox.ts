import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { controlServer } from '@busker/emulators/control';
import { closeServer, listenOnLoopback, reachable } from '@busker/emulators/loopback';
import { CONTROLS } from './control/all-controls';
import { serveControl, type ControlParts } from './control/control';
import {
  createWebhookQueue,
  createEmit,
  noWebhookFaults,
  seededRandom,
  type Endpoint,
  type CurrentRequest,
} from './events/webhooks';
import { createJobRunner, perform } from './events/jobs';
import { servePage } from './pages/serve-page';
import { seedAccount, type SeedAccount } from './accounts/accounts';
import { ALL_ROUTES } from './routes/all-routes';
import { createClock, createIds, forgetOld, openStore, type KeyState, type Sandbox } from './state/sandbox';
import { createFaults, sendJson, hostIsOurs, originIsOurs } from './wire/http-answer';
import { createApiServer } from './routes/serve-api';

export const PLATFORM_ACCOUNT = 'acct_sandboxplatform';

export interface SandboxSeed {
  /** With a seed, the same requests in the same order get the same ids. Without it, ids are random. */
  readonly ids?: string;
  readonly accounts?: readonly SeedAccount[];
}

export interface StripeSandboxOptions {
  /** 0 (the default) picks a free port. */
  readonly port?: number;
  /** The address to listen on; absent = 127.0.0.1. */
  readonly host?: string;
  /** The state file, or null to keep the state in memory. */
  readonly stateFile: string | null;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhooks: readonly Endpoint[];
  readonly seed?: SandboxSeed;
  /** Epoch milliseconds; the default is Date.now. The control call `clock/advance` adds to it. */
  readonly now?: () => number;
}

export interface StripeSandbox {
  readonly url: string;
  readonly port: number;
  readonly stripeJsUrl: string;
  /** Resolves when no webhook delivery is waiting or in progress. */
  webhooksIdle(): Promise<void>;
  /** The sandbox's time: this machine's, and what control calls added. Epoch milliseconds. */
  now(): number;
  close(): Promise<void>;
}

function refuseLiveKeys({ secretKey, publishableKey }: StripeSandboxOptions): void {
  for (const key of [secretKey, publishableKey])
    if (key.includes('_live_'))
      throw new Error(
        'The Stripe sandbox refuses a live key. Use a key that begins with sk_test_sandbox_ or pk_test_sandbox_.',
      );
  if (!secretKey.startsWith('sk_test_') || !publishableKey.startsWith('pk_test_'))
    throw new Error('The Stripe sandbox needs keys that begin with sk_test_ and pk_test_.');
}

/** A local Stripe for development: API, Stripe.js, pages and webhooks. Listens on loopback only unless told otherwise. */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  refuseLiveKeys(options);
  const store = openStore(options.stateFile);
  const clock = createClock(store, options.now ?? Date.now);
  const ids = createIds(store, options.seed?.ids ?? null);
  const random = seededRandom(20_261_028);
  const currentRequest: CurrentRequest = { current: { id: null, idempotencyKey: null } };
  const webhookFaults = { current: noWebhookFaults };
  const goodKey: KeyState = { kind: 'good' };
  const keyState = { current: goodKey };
  let port = options.port ?? 0;
  const { host = '127.0.0.1' } = options;
  const base = {
    store,
    clock,
    ids,
    platform: PLATFORM_ACCOUNT,
    origin: () => `http://${reachable(host)}:${port}`,
  };
  const webhookQueue = createWebhookQueue(base, options.webhooks);
  const emit = createEmit(base, options.webhooks, currentRequest, {
    webhookFaults: () => webhookFaults.current,
    random,
    queued: (id) => webhookQueue.queue(id),
  });
  const sandbox: Sandbox = { ...base, emit };
  const jobs = createJobRunner(sandbox, (task) => perform(sandbox, task));
  const schedule = () => {
    jobs.schedule();
    webhookQueue.schedule();
  };
  const seed = () =>
    store.transact(() => {
      seedAccount(sandbox, { id: PLATFORM_ACCOUNT, displayName: 'Busker sandbox' }, 'platform');
      for (const account of options.seed?.accounts ?? []) seedAccount(sandbox, account);
    });

  const faults = createFaults(random, () => clock.now());
  const control: ControlParts = {
    sandbox,
    webhookQueue,
    faults,
    webhookFaults,
    keyState,
    schedule,
    advance: (until, deliver) =>
      jobs.advance(until, () => (deliver === 'each-step' ? webhookQueue.caughtUp() : Promise.resolve())),
    reset() {
      store.clear();
      faults.clear();
      webhookFaults.current = noWebhookFaults;
      keyState.current = goodKey;
      seed();
    },
  };
  const serveApi = createApiServer(
    { sandbox, routes: ALL_ROUTES, keys: options, keyState, currentRequest },
    faults,
  );

  const pages = {
    sandbox,
    publishableKey: options.publishableKey,
    originIsOurs: (incoming: IncomingMessage) => originIsOurs(incoming, port, host),
  };
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/';
    if (!hostIsOurs(incoming, host)) return sendJson(response, 421, { error: 'Unknown Host header.' });
    if (path === '/__sandbox' || path.startsWith('/__sandbox/')) {
      if (!originIsOurs(incoming, port, host))
        return sendJson(response, 403, { error: 'Requests from other origins are refused.' });
      return serveControl(control, CONTROLS, incoming, response, path.slice('/__sandbox/'.length));
    }
    if (await servePage(pages, incoming, response, path)) return;
    await serveApi(incoming, response);
  };

  const calls = Object.entries(CONTROLS).map(([name, { about }]) => {
    const act = (incoming: IncomingMessage, response: ServerResponse) =>
      serveControl(control, CONTROLS, incoming, response, name);
    return [name, { about, act }] as const;
  });
  const controls = controlServer({ emulator: 'stripe', host, controls: Object.fromEntries(calls) });
  const server = createServer((incoming, response) => {
    if (controls(incoming, response)) return;
    serve(incoming, response).catch((problem: unknown) => {
      console.error('The Stripe sandbox failed to answer:', problem);
      if (!response.headersSent)
        sendJson(response, 500, {
          error: { type: 'api_error', message: 'The sandbox failed; its log has the cause.' },
        });
    });
  });
  port = await listenOnLoopback(server, port, {
    name: 'the Stripe sandbox',
    setting: 'STRIPE_API_BASE',
    host,
  });
  forgetOld(sandbox);
  store.compact();
  seed();
  store.onCommit(schedule);
  schedule();

  return {
    url: base.origin(),
    port,
    stripeJsUrl: `${base.origin()}/stripe.js`,
    webhooksIdle: () => webhookQueue.idle(),
    now: () => clock.now(),
    async close() {
      jobs.stop();
      await webhookQueue.stop();
      await closeServer(server);
      store.close();
    },
  };
}
