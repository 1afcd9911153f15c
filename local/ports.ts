import { execFile } from 'node:child_process';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '@busker/core/base/result';
import { isLoopbackHost } from '@busker/emulators/loopback';

/** The program that listens at a port. */
export interface PortHolder {
  readonly pid: number;
  /** Its command line, shortened. */
  readonly command: string;
}

const run = promisify(execFile);

const shortened = (command: string): string =>
  command.length > 80 ? `${command.slice(0, 79).trimEnd()}…` : command;

/** State 0A of proc(5)'s table of sockets. */
const listening = '0A';

/** The inodes of the sockets that listen at a port, from /proc/net/tcp or tcp6. */
export function socketsAt(table: string, port: number): readonly string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address = '', , state]) => address.endsWith(`:${wanted}`) && state === listening)
    .flatMap((columns) => columns[9] ?? []);
}

/** Linux tells it in /proc, about the processes of this user. */
async function holderInProc(port: number): Promise<PortHolder | null> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const sockets = new Set(
    tables.flatMap((table) => socketsAt(table, port)).map((inode) => `socket:[${inode}]`),
  );
  if (sockets.size === 0) return null;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const folder = `/proc/${pid}/fd`;
    const open = await readdir(folder).catch(() => []);
    const links = await Promise.all(open.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
    if (!links.some((link) => sockets.has(link))) continue;
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
      .replaceAll('\0', ' ')
      .trim();
    return { pid: Number(pid), command: shortened(command) };
  }
  return null;
}

/** The answer of `lsof -F pc`: a line for each field, which begins with the field's letter. */
export function holderInLsof(answer: string): PortHolder | null {
  const field = (letter: string): string | undefined =>
    answer
      .split('\n')
      .find((line) => line.startsWith(letter))
      ?.slice(1);
  const pid = Number(field('p'));
  return Number.isInteger(pid) && pid > 0 ? { pid, command: shortened(field('c') ?? '') } : null;
}

async function holderByLsof(port: number): Promise<PortHolder | null> {
  try {
    const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], {
      timeout: 3_000,
    });
    return holderInLsof(stdout);
  } catch {
    // It is not installed, or nobody that this user may see listens there.
    return null;
  }
}

/** Who listens at a port of this machine; null where the system does not tell. */
export async function portHolder(port: number): Promise<PortHolder | null> {
  const found = process.platform === 'linux' ? await holderInProc(port).catch(() => null) : null;
  return found ?? holderByLsof(port);
}

/** Every server of the local backend: its name for people, its setting, and its default port. */
export const servers = {
  app: { name: 'app, API and embed', setting: 'BUSKER_PORT', port: 4100 },
  examples: { name: 'example sites', setting: 'BUSKER_EXAMPLES_PORT', port: 4200 },
  auth: { name: 'Auth emulator', setting: 'FIREBASE_AUTH_EMULATOR_HOST', port: 9099 },
  firestore: { name: 'Firestore', setting: 'FIRESTORE_EMULATOR_HOST', port: 8080 },
  storage: { name: 'Storage', setting: 'FIREBASE_STORAGE_EMULATOR_HOST', port: 9199 },
  stripe: { name: 'Stripe sandbox', setting: 'STRIPE_API_BASE', port: 12111 },
  mail: { name: 'mail server', setting: 'BUSKER_MAIL_PORT', port: 1025 },
  push: { name: 'push service', setting: 'BUSKER_PUSH_PORT', port: 8095 },
} as const;
export type ServerName = keyof typeof servers;
export const serverNames = Object.keys(servers) as readonly ServerName[];

export type Ports = Readonly<Record<ServerName, number>>;

/** Takes a free port for each server. */
export const freePorts: Ports = {
  app: 0,
  examples: 0,
  auth: 0,
  firestore: 0,
  storage: 0,
  stripe: 0,
  mail: 0,
  push: 0,
};

/** `9199`, `127.0.0.1:9199` or `http://127.0.0.1:9199`; other machines are refused. */
export function portIn(setting: string, value: string): Result<number, string> {
  const address = /^\d+$/.test(value)
    ? `http://localhost:${value}`
    : value.replace(/^(?!https?:)/, 'http://');
  const url = URL.canParse(address) ? new URL(address) : null;
  const port = Number(url?.port);
  if (!url || !Number.isInteger(port) || port < 1)
    return fail(`${setting}=${value} is not a port. Write a number, or an address such as 127.0.0.1:9099.`);
  if (!isLoopbackHost(url.hostname))
    return fail(
      `${setting}=${value} names another machine. All local servers run on this one: use 127.0.0.1.`,
    );
  return ok(port);
}

const defaultPorts = Object.fromEntries(serverNames.map((name) => [name, servers[name].port])) as Ports;

/** The default ports, or those that are noted, changed by the settings in the environment; the problem is one sentence. */
export function portsFrom(
  env: Readonly<Record<string, string | undefined>>,
  noted: Ports = defaultPorts,
): Result<Ports, string> {
  const ports: Record<ServerName, number> = { ...freePorts };
  for (const name of serverNames) {
    const { setting } = servers[name];
    const value = env[setting] ?? '';
    const found = value === '' ? ok(noted[name]) : portIn(setting, value);
    if (!found.ok) return found;
    const other = serverNames.find((each) => ports[each] === found.value);
    if (other)
      return fail(
        `The ${servers[other].name} and the ${servers[name].name} both have port ${found.value}. Change ${setting}.`,
      );
    ports[name] = found.value;
  }
  return ok(ports);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => resolve(true)));
  });
}

/** A port that a server is going to take. */
interface WantedPort {
  readonly port: number;
  /** The server's name for people. */
  readonly name: string;
  /** The environment variable that chooses another port. */
  readonly setting: string;
}

/** `5000 (app, API and embed, BUSKER_PORT), held by process 812 (java)` */
async function described({ port, name, setting }: WantedPort, holderOf: typeof portHolder): Promise<string> {
  const holder = await holderOf(port);
  const held = holder ? `, held by process ${holder.pid}${holder.command ? ` (${holder.command})` : ''}` : '';
  return `${port} (${name}, ${setting})${held}`;
}

/**
 * All of these ports that other programs use, with who holds them where the system tells, or null when all are free. `orElse`: a further way out, as
 * the end of the sentence.
 */
export async function whyInUse(
  wanted: readonly WantedPort[],
  orElse = '.',
  holderOf = portHolder,
): Promise<string | null> {
  const free = await Promise.all(wanted.map(({ port }) => isFree(port)));
  const inUse = wanted.filter((_each, index) => !free[index]);
  if (inUse.length === 0) return null;
  const each = await Promise.all(inUse.map((one) => described(one, holderOf)));
  const named = each.join('; ');
  const or = orElse === '.' ? 'or ' : '';
  return inUse.length === 1
    ? `Port ${named} is in use. Stop that program, ${or}choose another port with that setting${orElse}`
    : `Ports ${named} are in use. Stop those programs, ${or}choose other ports with those settings${orElse}`;
}

/** The same for the ports of the local backend. */
export const portsInUse = (ports: Ports, holderOf = portHolder): Promise<string | null> =>
  whyInUse(
    serverNames.map((name) => ({
      port: ports[name],
      name: servers[name].name,
      setting: servers[name].setting,
    })),
    ', or take free ports: npm start -- --free-ports',
    holderOf,
  );
