import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';

/**
 * Replaces a file atomically: a reader finds the old or the new text, also after a power failure. Only the owner can
 * read the file.
 */
export async function writeFileAtomically(
  path: string,
  text: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${process.pid}.next`;
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(text, encoding);
    await file.datasync();
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(next, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

interface Holder {
  readonly pid: number;
  /** The start time of the process, in clock ticks since boot; null where the system does not report it. */
  readonly began: string | null;
}

const held = new Set<string>();

/** Field 22 of /proc/<pid>/stat. It distinguishes a process from a later one with the same pid. */
function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readHolder(file: string): Holder | null {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const { pid, began } = json as Partial<Holder>;
    return typeof pid === 'number' ? { pid, began: typeof began === 'string' ? began : null } : null;
  } catch {
    return null;
  }
}

function holds(holder: Holder, file: string): boolean {
  if (holder.pid === process.pid) return held.has(file);
  if (!isAlive(holder.pid)) return false;
  return holder.began === null || beganAt(holder.pid) === holder.began;
}

function create(file: string): boolean {
  try {
    const fd = openSync(file, 'wx', 0o600);
    writeSync(fd, JSON.stringify({ pid: process.pid, began: beganAt(process.pid) }));
    closeSync(fd);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Locks the folder for this process. The lock of a dead process is replaced. */
export function lockFolder(folder: string): { release(): void } {
  const file = join(folder, 'lock');
  for (let attempt = 0; attempt < 3; attempt++) {
    if (create(file)) {
      held.add(file);
      return {
        release() {
          held.delete(file);
          unlinkSync(file);
        },
      };
    }
    const holder = readHolder(file);
    if (holder !== null && holds(holder, file)) {
      throw new Error(
        `${folder} is in use by process ${holder.pid}. Stop that process first, or choose another folder.`,
      );
    }
    unlinkSync(file);
  }
  throw new Error(`Another process is locking ${folder}.`);
}
