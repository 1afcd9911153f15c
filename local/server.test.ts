import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { collections } from '@busker/core/documents/documents';
import { jobIdOf, type JobId } from '@busker/core/jobs/job-document';
import { hostedOrigins } from '@busker/core/web/route-headers';
import { fakeTip } from '@busker/core/testing/fakes';
import { yearsAfter } from '@busker/core/tip/tip';
import { parseConfig } from '@busker/functions/config';
import type { Deps } from '@busker/functions/deps';
import { liveDeps } from '@busker/functions/live-deps';
import { ownAddress, serverSettings } from '@busker/functions/server/server-settings';
import { serviceFaults, storeRelease } from '@busker/functions/server/start-server';
import { inMemoryDeps } from '@busker/functions/testing/in-memory-deps';
import { silentQueue } from '@busker/functions/queue/task-queue';
import { stored } from '@busker/functions/store/store';
import { environmentOfRunning } from './functions-environment';
import { freePorts } from './ports';
import { startBusker, type Busker } from './start';

const root = fileURLToPath(new URL('..', import.meta.url));
const minute = 60_000;

let folder = '';
let program = '';
let busker: Busker;
/** Those that a failed test left are ended. */
const running: ChildProcess[] = [];
let settings: Readonly<Record<string, string | undefined>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-server-'));
  await mkdir(join(folder, 'dist/dashboard'), { recursive: true });
  await mkdir(join(folder, 'dist/embed/9.9.9'), { recursive: true });
  await writeFile(join(folder, 'dist/dashboard/index.html'), '<!doctype html><head></head>The dashboard');
  await writeFile(join(folder, 'dist/embed/9.9.9/busker.js'), '// the card');
  const state = join(folder, 'state');
  busker = await startBusker({ ports: freePorts, stateDir: state, log: () => undefined });
  const found = await environmentOfRunning({}, state);
  if (!found.ok) throw new Error(found.problem);
  settings = { ...found.value, BUSKER_DIST: join(folder, 'dist'), PORT: '0', METRICS_PORT: '0' };
  const { builtPrograms } = (await import(new URL('scripts/load-servers.mjs', `file://${root}`).href)) as {
    readonly builtPrograms: () => Promise<string>;
  };
  program = join(await builtPrograms(), 'busker.js');
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await busker.close();
  await rm(folder, { recursive: true });
});

interface Line {
  readonly message: string;
  readonly port?: number;
  readonly metricsPort?: number;
  readonly job?: string;
  readonly end?: string;
  readonly left?: number;
}

interface ServerProcess {
  readonly child: ChildProcess;
  readonly lines: Line[];
  readonly url: string;
  readonly metrics: string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/** A clock that may be ahead: a lease of a killed process lasts for minutes. */
const clockAhead = `data:text/javascript,${encodeURIComponent(
  'const now = Date.now; Date.now = () => now() + Number(process.env.CLOCK_AHEAD ?? 0);',
)}`;

const environment = (change: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  ...settings,
  ...change,
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts `busker server` and waits until it is ready. */
async function startProcess(change: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', clockAhead, program, 'server'], {
    env: environment(change),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const lines: Line[] = [];
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((line) => JSON.parse(line) as Line));
  });
  const ready = () => lines.find(({ message }) => message === 'server ready');
  while (ready() === undefined && child.exitCode === null) await wait(10);
  const at = (port = 0) => `http://127.0.0.1:${port}`;
  return {
    child,
    lines,
    url: at(ready()?.port),
    metrics: `${at(ready()?.metricsPort)}/metrics`,
    ended,
  };
}

/** What the program says before it ends, in lines. */
async function refusal(
  change: NodeJS.ProcessEnv,
  ...args: readonly [use: string, ...string[]]
): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program, ...args], { env: environment(change) });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const [code] = (await once(child, 'close')) as [number];
  return [`exit ${code}`, ...said.trim().split('\n')];
}

const get = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

describe('a server process', () => {
  // Holds host-170, host-171, host-172, host-173, host-191.
  it('serves the API, pages, the embed and the dashboard, is measured, and ends within ten seconds of SIGTERM', async () => {
    const server = await startProcess();
    expect((await get(`${server.url}/v1/profiles/ada`)).text).toContain('Ada Lind');
    expect((await get(`${server.url}/@ada`)).status).toBe(200);
    expect((await get(`${server.url}/`)).text).toContain('The dashboard');
    expect((await get(`${server.url}/busker-config.json`)).text).toContain('demo-busker');
    const card = await get(`${server.url}/embed/9.9.9/busker.js`);
    expect(card.headers.get('cache-control')).toContain('immutable');
    expect((await get(`${server.url}/healthz`)).status).toBe(200);
    expect(await get(`${server.url}/readyz`)).toMatchObject({ status: 200, text: 'ready\n' });
    expect((await get(`${server.url}/metrics`)).status).toBe(404);
    const { text } = await get(server.metrics);
    expect(text).toMatch(
      /^busker_http_requests_total\{method="GET",route="\/v1\/profiles\/:handle[^"]*",status="200"\} 1$/m,
    );
    expect(text).toContain('busker_ready 1');

    // A fan on a slow line, behind a proxy that keeps its connections: the second half of the request arrives after the signal.
    const body = JSON.stringify({ handle: 'ada', events: [] });
    const slow = request(`${server.url}/v1/events`, {
      method: 'POST',
      agent: new Agent({ keepAlive: true }),
      headers: { 'content-type': 'text/plain', 'content-length': body.length },
    });
    slow.write(body.slice(0, 5));
    await wait(100);
    const began = performance.now();
    server.child.kill('SIGTERM');
    await wait(100);
    slow.end(body.slice(5));
    const [answer] = (await once(slow, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(204);
    answer.resume();
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
    expect(await server.ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(server.lines.at(-1)).toMatchObject({ message: 'server ended', left: 0 });
  });

  // Holds host-240, host-261.
  it('answers a proxy that asks for the domains of owners, on the port of the metrics alone', async () => {
    const config = parseConfig({ ...settings, METRICS_PORT: undefined, PORT: undefined });
    const { store } = liveDeps(config, () => undefined, { bell: silentQueue, outboxQueue: silentQueue });
    const claim = { v: 1, domain: 'links.ada.example', uid: 'uid-of-ada', provedAt: 0 } as const;
    await store.commit([], (writes) => writes.write(stored.provedDomain(claim.domain), claim));
    const server = await startProcess({ OWNER_DOMAINS: 'proxy' });
    const asked = server.metrics.replace('/metrics', '/internal/domain');
    const statusOf = async (url: string) => (await get(url)).status;
    expect(await statusOf(`${asked}?host=links.ada.example`)).toBe(200);
    expect(await statusOf(`${asked}?domain=links.ada.example`)).toBe(200);
    // The name in PUBLIC_ORIGIN: a proxy that asks about every name needs its certificate as well.
    expect(await statusOf(`${asked}?domain=${new URL(config.app.publicOrigin).hostname}`)).toBe(200);
    for (const query of ['?host=other.example', '?host=', '', '?host=%00', '?host=127.0.0.1'])
      expect(await statusOf(asked + query)).toBe(404);
    expect(await statusOf(`${server.url}/internal/domain?host=links.ada.example`)).toBe(404);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  // Holds host-194.
  it('is asked for its health where it listens', async () => {
    const bound = { BIND_ADDRESS: "'127.0.0.2'" };
    const server = await startProcess(bound);
    const PORT = new URL(server.url).port;
    expect(await refusal({ ...bound, PORT }, 'health')).toEqual(['exit 0', '']);
    expect(await refusal({ PORT }, 'health')).toEqual(['exit 1', '']);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(
      ['', '0.0.0.0', '::', '::1', '10.0.0.7'].map((BIND_ADDRESS) => ownAddress({ BIND_ADDRESS })),
    ).toEqual(['127.0.0.1', '127.0.0.1', '[::1]', '[::1]', '10.0.0.7'].map((host) => `http://${host}:4100`));
  });

  // Holds host-195.
  it('leads a screen whose address ends with a slash to the address without it, as Hosting does', async () => {
    const server = await startProcess();
    const moved = async (path: string) => {
      const { status, headers } = await fetch(server.url + path, { redirect: 'manual' });
      return [status, headers.get('location')];
    };
    expect(await moved('/tips/?state=paid')).toEqual([301, '/tips?state=paid']);
    expect(await moved('/embed/')).toEqual([301, '/embed']);
    expect(await moved('/tips/x:%20y%3Fz/')).toEqual([301, '/tips/x%3A%20y%3Fz']);
    expect(await moved('/tips/%0d%0aSet-Cookie:%20a=b/')).toEqual([404, null]);
    expect(await moved('//tips//')).toEqual([301, '/tips']);
    expect(await moved('/tips')).toEqual([200, null]);
    expect(await moved('/')).toEqual([200, null]);
    server.child.kill('SIGTERM');
    await server.ended;
  });

  // Holds host-196.
  it('ends at once when it is asked to before it is ready, with an end of its own', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { readonly port: number };
    const env = environment({ FIRESTORE_EMULATOR_HOST: `127.0.0.1:${port}` });
    const child = spawn(process.execPath, [program, 'server'], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    running.push(child);
    await once(silent, 'connection');
    child.kill('SIGTERM');
    // As the first process of a container it has no default: only a handler of its own ends it, with this code.
    expect(await once(child, 'close')).toEqual([0, null]);
    silent.close();
  });

  // Holds host-173.
  it('answers what it is being asked when it is ended before its jobs have begun', async () => {
    const [host = '', at = ''] = settings['FIRESTORE_EMULATOR_HOST']?.split(':') ?? [];
    const slow = createServer((from) => {
      const to = connect(Number(at), host);
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        one.on('data', (bytes: Buffer) => void wait(200).then(() => other.write(bytes)));
        one.on('error', () => other.destroy()).on('close', () => void wait(200).then(() => other.destroy()));
      }
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const [firestore, port] = [slow.address(), await freePort()];
    const env = environment({
      FIRESTORE_EMULATOR_HOST: `127.0.0.1:${(firestore as { readonly port: number }).port}`,
      PORT: String(port),
    });
    const child = spawn(process.execPath, [program, 'server'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    running.push(child);
    let said = '';
    child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
    const url = `http://127.0.0.1:${port}`;
    while (
      !(await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await wait(10);
    const asked = fetch(`${url}/v1/profiles/ada`);
    await wait(50);
    expect(said).not.toContain('server ready');
    child.kill('SIGTERM');
    expect((await asked).status).toBe(200);
    expect(await once(child, 'close')).toEqual([0, null]);
    slow.close();
  });

  // Holds host-197.
  it('stores the files of its release before it listens, for processes of another release', async () => {
    const before = await startProcess();
    const other = join(folder, 'later');
    await mkdir(join(other, 'dashboard/assets'), { recursive: true });
    await writeFile(join(other, 'dashboard/index.html'), '<!doctype html><head></head>Later');
    await writeFile(join(other, 'dashboard/assets/main-abcdefgh.js'), '// later');
    const later = await startProcess({ BUSKER_DIST: other });
    expect((await get(`${later.url}/embed/9.9.9/busker.js`)).text).toBe('// the card');
    expect((await get(`${before.url}/assets/main-abcdefgh.js`)).text).toBe('// later');
    for (const { child } of [before, later]) child.kill('SIGTERM');
    await Promise.all([before.ended, later.ended]);
  });

  // Holds host-192.
  it('reads settings as .env means them, although `docker run --env-file` keeps the quotes', () => {
    const quoted = { PUBLIC_ORIGIN: '"http://localhost:4100"', BIND_ADDRESS: "'0.0.0.0'" };
    const emulated = () => ({ config: {}, origins: hostedOrigins });
    const env = { ...settings, ...quoted };
    expect(serverSettings({ env, dist: join(folder, 'dist'), version: '1', emulated })).toMatchObject({
      ok: true,
      value: { address: '0.0.0.0', config: { app: { publicOrigin: 'http://localhost:4100' } } },
    });
  });

  // Holds host-174.
  it.each([
    [
      'an address that is none',
      { BIND_ADDRESS: 'everywhere' },
      ['BIND_ADDRESS must be an address of this machine: 127.0.0.1, or 0.0.0.0 for all of them.'],
    ],
    [
      'two wrong settings',
      { PORT: 'x', JOB_LOOK_SECONDS: '0' },
      [
        'PORT must be a whole number from 0 to 65535.',
        'JOB_LOOK_SECONDS must be a whole number from 1 to 60.',
      ],
    ],
    [
      'one port for two things',
      { PORT: '80', METRICS_PORT: '80' },
      ['METRICS_PORT must be another port than PORT, or off.'],
    ],
    [
      'built files that are not there',
      { dist: '/nowhere' },
      ['/nowhere has no built files. Run npm run build, or use a release.'],
    ],
    [
      'credentials that are not there',
      { GOOGLE_APPLICATION_CREDENTIALS: '/nowhere' },
      ['GOOGLE_APPLICATION_CREDENTIALS names no key file (JSON) that this user can read.'],
    ],
    [
      'a folder in the place of credentials',
      { GOOGLE_APPLICATION_CREDENTIALS: tmpdir() },
      ['GOOGLE_APPLICATION_CREDENTIALS names no key file (JSON) that this user can read.'],
    ],
    [
      'a placeholder',
      { STRIPE_SECRET_KEY: 'sk_test_...' },
      ['STRIPE_SECRET_KEY still has a placeholder of an example. Set your own value.'],
    ],
    [
      'what a server for real money lacks',
      {
        PAYMENTS_MODE: 'connect',
        GCLOUD_PROJECT: '',
        STRIPE_API_BASE: '',
        SAFE_FETCH_ALLOW: '',
        SMTP_URL: '',
        PUBLIC_ORIGIN: 'https://tips.example',
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        FIRESTORE_EMULATOR_HOST: '',
        FIREBASE_AUTH_EMULATOR_HOST: '',
        FIREBASE_STORAGE_EMULATOR_HOST: '',
      },
      [
        'Set CLIENT_ADDRESS: proxy:1 behind one proxy such as Caddy, load-balancer behind Google’s, socket behind nothing.',
        "Set FIREBASE_WEB_CONFIG: the web app's configuration as JSON in one line.",
      ],
    ],
  ] as const)('names %s in one sentence each', (_what, change, sentences) => {
    const { dist = join(folder, 'dist'), ...env } = { dist: undefined, ...change };
    const emulated = () => ({ config: {}, origins: hostedOrigins });
    const read = serverSettings({ env: { ...settings, ...env }, dist, version: '1', emulated });
    expect(read).toEqual({ ok: false, problem: sentences });
  });

  // Holds host-174.
  it('ends with 1 and listens nowhere when a setting is wrong, a service does not answer or its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { readonly port: number };
    expect(await refusal({ PORT: `${port}` }, 'server')).toEqual([
      'exit 1',
      `Busker cannot start: PORT=${port} cannot be used on 127.0.0.1 (EADDRINUSE). Set another one.`,
    ]);
    expect(await refusal({ PORT: 'x', BUSKER_SECRET: '' }, 'server')).toEqual([
      'exit 1',
      'Busker cannot start: PORT must be a whole number from 0 to 65535.',
      'Busker cannot start: Set BUSKER_SECRET: one or more secrets of at least 32 bytes, separated by commas.',
    ]);
    expect(await refusal({ STRIPE_API_BASE: 'http://127.0.0.1:9' }, 'server', '--check')).toEqual([
      'exit 1',
      'Busker cannot start: STRIPE_API_BASE=http://127.0.0.1:9 does not answer.',
    ]);
    expect(await refusal({}, 'server', '--check')).toEqual([
      'exit 0',
      'The settings are right, and Firestore, Stripe and the bucket of releases answer.',
    ]);
    taken.close();
  });
});

// Holds host-174.
it.each([
  ['is away, and a server starts', 'unavailable', false, []],
  ['is away, and a person asks', 'unavailable', true, ['Stripe does not answer.']],
  ['has ended the key', 'gone', false, ['Stripe refuses the key in STRIPE_SECRET_KEY.']],
] as const)('says whether Stripe answers when it %s', async (_what, kind, isCheck, sentences) => {
  const deps = inMemoryDeps();
  deps.accounts.failNext('readAccount', kind === 'gone' ? { kind } : { kind, error: new Error('sk_live_x') });
  expect(await serviceFaults(deps, {}, isCheck)).toEqual(sentences);
});

// Holds host-197.
it('goes on, and says so in the log, when the bucket of releases does not take its files', async () => {
  const deps = inMemoryDeps();
  const said: unknown[] = [];
  deps.earlierFiles.create = () => Promise.reject(new Error('403'));
  const files = { embed: ['9.9.9/busker.js'], assets: [] };
  const log = {
    ...deps.log,
    releaseNotStored: ({ error }: { readonly error: unknown }) => void said.push(error),
  };
  await storeRelease({ ...deps, log }, join(folder, 'dist'), files);
  expect(said).toEqual([new Error('403')]);
  deps.earlierFiles.names = () => Promise.reject(new Error('404'));
  expect(await serviceFaults(deps, {}, true)).toEqual([
    'The bucket of releases does not answer, or refuses: docs/hosts/server.md has the command that makes it.',
  ]);
});

// Holds host-197.
it('stores the list of a version after all of its files, because a deploy takes the version for complete then, and says when it has others', async () => {
  const { earlierFiles, log: ofDeps } = inMemoryDeps();
  const said: unknown[] = [];
  const log = {
    ...ofDeps,
    releaseNotStored: (line: { readonly error: unknown }) => void said.push(line.error),
  };
  const dist = await mkdtemp(join(tmpdir(), 'busker-list-'));
  const names = ['manifest.json', ...Array.from({ length: 20 }, (_, at) => `part-${at}.js`)];
  await mkdir(join(dist, 'embed/9.9.8'), { recursive: true });
  for (const name of names) await writeFile(join(dist, 'embed/9.9.8', name), name);
  const stored: string[] = [];
  const create = earlierFiles.create.bind(earlierFiles);
  earlierFiles.create = async (name, bytes) => {
    await create(name, bytes);
    stored.push(name);
  };
  const files = { embed: names.map((name) => `9.9.8/${name}`), assets: [] };
  await storeRelease({ earlierFiles, log }, dist, files);
  expect(stored).toHaveLength(21);
  expect(stored.at(-1)).toBe('embed/9.9.8/manifest.json');
  expect(said).toEqual([]);

  await writeFile(join(dist, 'embed/9.9.8/manifest.json'), 'another build of the same version');
  await storeRelease({ earlierFiles, log }, dist, files);
  await rm(dist, { recursive: true });
  expect(stored).toHaveLength(21);
  expect(said).toEqual([
    new Error('embed/9.9.8/manifest.json was published with other files: raise the version in package.json.'),
  ]);
});

/** For 1,000 jobs on a busy machine. */
const patiently = { timeout: 50 * minute, interval: 200 };

const tipsEach = 6;

/** Owners whose tips wait for their new time. */
async function ownersWithTips({ store }: Deps, count: number): Promise<readonly string[]> {
  const uids = Array.from({ length: count }, (_, index) => `owner-${index}`);
  for (const uid of uids) {
    await store.commit([], (writes) => {
      for (let index = 0; index < tipsEach; index += 1) {
        const tip = { ...fakeTip(), ownerUid: uid, tipId: `${uid}-${index}`, eraseTextsAt: 1 };
        writes.write(stored.tip(uid, tip.tipId), tip);
      }
    });
  }
  return uids;
}

describe('the demo as a program', () => {
  // Holds host-179.
  it.each([
    [['--address', '0.0.0.0'], /^--address 0\.0\.0\.0 would open the demo to others.* Add --for-others/],
    [['--for-others'], /^--for-others says nothing without --address/],
    [['--address', 'everywhere', '--for-others'], /^--address needs an IPv4 address of this machine/],
    [['--adress', '0.0.0.0', '--for-others'], /^busker has no --adress/],
  ])('starts nothing with %j', async (words, sentence) => {
    const [code, said] = await refusal({ BUSKER_STATE: join(folder, 'never') }, 'demo', ...words);
    expect(code).toBe('exit 1');
    expect(said).toMatch(sentence);
  });
});

describe('three server processes side by side', () => {
  // Holds host-175, host-176.
  const timeout = inject('isShort') ? 3 * minute : 60 * minute;
  it(
    'do every job once although one of them is killed in the middle, and none is lost',
    { timeout },
    async () => {
      const env = { ...settings, SMTP_URL: '' };
      const deps = liveDeps(parseConfig(env), () => undefined, { bell: silentQueue });
      const uids = await ownersWithTips(deps, inject('sharedJobs'));
      const servers = await Promise.all(
        Array.from({ length: 3 }, () => startProcess({ JOB_LOOK_SECONDS: '1' })),
      );
      const endsOf = ({ lines }: ServerProcess) =>
        lines.filter(({ message, job }) => message === 'job ended' && job?.startsWith('keep-texts-'));
      const [killed, ...others] = servers as [ServerProcess, ...ServerProcess[]];
      const want = async (some: readonly string[]) => {
        // Many at once: a process then never waits for its next job.
        for (let at = 0; at < some.length; at += 250)
          await deps.store.commit([], (writes) => {
            for (const uid of some.slice(at, at + 250))
              deps.jobs.wantIn(writes, 'keep-texts', uid, { input: '4' });
          });
      };
      const ids = uids.map((uid): JobId => jobIdOf('keep-texts', uid));
      const jobs = () => deps.store.readAll(ids.map((id) => stored.job(id)));
      const states = async () => (await jobs()).map((job) => job?.state);
      const isRunning = (state: string | undefined) => state === 'running';

      // Half of them by three processes side by side.
      const half = uids.length / 2;
      await want(uids.slice(0, half));
      await expect
        .poll(async () => (await states()).filter((state) => state === 'done').length, patiently)
        .toBe(half);

      // Of the rest one process has begun some, and stands still in the middle of them, when it is killed.
      for (const { child } of others) child.kill('SIGSTOP');
      await want(uids.slice(half));
      for (let ended = endsOf(killed).length; ; ended = endsOf(killed).length) {
        while (endsOf(killed).length === ended) await wait(1);
        killed.child.kill('SIGSTOP');
        if ((await states()).some(isRunning)) break;
        killed.child.kill('SIGCONT');
      }
      killed.child.kill('SIGKILL');
      await killed.ended;
      for (const { child } of others) child.kill('SIGCONT');

      // The others take everything else, and are asked to end, with jobs under way.
      await expect.poll(async () => (await states()).includes('due'), patiently).toBe(false);
      for (const { child } of others) child.kill('SIGTERM');
      expect(await Promise.all(others.map(({ ended }) => ended))).toEqual(others.map(() => 0));
      // What the killed one had begun is still its own.
      const held = (await states()).filter(isRunning).length;
      expect(held).toBeGreaterThan(0);
      expect(held).toBeLessThanOrEqual(4);

      // Minutes later the leases have ended.
      const later = await startProcess({ JOB_LOOK_SECONDS: '1', CLOCK_AHEAD: `${7 * minute}` });
      servers.push(later);
      await expect.poll(async () => new Set(await states()), patiently).toEqual(new Set(['done']));
      later.child.kill('SIGTERM');
      await later.ended;

      const done = servers.flatMap(endsOf).filter(({ end }) => end === 'done');
      expect(new Set(done.map(({ job }) => job)).size).toBe(done.length);
      // A job whose end was stored just before the kill has no line.
      expect(done.length).toBeGreaterThanOrEqual(ids.length - 4);
      expect((await jobs()).every((job) => job?.wants === 1 && job.covered === 1 && job.lease === null)).toBe(
        true,
      );
      const { createdAt } = fakeTip();
      const kept = await deps.store.find(
        {
          from: collections.tips,
          group: true,
          where: [['eraseTextsAt', '==', new Date(yearsAfter(createdAt, 4))]],
          limit: 20_000,
        },
        () => null,
      );
      expect(kept.length).toBe(ids.length * tipsEach);
    },
  );
});
