import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { viewSender, type ViewSender } from './view-sender';

const file = fileURLToPath(new URL('count-instance.ts', import.meta.url));

export interface CountInstance extends ViewSender {
  readonly port: number;
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
  const sender = viewSender(port);
  return Object.assign(sender, {
    port,
    async end(signal: 'SIGTERM' | 'SIGKILL') {
      await sender.close();
      await ended(child, signal);
    },
  });
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exit;
}
