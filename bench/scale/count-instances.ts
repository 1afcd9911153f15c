import { fork, type ChildProcess } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('count-instance.ts', import.meta.url));

export interface CountInstance {
  /** Times of the views that it answered with 204, in milliseconds of `performance.now()`. */
  readonly answered: number[];
  /** Milliseconds from each request to its answer. */
  readonly took: number[];
  /** Answers other than 204, and requests without one. */
  failed: number;
  send(handle: string): Promise<void>;
  /** Waits for the answers that are under way, then ends the process. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts instances of `count` in processes of their own. `env` names their store. */
export async function startInstances(
  wanted: number,
  env: Readonly<Record<string, string>>,
): Promise<CountInstance[]> {
  return Promise.all(Array.from({ length: wanted }, () => startInstance(env)));
}

async function startInstance(env: Readonly<Record<string, string>>): Promise<CountInstance> {
  const child = fork(file, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`An instance ended with ${code}`)));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const underWay = new Set<Promise<void>>();
  const instance: CountInstance = {
    answered: [],
    took: [],
    failed: 0,
    async send(handle) {
      const sent = post(agent, port, handle, instance);
      underWay.add(sent);
      await sent;
      underWay.delete(sent);
    },
    async end(signal) {
      await Promise.all(underWay);
      await ended(child, signal);
      agent.destroy();
    },
  };
  return instance;
}

let views = 0;

function post(agent: Agent, port: number, handle: string, instance: CountInstance): Promise<void> {
  views += 1;
  const body = JSON.stringify({ events: [{ kind: 'view', handle }] });
  const headers = {
    'content-type': 'text/plain',
    'content-length': body.length,
    'x-forwarded-for': `198.51.${Math.floor(views / 250) % 250}.${views % 250}`,
  };
  const began = performance.now();
  return new Promise((resolve) => {
    const failed = () => {
      instance.failed += 1;
      resolve();
    };
    const sending = request(
      { agent, host: '127.0.0.1', port, path: '/v1/events', method: 'POST', headers },
      (answer) => {
        answer.resume();
        answer.once('error', failed);
        answer.once('end', () => {
          if (answer.statusCode !== 204) return failed();
          const now = performance.now();
          instance.answered.push(now);
          instance.took.push(now - began);
          resolve();
        });
      },
    );
    sending.once('error', failed);
    sending.end(body);
  });
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exit;
}
