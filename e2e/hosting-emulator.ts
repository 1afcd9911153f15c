import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { immutableFiles } from '@busker/local/hosting/immutable-files';
import { firebaseConfig } from '@busker/host/firebase/firebase-config';
import { firebaseFolder } from '@busker/host/firebase/installed';
import type { Addresses } from './backend';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface HostingEmulator {
  readonly url: string;
  /** `host:port` of the emulator of Cloud Tasks. */
  readonly tasks: string;
  /** Everything that the tools and the functions have printed so far. */
  printed(): string;
  close(): Promise<void>;
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(
    servers.map((server) => {
      server.close();
      return once(server, 'close');
    }),
  );
  return ports;
}

/** Copies the built site and functions to a separate folder: the tools write their log and look for settings there. */
async function layOut(
  folder: string,
  ports: readonly number[],
): Promise<{ readonly url: string; readonly tasks: string }> {
  const [hub, logging, hosting, functions, eventarc, tasks] = ports;
  const host = '127.0.0.1';
  const emulators = {
    // Without this line, the tools download the emulator UI.
    ui: { enabled: false },
    hub: { host, port: hub },
    logging: { host, port: logging },
    hosting: { host, port: hosting },
    functions: { host, port: functions },
    eventarc: { host, port: eventarc },
    tasks: { host, port: tasks },
  };
  await mkdir(join(folder, 'home'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(root, 'dist/functions'), join(folder, 'dist/functions'), { recursive: true });
  await cp(join(root, 'dist/dashboard'), join(folder, 'dist/hosting'), { recursive: true });
  await cp(join(root, 'dist/overlay'), join(folder, 'dist/hosting'), { recursive: true });
  await cp(join(root, 'dist/embed'), join(folder, 'dist/hosting/embed'), { recursive: true });
  await writeFile(join(folder, 'dist/hosting/busker-config.json'), '{}');
  const url = `http://${host}:${hosting}`;
  const settings = {
    PAYMENTS_MODE: 'sandbox',
    PUBLIC_ORIGIN: url,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox_e2e',
    OPERATOR_NAME: 'Example Ltd',
    OPERATOR_ADDRESS: '1 Example Street',
    OPERATOR_EMAIL: 'hello@busker.example',
    SECURITY_CONTACT: 'security@busker.example',
    AUTHORITY_CONTACT: 'authorities@busker.example',
    REPORT_EMAIL: 'reports@busker.example',
  };
  const secrets = {
    STRIPE_SECRET_KEY: 'sk_test_sandbox_e2e',
    STRIPE_WEBHOOK_SECRETS: 'whsec_e2e',
    BUSKER_SECRET: 'made-for-one-test'.repeat(3),
    SMTP_URL: 'off',
    DKIM_PRIVATE_KEY: 'off',
    VAPID_PRIVATE_KEYS: 'off',
  };
  const asFile = (values: object) =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${String(value)}\n`)
      .join('');
  await writeFile(join(folder, 'dist/functions/.env'), asFile(settings));
  await writeFile(join(folder, 'dist/functions/.secret.local'), asFile(secrets));
  const config = firebaseConfig({ files: await immutableFiles(join(root, 'dist')) });
  await writeFile(join(folder, 'firebase.json'), JSON.stringify({ ...config, emulators }));
  return { url, tasks: `${host}:${tasks}` };
}

/**
 * Starts the Hosting, functions and Cloud Tasks emulators of firebase-tools on the built site, without a network and without Java. The environment prevents
 * requests from the tools to Google and npm. The functions use our own Firestore emulator.
 */
export async function startHostingEmulator(backend: Addresses): Promise<HostingEmulator> {
  const folder = await mkdtemp(join(tmpdir(), 'busker-hosting-'));
  const at = await layOut(folder, await freePorts(6));
  const hostOf = (address: string) => new URL(address).host;
  const home = join(folder, 'home');
  const child = spawn(
    process.execPath,
    [
      join(await firebaseFolder(), 'node_modules/firebase-tools/lib/bin/firebase.js'),
      'emulators:start',
      '--config',
      'firebase.json',
      '--only',
      'hosting,functions',
      '--project',
      'demo-busker',
    ],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        CI: '1',
        NO_UPDATE_NOTIFIER: '1',
        npm_config_offline: 'true',
        HOME: home,
        XDG_CONFIG_HOME: home,
        FIRESTORE_EMULATOR_HOST: hostOf(backend.firestore),
        FIREBASE_AUTH_EMULATOR_HOST: hostOf(backend.auth),
        FIREBASE_STORAGE_EMULATOR_HOST: hostOf(backend.storage),
        STRIPE_API_BASE: backend.stripe,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const lines: string[] = [];
  const printed = () => lines.join('');
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      lines.push(chunk.toString());
      if (printed().includes('All emulators ready')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The emulators ended with ${code}:\n${printed()}`)));
  });
  return {
    ...at,
    printed,
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGINT');
        await gone;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
