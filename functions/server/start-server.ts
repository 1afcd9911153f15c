import { existsSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, ok, type Result } from '../../core/base/result';
import { hostedOrigins, routeHeaders, type AllowedOrigins } from '../../core/web/route-headers';
import { createApp } from '../app';
import { ConfigError, parseConfig, type Config } from '../config';
import type { Deps } from '../deps';
import { envReader, type Env } from '../env-reader';
import { startOutbox, startTimers, TimerBell } from '../jobs/start-timers';
import { liveClock, liveDeps } from '../live-deps';
import type { LogSink } from '../log';
import { outboxAheadMs, type OutboxTask } from '../outbox/outbox-task';
import { styleHash } from '../pages/page-style';
import { TimerQueue } from '../queue/task-queue';
import { settings } from '../settings';
import { stored } from '../store/store';
import { countedLog } from './metrics';
import { immutableFiles, pathOf, sendText, siteListener } from './site';
import { hostedWebConfig, placeholderFaults } from './web-config';

/** What a dashboard needs to know of emulators, in the place of a project that Firebase hosts. */
interface EmulatedSite {
  readonly config: object;
  readonly origins: AllowedOrigins;
}

export interface ServerOptions {
  readonly env: Env;
  /** The folder of the builds. */
  readonly dist: string;
  readonly version: string;
  readonly write?: LogSink;
  /** For a server in front of emulators; without it, it needs a project that Firebase hosts. */
  readonly emulated?: (env: Env) => EmulatedSite;
}

interface ServerSettings {
  readonly config: Config;
  readonly site: EmulatedSite;
  readonly port: number;
  readonly address: string;
  /** null = no metrics. */
  readonly metricsPort: number | null;
  readonly lookEveryMs: number;
}

const emulatorHosts = [
  'FIRESTORE_EMULATOR_HOST',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIREBASE_STORAGE_EMULATOR_HOST',
];

function siteOf({ env, emulated }: ServerOptions): Result<EmulatedSite, readonly string[]> {
  if (emulated !== undefined && emulatorHosts.some((name) => (env[name] ?? '') !== ''))
    return ok(emulated(env));
  const config = hostedWebConfig(env);
  return config.ok ? ok({ config: config.value, origins: hostedOrigins }) : config;
}

/** What a deploy to Functions writes into their settings, from the same sources. */
function withDerived({ env, version }: ServerOptions, versions: readonly string[]): Env {
  const web = hostedWebConfig(env);
  const { projectId, apiKey } = web.ok ? web.value.firebase : { projectId: undefined, apiKey: undefined };
  return {
    GCLOUD_PROJECT: projectId,
    WEB_API_KEY: apiKey,
    BUSKER_RELEASE: version,
    CARD_VERSIONS: versions.join(','),
    ...env,
  };
}

function faultsOf(read: () => Config): Result<Config, readonly string[]> {
  try {
    return ok(read());
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.faults);
    throw error;
  }
}

/** The settings of a server process, or what is wrong with them: one sentence each, with the setting's name and never with the text of a secret. */
export function serverSettings(
  options: ServerOptions,
  versions: readonly string[] = [],
): Result<ServerSettings, readonly string[]> {
  const { env, dist } = options;
  const read = envReader(env);
  const own = settings.flatMap(({ name }) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  for (const sentence of placeholderFaults(Object.fromEntries(own))) read.fault(sentence);
  const port = read.integer('PORT', 4100, { min: 0, max: 65_535 });
  const metricsPort =
    read.text('METRICS_PORT') === 'off' ? null : read.integer('METRICS_PORT', 9464, { min: 0, max: 65_535 });
  if (port === metricsPort && port !== 0) read.fault('METRICS_PORT must be another port than PORT, or off.');
  const address = read.text('BIND_ADDRESS') || '127.0.0.1';
  if (isIP(address) === 0)
    read.fault('BIND_ADDRESS must be an address of this machine: 127.0.0.1, or 0.0.0.0 for all of them.');
  const credentials = read.text('GOOGLE_APPLICATION_CREDENTIALS');
  if (credentials !== '' && !existsSync(credentials))
    read.fault('GOOGLE_APPLICATION_CREDENTIALS names a file that is not there.');
  const isSandbox = read.text('PAYMENTS_MODE') === 'sandbox';
  if (!isSandbox && read.text('CLIENT_ADDRESS') === '' && read.text('TRUSTED_PROXY_HOPS') === '')
    read.fault(
      'Set CLIENT_ADDRESS: proxy:1 behind one proxy such as Caddy, load-balancer behind Google’s, socket behind nothing.',
    );
  if (!existsSync(join(dist, 'dashboard/index.html')))
    read.fault(`${dist} has no built files. Run npm run build, or use a release.`);
  const lookSeconds = read.integer('JOB_LOOK_SECONDS', 10, { min: 1, max: 60 });
  const config = faultsOf(() => parseConfig(withDerived(options, versions)));
  const site = siteOf(options);
  const faults = [...read.faults, ...(config.ok ? [] : config.problem), ...(site.ok ? [] : site.problem)];
  if (faults.length > 0 || !config.ok || !site.ok) return fail(faults);
  return ok({
    config: config.value,
    site: site.value,
    port,
    address,
    metricsPort,
    lookEveryMs: lookSeconds * 1000,
  });
}

/** Milliseconds until a service counts as one that does not answer. */
const patience = 10_000;

async function answers(work: () => Promise<unknown>): Promise<boolean> {
  const late = wait(patience, false, { ref: false });
  return Promise.race([
    work().then(
      () => true,
      () => false,
    ),
    late,
  ]);
}

/** Each service that cannot be used with these settings, in one sentence. It reads, and changes nothing. */
export async function serviceFaults({ store, accounts }: Deps, env: Env): Promise<readonly string[]> {
  const given = (name: string) => (env[name] ?? '').trim();
  const firestore = given('FIRESTORE_EMULATOR_HOST');
  const api = given('STRIPE_API_BASE');
  const [hasStore, own] = await Promise.all([
    answers(() => store.read(stored.heartbeat('tick'))),
    Promise.race([accounts.readAccount(null), wait(patience, null, { ref: false })]),
  ]);
  const faults: string[] = [];
  if (!hasStore)
    faults.push(
      firestore === ''
        ? 'Firestore does not answer, or refuses: check GOOGLE_APPLICATION_CREDENTIALS, the project in FIREBASE_WEB_CONFIG and FIRESTORE_DATABASE.'
        : `FIRESTORE_EMULATOR_HOST=${firestore} does not answer.`,
    );
  const isUnavailable = own === null || (!own.ok && own.problem.kind === 'unavailable');
  const key = own !== null && !own.ok && own.problem.kind === 'unavailable' ? own.problem.key : undefined;
  if (key?.why === 'invalid') faults.push('Stripe refuses the key in STRIPE_SECRET_KEY.');
  else if (isUnavailable && key === undefined && api !== '')
    faults.push(`STRIPE_API_BASE=${api} does not answer.`);
  return faults;
}

/** Milliseconds for which the store's answer to `/readyz` is repeated. */
const keptFor = 5000;

/** Whether the store answers, asked at most once in a while however often a load balancer asks. */
function storeCheck({ store }: Deps): () => Promise<boolean> {
  let last = { at: -Infinity, answer: Promise.resolve(false) };
  return () => {
    const now = performance.now();
    if (now - last.at >= keptFor)
      last = { at: now, answer: answers(() => store.read(stored.heartbeat('tick'))) };
    return last.answer;
  };
}

function listen(server: Server, port: number, address: string): Promise<number> {
  // Longer than a proxy keeps a connection, so that none sends on one that is being closed.
  server.keepAliveTimeout = 75_000;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: address }, () => {
      const at = server.address();
      resolve(at === null || typeof at === 'string' ? port : at.port);
    });
  });
}

/** Milliseconds that a stop may take; whoever asked for it kills the process after ten seconds. */
const stopWithin = 9000;

/** Requests under way, and a stop that waits for them. */
function stoppable(server: Server) {
  const underWay = new Set<object>();
  server.on('request', (_request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return {
    underWay,
    async stop(): Promise<void> {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
      });
    },
  };
}

export interface RunningServer {
  readonly port: number;
  readonly metricsPort: number | null;
  /** Takes no new request and no new job, and waits for what runs, at most nine seconds. */
  close(): Promise<void>;
}

/** A server whose settings are right and whose services answer; nothing of it runs yet. */
async function openServer(options: ServerOptions) {
  const { dist, env, version, write = (line) => void process.stdout.write(`${line}\n`) } = options;
  const files = await immutableFiles(dist);
  const versions = [...new Set(files.embed.map((path) => path.split('/')[0] ?? ''))];
  const read = serverSettings(options, versions);
  if (!read.ok) return read;
  const state = { isEnding: false };
  const metrics = countedLog(write, version, () => !state.isEnding);
  const bell = new TimerBell(liveClock);
  const outboxQueue = new TimerQueue<OutboxTask>(liveClock, outboxAheadMs);
  const deps = liveDeps(read.value.config, metrics.sink, { bell, outboxQueue });
  const faults = await serviceFaults(deps, env);
  if (faults.length > 0) return fail(faults);
  return ok({ ...read.value, files, state, metrics, bell, outboxQueue, deps });
}

/**
 * The product without Functions and Hosting: one process serves the API, pages, embed and dashboard, and runs the jobs. Several may run side by side:
 * a job's lease is in the store. The problem: one sentence for each wrong setting and for each service that does not answer; then nothing listens.
 */
export async function startServer(options: ServerOptions): Promise<Result<RunningServer, readonly string[]>> {
  const opened = await openServer(options);
  if (!opened.ok) return opened;
  const { deps, site, files, state, metrics, port, address, metricsPort } = opened.value;
  const hasStore = storeCheck(deps);
  const serve = siteListener({
    dist: options.dist,
    app: createApp(deps),
    config: site.config,
    headers: routeHeaders(site.origins, styleHash, files),
  });
  const answerRequest: RequestListener = (request, response) => {
    if (state.isEnding) response.setHeader('Connection', 'close');
    const path = pathOf(request);
    if (path === null) return sendText(response, 400, 'The URL is malformed.');
    if (path === '/readyz') {
      void hasStore().then((has) =>
        has && !state.isEnding ? sendText(response, 200, 'ready') : sendText(response, 503, 'not ready'),
      );
      return undefined;
    }
    serve(request, response, path).catch((error: unknown) => {
      deps.log.requestFailed({ requestId: '', route: path, error });
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'The server failed; its log has the cause.');
    });
    return undefined;
  };
  const server = createServer(answerRequest);
  const scraped = createServer((request, response) => {
    if (request.url !== '/metrics') return sendText(response, 404, 'The metrics are at /metrics.');
    response
      .writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
      .end(metrics.text());
    return undefined;
  });
  const requests = stoppable(server);
  const scrapes = stoppable(scraped);
  let listening: { readonly port: number; readonly metricsPort: number | null };
  try {
    listening = {
      port: await listen(server, port, address),
      metricsPort: metricsPort === null ? null : await listen(scraped, metricsPort, address),
    };
  } catch (error) {
    server.close();
    const { code = '', port: taken = port } = error as NodeJS.ErrnoException & { readonly port?: number };
    const name = taken === port ? 'PORT' : 'METRICS_PORT';
    return fail([`${name}=${taken} cannot be used on ${address} (${code}). Set another one.`]);
  }
  const stopTimers = await startTimers(deps, opened.value.bell, opened.value);
  const stopOutbox = startOutbox(deps, opened.value.outboxQueue);
  deps.log.serverReady(listening);

  return ok({
    ...listening,
    async close() {
      const began = performance.now();
      state.isEnding = true;
      let left = 1;
      const ended = Promise.all([requests.stop(), stopTimers(), stopOutbox()]).then(() => {
        left = 0;
      });
      await Promise.race([ended, wait(stopWithin, undefined, { ref: false })]);
      if (left > 0) left = Math.max(1, requests.underWay.size);
      await Promise.race([deps.counting.end(), wait(stopWithin / 10, undefined, { ref: false })]);
      deps.log.serverEnded({ ms: Math.round(performance.now() - began), left });
      server.closeAllConnections();
      void scrapes.stop();
      scraped.closeAllConnections();
    },
  });
}

/** The process `busker server`: starts, and ends when it is asked to. `isCheck`: only says whether it could start. */
export async function runServer(options: ServerOptions & { readonly isCheck?: boolean }): Promise<void> {
  const started = options.isCheck === true ? await openServer(options) : await startServer(options);
  if (!started.ok) {
    for (const sentence of started.problem) process.stderr.write(`Busker cannot start: ${sentence}\n`);
    process.exit(1);
  }
  if (!('close' in started.value)) {
    process.stdout.write('The settings are right, and every service answers.\n');
    process.exit(0);
  }
  const server = started.value;
  let isAsked = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isAsked) return;
      isAsked = true;
      void server.close().finally(() => process.exit(0));
    });
}
