import { existsSync } from 'node:fs';
import { access, constants, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { writeFileAtomically, lockFolder } from '@busker/emulators/data-folder';
import { runningFile } from './running';

/** The names of everything that the local backend stores. `--reset` deletes only these. */
const kept = {
  marker: 'busker-state.json',
  keys: 'keys.json',
  auth: 'auth',
  firestore: 'firestore',
  storage: 'storage',
  stripe: 'stripe.jsonl',
  post: 'post',
  push: 'push.json',
  running: runningFile,
} as const;

const marker = v.object({ version: v.literal(1) });

export interface StateFolder {
  readonly keys: string;
  readonly auth: string;
  readonly firestore: string;
  readonly storage: string;
  readonly stripe: string;
  readonly post: string;
  /** The subscriptions of the local push service. */
  readonly push: string;
  release(): void;
}

/** Its message can be shown to people. */
export class StateFolderError extends Error {}

async function check(folder: string): Promise<void> {
  const begun = (await readdir(folder)).filter((name) => name !== 'lock');
  if (begun.length === 0) return;
  const path = join(folder, kept.marker);
  if (!existsSync(path)) {
    throw new StateFolderError(
      `${folder} is incomplete: ${kept.marker} is missing. Start with --reset to empty it (the demo's other files are deleted).`,
    );
  }
  if (!v.is(marker, await parsed(path))) {
    throw new StateFolderError(
      `${folder} was written by another version of Busker. Start with --reset to empty it, or choose another folder with BUSKER_STATE.`,
    );
  }
}

async function parsed(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Opens and locks the folder of the local backend's state.
 * @throws StateFolderError with one sentence: not a folder, in use, incomplete, or of another version
 */
export async function openStateFolder(folder: string, { reset = false } = {}): Promise<StateFolder> {
  await made(folder);
  const lock = locked(folder);
  try {
    if (reset) {
      const own = Object.values(kept).map((name) => join(folder, name));
      await Promise.all(own.map((path) => rm(path, { recursive: true, force: true })));
    } else await check(folder);
    await writeFileAtomically(join(folder, kept.marker), '{ "version": 1 }\n');
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    keys: join(folder, kept.keys),
    auth: join(folder, kept.auth),
    firestore: join(folder, kept.firestore),
    storage: join(folder, kept.storage),
    stripe: join(folder, kept.stripe),
    post: join(folder, kept.post),
    push: join(folder, kept.push),
    release: () => lock.release(),
  };
}

/** Creates the folder. It may be a file, lie below a file, or lie where this user may not write. */
async function made(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const why = Object.hasOwn(reasons, code) ? reasons[code] : `it cannot be created (${code})`;
    throw new StateFolderError(
      `${folder} cannot hold the state: ${why}. Choose another folder with BUSKER_STATE.`,
      { cause: error },
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  ENAMETOOLONG: 'its name is too long',
};

function locked(folder: string): { release(): void } {
  try {
    return lockFolder(folder);
  } catch (error) {
    throw new StateFolderError(error instanceof Error ? error.message : String(error));
  }
}
