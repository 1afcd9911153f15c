import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Machine } from '../command';
import { known, unanswered } from '../installation/google';
import { type Tools } from './steps/tools';

const packageFile = v.object({ version: v.string() });
const lockFile = v.object({
  packages: v.object({ 'node_modules/firebase-tools': v.object({ version: v.string() }) }),
});

const readJson = async <T>(file: string, schema: v.GenericSchema<unknown, T>): Promise<T> =>
  v.parse(schema, JSON.parse(await readFile(file, 'utf8')));

/** Whether the credentials of this machine give a token for Google. */
export const readCredentials = (token: () => Promise<string>): Promise<Tools['credentials']> =>
  token().then(
    () => known(null),
    (error: unknown) => unanswered(error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''),
  );

/** Reads the tools of this machine; `token` shows whether the Google credentials work. */
export async function readTools({ root, run }: Machine, token: () => Promise<string>): Promise<Tools> {
  const git = async (...args: string[]) => {
    const { code, output } = await run('git', args);
    return code === 0 ? output.trimEnd() : null;
  };
  const [commit, status, lock, installed, credentials] = await Promise.all([
    git('rev-parse', 'HEAD'),
    git('status', '--porcelain'),
    readJson(`${root}host/firebase/package-lock.json`, lockFile),
    readJson(`${root}host/firebase/node_modules/firebase-tools/package.json`, packageFile).catch(() => null),
    readCredentials(token),
  ]);
  return {
    node: process.versions.node,
    firebaseTools: {
      installed: installed?.version ?? null,
      locked: lock.packages['node_modules/firebase-tools'].version,
    },
    commit,
    changed: (status ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.slice(3)),
    credentials,
  };
}
