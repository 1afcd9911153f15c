import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js';
import * as v from 'valibot';
import { writeFileAtomically } from '../atomic-file';
import { authSnapshot, restoreSnapshot, takeSnapshot } from './account-snapshot';

/** The accounts of one project in `<folder>/accounts.json`, written at most `delayMs` after a change. */
export interface AccountFile {
  readonly state: AgentProjectState;
  /** Something may have changed. */
  touch(): void;
  /** Writes what is not written yet. */
  saved(): Promise<void>;
  /** The same, and stops. */
  close(): Promise<void>;
}

/** @throws when the file is there but cannot be understood; nothing is overwritten then */
async function readState(path: string, projectId: string): Promise<AgentProjectState> {
  if (existsSync(path)) return restoreSnapshot(projectId, v.parse(authSnapshot, await parsed(path)));
  const state = new AgentProjectState(projectId);
  // What a new Firebase project has: no answer tells whether an address has an account.
  state.enableImprovedEmailPrivacy = true;
  return state;
}

async function parsed(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

export async function openAccountFile(
  folder: string,
  projectId: string,
  { delayMs, onFailure }: { delayMs: number; onFailure: (error: unknown) => void },
): Promise<AccountFile> {
  const path = join(folder, 'accounts.json');
  const state = await readState(path, projectId).catch((cause: unknown) => {
    throw new Error(`The accounts in ${path} cannot be read. Move the file away, or start with --reset.`, {
      cause,
    });
  });

  let written = JSON.stringify(takeSnapshot(state));
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const write = (): Promise<void> => {
    writing = writing.then(async () => {
      const text = JSON.stringify(takeSnapshot(state));
      if (text === written) return;
      await writeFileAtomically(path, text);
      written = text;
    });
    return writing;
  };
  const writeLater = (): void => {
    timer = null;
    write().catch((error: unknown) => {
      writing = Promise.resolve();
      onFailure(error);
      timer ??= setTimeout(writeLater, delayMs);
    });
  };

  return {
    state,
    touch: () => {
      timer ??= setTimeout(writeLater, delayMs);
    },
    saved: write,
    close: () => {
      if (timer) clearTimeout(timer);
      return write();
    },
  };
}
