import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js';
import * as v from 'valibot';
import { writeFileAtomically } from '../atomic-file';
import { authSnapshot, restoreSnapshot, takeSnapshot } from './account-snapshot';
import type { AuthMessage } from './auth-message';
import { openOutbox, type Outbox } from './outbox';

/** The accounts of one project in `<folder>/accounts.json`. */
export interface AccountFile {
  readonly state: AgentProjectState;
  readonly outbox: Outbox;
  /**
   * Resolves when all changes are on disk. Changes of one moment share a write. After a failure the write is tried again
   * every `retryMs`.
   */
  saved(): Promise<void>;
  /** Writes pending changes and stops. */
  close(): Promise<void>;
}

export interface AccountFileOptions {
  readonly projectId: string;
  readonly actionUrl: string | null;
  readonly retryMs: number;
  readonly onFailure: (error: unknown) => void;
}

interface Kept {
  readonly state: AgentProjectState;
  readonly messages: readonly AuthMessage[];
}

const name = 'accounts.json';

/** @throws when the file exists but is invalid; it is never overwritten then */
async function readKept(path: string, projectId: string): Promise<Kept> {
  if (existsSync(path)) {
    const snapshot = v.parse(authSnapshot, await parsed(path));
    return { state: restoreSnapshot(projectId, snapshot), messages: snapshot.messages };
  }
  const state = new AgentProjectState(projectId);
  // The default of a new Firebase project: no answer tells whether an email address has an account.
  state.enableImprovedEmailPrivacy = true;
  return { state, messages: [] };
}

async function parsed(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

/** Removes the temporary files of a process that was killed while it wrote. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const halves = names.filter((each) => each.startsWith(`${name}.`) && each.endsWith('.next'));
  await Promise.all(halves.map((each) => rm(join(folder, each), { force: true })));
}

export async function openAccountFile(
  folder: string,
  { projectId, actionUrl, retryMs, onFailure }: AccountFileOptions,
): Promise<AccountFile> {
  const path = join(folder, name);
  await sweep(folder);
  const { state, messages } = await readKept(path, projectId).catch((cause: unknown) => {
    throw new Error(`The accounts in ${path} cannot be read. Move the file away, or start with --reset.`, {
      cause,
    });
  });
  const outbox = openOutbox(state, { kept: messages, actionUrl });
  const taken = (): string => JSON.stringify(takeSnapshot(state, outbox.kept()));

  let written = taken();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = (): Promise<void> => {
    const done = writing.then(async () => {
      const text = taken();
      if (text === written) return;
      await writeFileAtomically(path, text);
      written = text;
    });
    // A failed write does not block the next one.
    writing = done.catch(() => undefined);
    return done;
  };
  const writeOrRetry = (): Promise<void> => {
    const done = write();
    done.catch((error: unknown) => {
      onFailure(error);
      timer ??= setTimeout(() => {
        timer = null;
        void writeOrRetry().catch(() => undefined);
      }, retryMs);
    });
    return done;
  };

  return {
    state,
    outbox,
    saved: writeOrRetry,
    close: () => {
      if (timer) clearTimeout(timer);
      return write();
    },
  };
}
