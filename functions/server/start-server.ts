import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, ok, type Result } from '@busker/core/base/result';
import { routeHeaders, type ImmutableFiles } from '@busker/core/web/route-headers';
import { createApp } from '../app';
import type { Deps } from '../deps';
import { DomainHosts } from '../public-pages/owner-domain';
import type { Env } from '../env-reader';
import { stripeState } from '../jobs/recurring-jobs';
import { startOutbox, startTimers, TimerBell } from '../jobs/start-timers';
import { liveClock, liveDeps } from '../live-deps';
import { outboxAheadMs, type OutboxTask } from '../outbox/outbox-task';
import { styleHash } from '../pages/page-style';
import { TimerQueue } from '../queue/task-queue';
import { stored } from '../store/store';
import { countedLog } from './metrics';
import { serverSettings, type ServerOptions } from './server-settings';
import { immutableFiles, pathOf, sendText, siteListener } from './site';

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

/**
 * Each service that cannot be used with these settings, in one sentence. It reads, and changes nothing. `isCheck`: a person asks. A server starts
 * although Stripe is away, for a while.
 */
export async function serviceFaults(
  deps: Pick<Deps, 'store' | 'accounts' | 'earlierFiles'>,
  env: Env,
  isCheck: boolean,
): Promise<readonly string[]> {
  const given = (name: string) => (env[name] ?? '').trim();
  const firestore = given('FIRESTORE_EMULATOR_HOST');
  const api = given('STRIPE_API_BASE');
  const [hasStore, stripe, hasReleases] = await Promise.all([
    answers(() => deps.store.read(stored.heartbeat('tick'))),
    stripeState(deps),
    !isCheck || answers(() => deps.earlierFiles.names('embed/')),
  ]);
  const faults: string[] = [];
  if (!hasStore)
    faults.push(
      firestore === ''
        ? 'Firestore does not answer, or refuses: check GOOGLE_APPLICATION_CREDENTIALS, the project in FIREBASE_WEB_CONFIG and FIRESTORE_DATABASE.'
        : `FIRESTORE_EMULATOR_HOST=${firestore} does not answer.`,
    );
  if (stripe === 'refused') faults.push('Stripe refuses the key in STRIPE_SECRET_KEY.');
  else if (stripe === 'unavailable' && (api !== '' || isCheck))
    faults.push(`${api === '' ? 'Stripe' : `STRIPE_API_BASE=${api}`} does not answer.`);
  if (!hasReleases)
    faults.push(
      'The bucket of releases does not answer, or refuses: docs/hosts/server.md has the command that makes it.',
    );
  return faults;
}

/** Requests to the bucket at the same time. */
const atOnce = 16;

/**
 * Stores the files of this release that the bucket of releases lacks. Pages that pinned its embed and tabs that show its dashboard ask for them after
 * the next update, and other processes that still run the release before it ask for them now.
 */
export async function storeRelease(
  { earlierFiles, log }: Pick<Deps, 'earlierFiles' | 'log'>,
  dist: string,
  { embed, assets }: ImmutableFiles,
): Promise<void> {
  const folders = [...new Set(embed.map((path) => `embed/${path.split('/')[0]}/`)), 'assets/'];
  try {
    const there = new Set((await Promise.all(folders.map((name) => earlierFiles.names(name)))).flat());
    const absent = [
      ...embed.map((path) => `embed/${path}`),
      ...assets.map((name) => `assets/${name}`),
    ].filter((name) => !there.has(name));
    const create = async (name: string) => {
      const folder = name.startsWith('assets/') ? join(dist, 'dashboard') : dist;
      await earlierFiles.create(name, await readFile(join(folder, name)));
    };
    // A deploy takes a version for complete once its list of files is there.
    const isList = (name: string) => name.endsWith('/manifest.json');
    const first = absent.filter((name) => !isList(name));
    for (let at = 0; at < first.length; at += atOnce)
      await Promise.all(first.slice(at, at + atOnce).map(create));
    await Promise.all(absent.filter(isList).map(create));
    for (const name of embed.filter(isList)) {
      const [here, kept] = await Promise.all([
        readFile(join(dist, 'embed', name)),
        earlierFiles.read(`embed/${name}`),
      ]);
      if (kept === undefined || !here.equals(kept))
        throw new Error(`embed/${name} was published with other files: raise the version in package.json.`);
    }
  } catch (error) {
    log.releaseNotStored({ error });
  }
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
  const underWay = new Set<ServerResponse>();
  let isEnding = false;
  server.on('request', (request, response) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      // A proxy keeps a connection for minutes, and a stop waits for all of them.
      if (isEnding) request.socket.destroySoon();
    });
  });
  return {
    underWay,
    async stop(): Promise<void> {
      isEnding = true;
      for (const response of underWay) if (!response.headersSent) response.setHeader('Connection', 'close');
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
async function openServer(options: ServerOptions, isCheck = false) {
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
  const faults = await serviceFaults(deps, env, isCheck);
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
  const hosts = new DomainHosts(deps);
  const serve = siteListener({
    dist: options.dist,
    app: createApp(deps),
    config: site.config,
    headers: routeHeaders(site.origins, styleHash, files),
    hosts,
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
      // Without the path: it may have a handle or the id of a tip.
      deps.log.requestFailed({ requestId: '', route: '/*', error });
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'The server failed; its log has the cause.');
    });
    return undefined;
  };
  await Promise.race([storeRelease(deps, options.dist, files), wait(patience, undefined, { ref: false })]);
  const server = createServer(answerRequest);
  const scraped = createServer((request, response) => {
    const [path, query = ''] = (request.url ?? '').split('?');
    if (path === '/internal/domain') {
      const given = new URLSearchParams(query);
      // `domain` is what Caddy's `ask` adds (caddyserver.com/docs/caddyfile/options#on-demand-tls).
      const asked = given.get('host') ?? given.get('domain') ?? '';
      void hosts.ownerOf(asked).then(
        (uid) =>
          // Caddy asks about the server's own name too, once one of its sites gets certificates on demand.
          uid === null && asked !== hosts.own
            ? sendText(response, 404, 'Nobody has proved this domain.')
            : sendText(response, 200, 'This domain is shown here.'),
        () => sendText(response, 503, 'The store does not answer.'),
      );
      return undefined;
    }
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
  // Their first look at the store takes a while, in which the port answers already: whoever ends the process then must be able to close it.
  const timers = startTimers(deps, opened.value.bell, opened.value);
  const stopOutbox = startOutbox(deps, opened.value.outboxQueue);
  void timers.then(() => {
    if (!state.isEnding) deps.log.serverReady(listening);
  });

  return ok({
    ...listening,
    async close() {
      const began = performance.now();
      state.isEnding = true;
      let left = 1;
      const ended = Promise.all([requests.stop(), timers.then((stop) => stop()), stopOutbox()]).then(() => {
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
  let server: RunningServer | null = null;
  let isAsked = false;
  const end = () => {
    // What has not begun needs no time to end, and a job whose lease is lost meanwhile is taken by another process.
    if (server === null) process.exit(0);
    if (isAsked) return;
    isAsked = true;
    void server.close().finally(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeAllListeners(signal).on(signal, end);
  const started = options.isCheck === true ? await openServer(options, true) : await startServer(options);
  if (!started.ok) {
    for (const sentence of started.problem) process.stderr.write(`Busker cannot start: ${sentence}\n`);
    process.exit(1);
  }
  if (!('close' in started.value)) {
    process.stdout.write(
      'The settings are right, and Firestore, Stripe and the bucket of releases answer.\n',
    );
    process.exit(0);
  }
  server = started.value;
}
