import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AuthMessage } from '@busker/emulator-auth/start-auth';
import type { Busker } from '@busker/local/start';

export type Addresses = Busker['addresses'];

const root = fileURLToPath(new URL('..', import.meta.url));

type Report =
  | { readonly kind: 'ready'; readonly addresses: Addresses }
  | { readonly kind: 'message'; readonly message: AuthMessage };

export interface Backend {
  readonly addresses: Addresses;
  readonly stateDir: string;
  /** Sends SIGTERM. */
  stop(): Promise<void>;
  /** Sends SIGKILL, like a power cut. */
  kill(): Promise<void>;
}

export interface BackendOptions {
  readonly stateDir: string;
  /** The ports to use again, for a restart while pages are open; without them, free ports. */
  readonly addresses?: Addresses;
  /** Environment variables to add. */
  readonly env?: Readonly<Record<string, string>>;
}

export const newStateDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'busker-e2e-'));
export const removeStateDir = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

const portOf = (url: string): string => new URL(url).port;

/** The ports of a running backend, as the environment of another process names them. */
export function portsOf(addresses: Addresses): Record<string, string> {
  const { app, examples, auth, firestore, storage, stripe, mail, push } = addresses;
  return {
    BUSKER_PORT: portOf(app),
    BUSKER_EXAMPLES_PORT: portOf(examples),
    FIREBASE_AUTH_EMULATOR_HOST: portOf(auth),
    FIRESTORE_EMULATOR_HOST: portOf(firestore),
    FIREBASE_STORAGE_EMULATOR_HOST: portOf(storage),
    STRIPE_API_BASE: portOf(stripe),
    BUSKER_MAIL_PORT: portOf(mail),
    BUSKER_PUSH_PORT: portOf(push),
  };
}

function placed(addresses: Addresses | undefined): {
  readonly args: readonly string[];
  readonly env: Record<string, string>;
} {
  if (!addresses) return { args: ['--free-ports'], env: {} };
  return { args: [], env: portsOf(addresses) };
}

/** Starts the backend as `npm start` does, in its own process. */
export async function startBackend({ stateDir, addresses, env: more }: BackendOptions): Promise<Backend> {
  const { args, env } = placed(addresses);
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
    cwd: root,
    env: { ...process.env, ...env, ...more, BUSKER_STATE: stateDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => printed.push(text.toString()));
  const ready = await new Promise<Addresses>((resolve, reject) => {
    child.on('message', (report: Report) => {
      if (report.kind === 'ready') resolve(report.addresses);
    });
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${printed.join('')}`)));
  });
  return {
    addresses: ready,
    stateDir,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
