import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOfRunning } from '@busker/local/functions-environment';
import { freePorts } from '@busker/local/ports';
import { startBusker } from '@busker/local/start';
import type { BenchOptions, BenchRow } from '../bench-row';

const root = new URL('../../', import.meta.url).pathname;

/** Milliseconds that 99 of 100 answers may take. */
const longest = 200;

interface Sent {
  readonly path: string;
  readonly body?: object;
  readonly contentType?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

let fans = 0;
/** Each request is another fan's: an address has limits of its own. */
const addressOf = (fan: number) => `10.${(fan >> 16) & 255}.${(fan >> 8) & 255}.${fan & 255}`;

/** Sends one request, and resolves with its status and text. */
async function ask(port: number, { path, body, contentType = 'application/json' }: Sent) {
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      // A session of tips is for one site.
      origin: 'http://localhost:4100',
      'x-forwarded-for': addressOf((fans += 1)),
      ...(body && { 'content-type': contentType }),
    },
  });
  asked.end(body && JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [
    AsyncIterable<Buffer> & { readonly statusCode?: number },
  ];
  let text = '';
  for await (const part of answer) text += part.toString();
  return { status: answer.statusCode ?? 0, text };
}

interface Kind {
  readonly what: string;
  /** The next request of this kind. */
  readonly next: (at: number) => Sent;
  readonly status: number;
}

/** What fans send. The session of tips is one for all of them: a session makes nothing. */
async function kindsOf(port: number): Promise<readonly Kind[]> {
  const { text } = await ask(port, { path: '/v1/tip-sessions', body: { handle: 'ada' } });
  const { session, currency, limits } = JSON.parse(text) as {
    readonly session: string;
    readonly currency: string;
    readonly limits: { readonly min: number };
  };
  const amounts = { tipAmount: limits.min, total: limits.min, coverCosts: false, currency };
  return [
    { what: 'profile reads', next: () => ({ path: '/v1/profiles/ada' }), status: 200 },
    {
      what: 'views',
      next: () => ({
        path: '/v1/events',
        contentType: 'text/plain',
        body: { events: [{ kind: 'view', handle: 'ada' }] },
      }),
      status: 204,
    },
    {
      what: 'tips until the card form',
      next: () => ({
        path: '/v1/tips',
        body: { handle: 'ada', ...amounts, session, clientRequestId: randomUUID(), surface: 'elements' },
      }),
      status: 201,
    },
  ];
}

/** Requests a second, and the 99th percentile, with so many under way at all times. */
async function load(ports: readonly number[], { next, status }: Kind, atOnce: number, seconds: number) {
  const took: number[] = [];
  let failed = 0;
  let sent = 0;
  const until = performance.now() + seconds * 1000;
  const fan = async () => {
    while (performance.now() < until) {
      const port = ports[(sent += 1) % ports.length] ?? 0;
      const began = performance.now();
      const answer = await ask(port, next(sent)).catch(() => null);
      took.push(performance.now() - began);
      if (answer?.status !== status) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, fan));
  const sorted = took.toSorted((a, b) => a - b);
  return {
    perSecond: took.length / seconds,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Infinity,
    failed,
  };
}

/** The most requests a second of which 99 in 100 are answered in time, and all as they should be. */
async function most(ports: readonly number[], kind: Kind, seconds: number): Promise<number> {
  let best = 0;
  await load(ports, kind, 4, 1);
  for (let atOnce = 1; atOnce <= 64; atOnce *= 2) {
    const { perSecond, p99, failed } = await load(ports, kind, atOnce, seconds);
    if (p99 > longest || failed > 0) break;
    best = Math.max(best, perSecond);
  }
  return best;
}

/** Starts so many processes `busker server`, and resolves with their ports. */
async function startProcesses(count: number, program: string, env: NodeJS.ProcessEnv) {
  const children: ChildProcess[] = [];
  const ports = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, [program, 'server'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return new Promise<number>((resolve, reject) => {
      // It is read to its end: a process whose log nobody takes stands still.
      child.stdout.on('data', (part: Buffer) => {
        const port = /"message":"server ready","port":(\d+)/.exec(part.toString())?.[1];
        if (port !== undefined) resolve(Number(port));
      });
      child.once('close', () => reject(new Error('A server process ended before it was ready.')));
    });
  });
  const stop = async () => {
    const ends = children.map((child) => once(child, 'close'));
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(ends);
  };
  return { ports: await Promise.all(ports), stop };
}

/**
 * What one, two and four server processes side by side answer (`busker server`), in front of the emulators of this machine. Emulators and fans take
 * computing time of the same cores, so that only ratios of one run say something, and those of more processes than half the cores little.
 */
export async function serverProcesses({ quick, log }: BenchOptions): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'busker-processes-'));
  const stateDir = join(folder, 'state');
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'dashboard'), { recursive: true });
  await writeFile(join(dist, 'dashboard/index.html'), '<!doctype html><head></head>');
  const busker = await startBusker({ ports: freePorts, stateDir, log: () => undefined });
  try {
    const found = await environmentOfRunning({}, stateDir);
    if (!found.ok) throw new Error(found.problem);
    const settings = {
      ...found.value,
      LIMIT_FACTOR: '1000000',
      CLIENT_ADDRESS: 'proxy:1',
      COUNT_WINDOW_SECONDS: '10',
      BUSKER_DIST: dist,
      PORT: '0',
      METRICS_PORT: 'off',
    };
    const env = { PATH: process.env['PATH'], ...settings };
    const { builtPrograms } = (await import(`${root}scripts/load-servers.mjs`)) as {
      readonly builtPrograms: () => Promise<string>;
    };
    const program = join(await builtPrograms(), 'busker.js');
    const alone = new Map<string, number>();
    const rows: BenchRow[] = [];
    for (const count of [1, 2, 4]) {
      const { ports, stop } = await startProcesses(count, program, env);
      try {
        for (const kind of await kindsOf(ports[0] ?? 0)) {
          const value = await most(ports, kind, quick ? 1 : 5);
          log(`scale: ${count} processes, ${kind.what}: ${Math.round(value)} a second`);
          const one = alone.get(kind.what);
          if (one === undefined) {
            alone.set(kind.what, value);
            rows.push({
              what: `one process: ${kind.what}, p99 at most ${longest} ms`,
              value,
              unit: 'per second',
              atMost: null,
            });
          } else
            rows.push({
              what: `${count} processes / one: ${kind.what}`,
              value: one > 0 ? value / one : 0,
              unit: 'ratio',
              atMost: null,
            });
        }
      } finally {
        await stop();
      }
    }
    return rows;
  } finally {
    agent.destroy();
    await busker.close();
    await rm(folder, { recursive: true, force: true });
  }
}
