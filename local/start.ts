import type { Hono } from 'hono';
import { fileURLToPath } from 'node:url';
import { ok } from '@busker/core/base/result';
import { newStripeAccount } from '@busker/core/money-documents/stripe-account-document';
import { routeHeaders } from '@busker/core/web/route-headers';
import { styleHash } from '@busker/functions/pages/page-style';
import { noLetters, type LetterBox } from '@busker/emulator-auth/outbox/outbox';
import { googleApiPath, outboxPath } from '@busker/emulator-auth/pages/serve-page';
import { startAuth, type AuthMessage } from '@busker/emulator-auth/start-auth';
import { startFirestore } from '@busker/emulator-firestore/start-firestore';
import { pushScriptPath, startPush } from '@busker/emulator-push/start-push';
import { loadRules } from '@busker/rules-engine/load-rules';
import { startStorage } from '@busker/emulator-storage/start-storage';
import type { Endpoint } from '@busker/emulator-stripe/events/webhooks';
import type { SeedAccount } from '@busker/emulator-stripe/accounts/accounts';
import { startStripeSandbox } from '@busker/emulator-stripe/start-stripe-sandbox';
import { createApp } from '@busker/functions/app';
import { DomainHosts } from '@busker/functions/public-pages/owner-domain';
import { parseConfig } from '@busker/functions/config';
import type { IdTokens } from '@busker/functions/deps';
import { webhookEvents } from '@busker/functions/events/webhook-events';
import { localAccountOf, makeSigningKey } from '@busker/functions/firebase/firebase-app';
import { startOutbox, startTimers, TimerBell } from '@busker/functions/jobs/start-timers';
import { liveDeps } from '@busker/functions/live-deps';
import { outboxAheadMs, type OutboxTask } from '@busker/functions/outbox/outbox-task';
import { TimerQueue } from '@busker/functions/queue/task-queue';
import type { Clock } from '@busker/functions/clock';
import { stored } from '@busker/functions/store/store';
import { demoOwners, type DemoOwner } from './demo-owners';
import { expireByTimer } from './expire-documents';
import {
  defaultDatabase,
  functionsEnvironment,
  pointSdkAt,
  projectId,
  type RunningServices,
} from './functions-environment';
import { immutableFiles } from './hosting/immutable-files';
import { startExampleSites } from './hosting/start-example-sites';
import { startHosting } from './hosting/start-hosting';
import { readKeys, type Keys } from './keys';
import type { Ports, ServerName } from './ports';
import type { KeptMail } from './post/kept-mails';
import { postControls } from './post/post-controls';
import { startPost } from './post/start-post';
import { noteRunning } from './running';
import { seedDemoOwners } from './seed';
import { openStateFolder } from './state-folder';
import { localNeighbours, sameSite, webConfig } from './web-config';

/**
 * Tokens have the time of the machine, and the local server has the sandbox's clock, which may be a year ahead. Without the difference every sign-in
 * would be a year old, and each call that needs a recent one would be refused.
 */
export function signInTimesOn(clock: Clock, idTokens: IdTokens): IdTokens {
  return {
    async verify(token, checkRevoked) {
      const owner = await idTokens.verify(token, checkRevoked);
      const ahead = clock.now() - Date.now();
      return owner.ok ? ok({ ...owner.value, signedInAt: owner.value.signedInAt + ahead }) : owner;
    },
    contact: (uid) => idTokens.contact(uid),
    barred: (uids) => idTokens.barred(uids),
    endSessions: (uid) => idTokens.endSessions(uid),
    remove: (uid) => idTokens.remove(uid),
    idleGuests: (before) => idTokens.idleGuests(before),
    abandoned: (uids, before) => idTokens.abandoned(uids, before),
  };
}

interface FunctionsOptions extends RunningServices {
  readonly logLine: (line: string) => void;
  /** The private key (PEM) that signs download links. */
  readonly signingKey: string;
  /** The time of the Stripe sandbox: a renewal a year ahead is not in the server's future. */
  readonly clock: Clock;
}

interface LocalFunctions {
  readonly app: Hono;
  readonly hosts: DomainHosts;
  /** Records that an owner's connected account can take cards. */
  readonly connect: (uid: string, owner: DemoOwner) => Promise<void>;
  /** Starts the schedule and the jobs as timers; returns a function that writes what is counted and stops them. */
  readonly startTimers: () => Promise<() => Promise<void>>;
}

/** The app that Cloud Functions deploys, configured by the same environment variables. */
export function startFunctions(options: FunctionsOptions): LocalFunctions {
  const env = functionsEnvironment(options);
  pointSdkAt(env);
  const config = parseConfig(env);
  const firebase = { ...config.firebase, signingKey: options.signingKey };
  const bell = new TimerBell(options.clock);
  const outboxQueue = new TimerQueue<OutboxTask>(options.clock, outboxAheadMs);
  const live = liveDeps({ ...config, firebase }, options.logLine, {
    bell,
    outboxQueue,
    clock: options.clock,
  });
  const deps = { ...live, idTokens: signInTimesOn(options.clock, live.idTokens) };
  return {
    app: createApp(deps),
    hosts: new DomainHosts(deps),
    async startTimers() {
      const stop = await startTimers(deps, bell);
      const stopOutbox = startOutbox(deps, outboxQueue);
      const stopExpiring = expireByTimer(deps);
      return async () => {
        await deps.counting.end();
        stopExpiring();
        void stopOutbox();
        void stop();
      };
    },
    async connect(uid, { account }) {
      const now = deps.clock.now();
      await deps.store.transaction(async (tx) => {
        tx.write(stored.stripeAccount(account.id), newStripeAccount(account.id, uid, now));
        tx.write(stored.payments(uid), {
          v: 1,
          mode: config.app.mode,
          accountId: account.id,
          livemode: false,
          country: account.country,
          currency: account.currency,
          feesCountry: account.country,
          cardPayments: 'active',
          linkPayments: true,
          requirements: [],
          requirementsDueAt: null,
          disconnectedAt: null,
          pausedUntil: null,
          checkedAt: now,
          updatedAt: now,
        });
      });
    },
  };
}

/** A letter box that gets its mails later, because the outbox starts before the store. */
function laterLetters(): LetterBox & { readonly open: (box: LetterBox) => void } {
  let current = noLetters;
  return {
    list: () => current.list(),
    clear: () => current.clear(),
    open: (box) => {
      current = box;
    },
  };
}

const root = fileURLToPath(new URL('..', import.meta.url));

interface BuskerOptions {
  readonly ports: Ports;
  /** The folder for everything that must survive a restart. */
  readonly stateDir: string;
  /** The folder of the builds; default `dist/`. */
  readonly dist?: string;
  /** Whether somebody changes the card meanwhile (`npm run dev`): no browser then keeps it. */
  readonly cardIsEdited?: boolean;
  /** The id of the Firestore database; default `(default)`. */
  readonly database?: string;
  /** Deletes the folder's state first. */
  readonly reset?: boolean;
  /** Called after the folder is locked and before any server listens. */
  readonly prepare?: () => Promise<void>;
  /** Called when the start begins to wait for something, with its name for people. */
  readonly onStep?: (name: string) => void;
  /** Log lines for people: denied requests with the closest rule, and failures. */
  readonly log?: (line: string) => void;
  /** The functions' own log, one JSON object for each line. */
  readonly logLine?: (line: string) => void;
  /** Called for each email and text message that a hosted project would send. */
  readonly onMessage?: (message: AuthMessage) => void;
  /** Called for each mail of the functions that arrived at the local mail server. */
  readonly onMail?: (mail: KeptMail) => void;
}

export interface Busker {
  readonly addresses: Readonly<Record<ServerName, string>>;
  /**
   * Replaces the functions by newer ones, while every other server keeps running: `npm run dev` calls it with the changed code. The old ones go on
   * if the new ones cannot start.
   */
  restartFunctions(start: typeof startFunctions): Promise<void>;
  close(): Promise<void>;
}

/** Runs all closers, the last one first, even when one fails. */
function closers() {
  const list: (() => Promise<void> | void)[] = [];
  return {
    add: (close: () => Promise<void> | void) => void list.push(close),
    async closeAll() {
      const failures: unknown[] = [];
      for (const close of list.splice(0).toReversed())
        await Promise.resolve()
          .then(close)
          .catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped cleanly.');
    },
  };
}

/** The whole product on one machine, for `npm start` and the browser tests. */
export async function startBusker(options: BuskerOptions): Promise<Busker> {
  const stack = closers();
  try {
    const started = await startAll(options, stack.add);
    return { ...started, close: () => stack.closeAll() };
  } catch (error) {
    await stack.closeAll().catch(() => undefined);
    throw error;
  }
}

async function startAll(
  {
    ports,
    stateDir,
    dist = `${root}dist`,
    cardIsEdited = false,
    database = defaultDatabase,
    reset = false,
    prepare,
    onStep = () => undefined,
    log = console.log,
    logLine = () => undefined,
    onMessage,
    onMail = () => undefined,
  }: BuskerOptions,
  onClose: (close: () => Promise<void> | void) => void,
): Promise<Omit<Busker, 'close'>> {
  const state = await openStateFolder(stateDir, { reset });
  onClose(() => state.release());
  const keys = await readKeys(state.keys);
  await prepare?.();
  onStep('servers');
  const hosting = await startHosting({ port: ports.app, dist, cardIsEdited });
  onClose(() => hosting.close());
  const messages = mailbox(onMessage);
  const letters = laterLetters();
  const auth = await startAuth({
    port: ports.auth,
    projectId,
    dataDir: state.auth,
    actionUrl: `${hosting.url}/auth/action`,
    onMessage: messages.receive,
    letters,
  });
  onClose(() => auth.close());
  const firestore = await startFirestore({
    port: ports.firestore,
    projectId,
    dataDir: state.firestore,
    rulesFile: `${root}rules/firestore.rules`,
    indexesFile: `${root}rules/firestore.indexes.json`,
    loadRules,
    neighbours: () => ({
      auth: { host: '127.0.0.1', port: auth.port },
      storage: { host: '127.0.0.1', port: storage.port },
    }),
    log,
  });
  onClose(() => firestore.close());
  const signing = makeSigningKey();
  const storage = await startStorage({
    port: ports.storage,
    dataDir: state.storage,
    rulesFile: `${root}rules/storage.rules`,
    loadRules,
    firestoreLookup: firestore.lookup,
    // An owner's export may be larger than any picture.
    mostBytes: 1024 ** 3,
    signers: { [localAccountOf(projectId)]: signing.publicKey },
    log,
  });
  onClose(() => storage.close());
  const stripe = await startStripeSandbox({
    port: ports.stripe,
    stateFile: state.stripe,
    secretKey: keys.stripeSecretKey,
    publishableKey: keys.stripePublishableKey,
    webhooks: webhooks(hosting.port, keys),
    seed: { accounts: demoOwners.map(sandboxAccount) },
  });
  onClose(() => stripe.close());
  const post = await startPost({ port: ports.mail, folder: state.post, onMail });
  onClose(() => post.close());
  const push = await startPush({ port: ports.push, file: state.push });
  onClose(() => push.close());
  const examples = await startExampleSites({
    port: ports.examples,
    folder: `${root}examples`,
    built: `${root}dist/examples`,
    addresses: { busker: hosting.url, stripe: stripe.url },
  });
  onClose(() => examples.close());

  const services = {
    auth: auth.url,
    firestore: firestore.url,
    storage: storage.url,
    stripe: stripe.url,
  };
  const functionsOptions = {
    origin: hosting.url,
    keys,
    projectId,
    database,
    services,
    examplesHost: new URL(examples.url).host,
    pushHost: new URL(push.url).host,
    mailServer: post.url,
    logLine,
    signingKey: signing.privateKey,
    clock: stripe,
  };
  const functions = startFunctions(functionsOptions);
  letters.open(post.mails);
  const site = {
    config: webConfig(projectId, services, database),
    headers: routeHeaders(
      localNeighbours({ ...services, push: push.url }),
      styleHash,
      await immutableFiles(dist),
    ),
    scripts: [`${sameSite(auth.url)}${googleApiPath}`, `${push.url}${pushScriptPath}`],
    receiptScript: `${push.url}${pushScriptPath}`,
    controls: postControls(post),
    elsewhere: { [outboxPath]: `${sameSite(auth.url)}${outboxPath}` },
  };
  const open = ({ app, hosts }: LocalFunctions): void => hosting.open({ ...site, app, hosts });
  open(functions);
  onStep('demo owners');
  await seedDemoOwners({
    app: hosting.url,
    auth: auth.url,
    firestore: { host: '127.0.0.1', port: firestore.port, database },
    projectId,
    connect: functions.connect,
    outbox: () => auth.outbox.list().map(({ message }) => message),
  });
  let stopTimers = await functions.startTimers();
  onClose(() => stopTimers());
  const restartFunctions = async (start: typeof startFunctions): Promise<void> => {
    const next = start(functionsOptions);
    await stopTimers();
    open(next);
    stopTimers = await next.startTimers();
  };
  auth.outbox.forget(messages.seeded().map(({ id }) => id));
  const addresses = {
    app: hosting.url,
    examples: examples.url,
    auth: auth.url,
    firestore: firestore.url,
    storage: storage.url,
    stripe: stripe.url,
    mail: post.url,
    push: push.url,
  };
  onClose(await noteRunning(stateDir, addresses));
  return { addresses, restartFunctions };
}

/** The demo owners' first emails belong to the start, so they are not reported. */
function mailbox(onMessage: (message: AuthMessage) => void = () => undefined) {
  const seeded: AuthMessage[] = [];
  let isSeeding = true;
  return {
    receive: (message: AuthMessage): void => {
      if (isSeeding && demoOwners.some(({ email }) => email === message.to)) seeded.push(message);
      else onMessage(message);
    },
    seeded: (): readonly AuthMessage[] => {
      isSeeding = false;
      return seeded;
    },
  };
}

/** 127.0.0.1, because Node first resolves `localhost` to ::1, where no server listens. */
function webhooks(port: number, { stripeWebhookSecrets }: Keys): readonly Endpoint[] {
  const url = `http://127.0.0.1:${port}/v1/stripe/webhook`;
  const { payments, accounts } = webhookEvents;
  return [
    { url, scope: 'account', secret: stripeWebhookSecrets.account, events: payments },
    { url, scope: 'connect', secret: stripeWebhookSecrets.connect, events: [...payments, ...accounts] },
  ];
}

const sandboxAccount = ({ account, email, draft }: DemoOwner): SeedAccount => ({
  ...account,
  email,
  displayName: draft.name,
});
