import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalAuth, startAuth } from '@busker/emulator-auth/start-auth';
import { type JsonApi, jsonApi, readUsers, removeUsers, usersAt, writeUsers } from './users';
import { setUpApp, signUpByGoogle, tokenOf } from '../drill/second-ways';
import { type SignInService, exportSignIns, importSignIns } from './sign-ins';

const project = 'demo-sign-ins';
const password = 'a long password';
const api = jsonApi('owner');

let folder: string;
let auth: LocalAuth;
let service: SignInService;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-sign-ins-'));
  auth = await startAuth({
    port: 0,
    projectId: project,
    dataDir: join(folder, 'auth'),
    actionUrl: 'http://localhost/',
  });
  service = { api, users: usersAt(auth.url, project), configuration: null };
  file = join(folder, 'users.json');
  for (const email of ['ada@example.com', 'grace@example.com'])
    await api.json('POST', `${service.users}/accounts`, { email, password, emailVerified: true });
  await setUpApp(api, auth.url, 'grace@example.com', password);
  await signUpByGoogle(api, auth.url, 'gus@example.com');
});
afterEach(async () => {
  await auth.close();
  await rm(folder, { recursive: true });
});

const uidOf = async (email: string) =>
  (await readUsers(api, service.users)).find((user) => user['email'] === email)?.localId ?? '';

/** Google's service with one user, and what it was asked. */
function google(signIn: object, refusals: readonly object[] = []) {
  const posted: unknown[] = [];
  const answers: JsonApi['json'] = (method, url, body) => {
    if (method === 'POST') posted.push(body);
    const users = [{ localId: 'u1', passwordHash: 'h' }];
    const isConfiguration = url.endsWith('/config');
    return Promise.resolve(isConfiguration ? { signIn } : method === 'GET' ? { users } : { error: refusals });
  };
  return { api: { ...api, json: answers }, posted };
}

describe('sign-ins', () => {
  // Holds host-068.
  it('are imported with their ids and passwords; an authenticator app must be set up again, and its owner is named', async () => {
    const before = await readUsers(api, service.users);
    const grace = await uidOf('grace@example.com');
    expect(await exportSignIns(service, file)).toMatchObject({ ok: true });
    await expect(tokenOf(api, auth.url, 'grace@example.com', password)).rejects.toThrow('idToken');
    await removeUsers(api, service.users);

    const asked = await importSignIns(service, file, false);
    expect(asked).toMatchObject({
      value: [expect.stringContaining('missing: 3'), expect.any(String)],
    });
    expect(await readUsers(api, service.users)).toEqual([]);

    const done = await importSignIns(service, file, true);
    expect(done).toMatchObject({
      value: [
        expect.any(String),
        'Added 3.',
        `${grace} signs in without an authenticator app until it is set up again.`,
      ],
    });
    const after = await readUsers(api, service.users);
    expect(after.map(({ localId, providerUserInfo }) => [localId, providerUserInfo])).toEqual(
      before.map(({ localId, providerUserInfo }) => [localId, providerUserInfo]),
    );
    for (const email of ['ada@example.com', 'grace@example.com'])
      expect(await tokenOf(api, auth.url, email, password)).not.toBe('');
  });

  it('that are there stay as they are', async () => {
    await exportSignIns(service, file);
    const ada = await uidOf('ada@example.com');
    await api.json('POST', `${service.users}/accounts:batchDelete`, {
      localIds: [await uidOf('gus@example.com')],
      force: true,
    });
    await api.json('POST', `${service.users}/accounts:update`, { localId: ada, email: 'ada@new.example' });
    const done = await importSignIns(service, file, true);
    expect(done).toMatchObject({ value: [expect.stringContaining('missing: 1'), 'Added 1.'] });
    expect(await uidOf('ada@new.example')).toBe(ada);
    expect(await uidOf('gus@example.com')).not.toBe('');
  });

  it('are written into a new file that only its owner can read', async () => {
    await exportSignIns(service, file);
    expect((await stat(file)).mode & 0o077).toBe(0);
    const before = await readFile(file, 'utf8');
    expect(await exportSignIns(service, file)).toEqual({
      ok: false,
      problem: `${file} exists already, and stays as it is.`,
    });
    expect(await readFile(file, 'utf8')).toBe(before);
    for (const text of ['{"users":[{"email":"x"}]}', 'no JSON']) {
      await writeFile(file, text);
      expect(await importSignIns(service, file, true)).toMatchObject({ ok: false });
    }
    const none = join(folder, 'none.json');
    expect(await importSignIns(service, none, true)).toEqual({
      ok: false,
      problem: `${none} cannot be read.`,
    });
  });

  it('take the values of the hash with them, without which no password could be checked in another project', async () => {
    const hash = { algorithm: 'SCRYPT', signerKey: 'k', saltSeparator: 'Bw', rounds: 8, memoryCost: 14 };
    const from = google({ hashConfig: hash });
    const place = { users: 'https://google.example/p', configuration: 'https://google.example/p/config' };
    expect(await exportSignIns({ api: from.api, ...place }, file)).toMatchObject({ ok: true });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ hash });
    const { algorithm: hashAlgorithm, ...values } = hash;
    await writeUsers(from.api, place.users, [{ localId: 'u2' }], hash);
    expect(from.posted).toEqual([{ hashAlgorithm, ...values, users: [{ localId: 'u2' }] }]);
    const silent = google({});
    expect(await exportSignIns({ api: silent.api, ...place }, `${file}2`)).toMatchObject({ ok: false });
  });

  it('that the service refuses are named with its reason', async () => {
    const { api: refusing } = google({}, [{ index: 1, message: 'DUPLICATE_EMAIL' }]);
    const refused = await writeUsers(refusing, 'https://google.example/p', [
      { localId: 'u2' },
      { localId: 'u3' },
    ]);
    expect(refused).toEqual([{ localId: 'u3', why: 'DUPLICATE_EMAIL' }]);
  });
});
