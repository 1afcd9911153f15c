import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

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
