import { readFile, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { type Result, fail, ok } from '@busker/core/base/result';
import { type JsonApi, hasApp, passwordHash, readUsers, savedUser, writeUsers } from './users';

export interface SignInService {
  readonly api: JsonApi;
  /** `…/v1/projects/P` */
  readonly users: string;
  /** The address of the project's configuration, which has the values of the hash; null = on this machine, which has none. */
  readonly configuration: string | null;
}

const configuration = v.object({
  signIn: v.optional(v.object({ hashConfig: v.optional(passwordHash) }), {}),
});
const savedFile = v.object({ hash: v.nullable(passwordHash), users: v.array(savedUser) });

type Done = Result<readonly string[], string>;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** Writes every sign-in into a new file, with what an import into another project needs. */
export async function exportSignIns(service: SignInService, file: string): Promise<Done> {
  const { api, configuration: address } = service;
  const users = await readUsers(api, service.users);
  const found = address === null ? {} : v.parse(configuration, await api.json('GET', address)).signIn;
  const hash = 'hashConfig' in found ? (found.hashConfig ?? null) : null;
  if (address !== null && hash === null && users.some((user) => user['passwordHash'] !== undefined))
    return fail('The project does not say how passwords are hashed; ask as an owner of the project.');
  const text = JSON.stringify({ hash, users }, null, 1);
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (isThere(error)) return fail(`${file} exists already, and stays as it is.`);
    throw error;
  }
  return ok([`Sign-ins in ${file}: ${users.length}. It has the hashes of passwords: keep it encrypted.`]);
}

/** Adds the sign-ins of a file that are missing; those that are there stay as they are. */
export async function importSignIns(service: SignInService, file: string, yes: boolean): Promise<Done> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return fail(`${file} cannot be read.`);
  const parsed = v.safeParse(savedFile, jsonOf(text));
  if (!parsed.success) return fail(`${file} was not written by: npm run sign-ins -- export`);
  const { hash, users } = parsed.output;
  const known = new Set((await readUsers(service.api, service.users)).map(({ localId }) => localId));
  const missing = users.filter(({ localId }) => !known.has(localId));
  const counted = `Sign-ins in ${file}: ${users.length}; missing: ${missing.length}.`;
  if (!yes) return ok([counted, 'Nothing was written. Add --yes to add them.']);
  const refused = await writeUsers(service.api, service.users, missing, hash);
  const lost = new Set(refused.map(({ localId }) => localId));
  const withApp = missing.filter((user) => hasApp(user) && !lost.has(user.localId));
  const apps = withApp.map(
    ({ localId }) => `${localId} signs in without an authenticator app until it is set up again.`,
  );
  if (lost.size > 0)
    return fail(
      [counted, ...apps, ...refused.map(({ localId, why }) => `${localId} was refused: ${why}`)].join('\n'),
    );
  return ok([counted, `Added ${missing.length}.`, ...apps]);
}
