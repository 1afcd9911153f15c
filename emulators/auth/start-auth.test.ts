import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  applyActionCode,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getAuth,
  sendEmailVerification,
  signInAnonymously,
  signInWithEmailAndPassword,
  updateProfile,
} from 'firebase/auth';
import { deleteApp as deleteAdminApp, initializeApp as initializeAdmin } from 'firebase-admin/app';
import { getAuth as getAdminAuth } from 'firebase-admin/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAuth, type AuthMessage, type LocalAuth } from './start-auth';

const projectId = 'demo-busker';
let dataDir = '';
let auth: LocalAuth;
let messages: AuthMessage[] = [];
const cleanups: (() => Promise<unknown>)[] = [];

const start = (port = 0): Promise<LocalAuth> =>
  startAuth({ port, projectId, dataDir, onMessage: (message) => messages.push(message) });

function client() {
  const app = initializeApp({ apiKey: 'any', projectId }, crypto.randomUUID());
  cleanups.push(() => deleteApp(app));
  const instance = getAuth(app);
  connectAuthEmulator(instance, auth.url, { disableWarnings: true });
  return instance;
}

function ask(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: auth.port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once('error', reject).end();
  });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'busker-auth-'));
  auth = await start();
});
beforeEach(() => {
  messages = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const cleanup of cleanups.splice(0)) await cleanup();
});
afterAll(async () => {
  await auth.close();
  await rm(dataDir, { recursive: true });
});

describe('accounts', () => {
  it('are the same after a restart: password, profile, verified email address, open sessions', async () => {
    const before = client();
    const { user } = await createUserWithEmailAndPassword(before, 'ada@example.com', 'busker-demo');
    await updateProfile(user, { displayName: 'Ada' });
    await sendEmailVerification(user);
    const mail = messages.find((message) => message.kind === 'mail');
    const code = new URL(mail?.kind === 'mail' ? mail.link : '').searchParams.get('oobCode');

    await auth.close();
    auth = await start(auth.port);

    await applyActionCode(client(), code ?? '');
    const { user: again } = await signInWithEmailAndPassword(client(), 'ada@example.com', 'busker-demo');
    expect(again).toMatchObject({ uid: user.uid, displayName: 'Ada', emailVerified: true });
    expect(again.metadata.creationTime).toBe(user.metadata.creationTime);
    await expect(user.getIdToken(true)).resolves.toEqual(expect.any(String));
    await expect(
      createUserWithEmailAndPassword(client(), 'ada@example.com', 'another1'),
    ).rejects.toMatchObject({
      code: 'auth/email-already-in-use',
    });
  });

  it('are on disk when a change is answered, also without a clean stop', async () => {
    const onDisk = () => readFile(join(dataDir, 'accounts.json'), 'utf8');
    const { user } = await signInAnonymously(client());
    expect(await onDisk()).toContain(user.uid);
    await user.delete();
    expect(await onDisk()).not.toContain(user.uid);
  });

  it('are never revealed by an error about an email address', async () => {
    await createUserWithEmailAndPassword(client(), 'grace@example.com', 'busker-demo');
    for (const email of ['grace@example.com', 'nobody@example.com'])
      await expect(signInWithEmailAndPassword(client(), email, 'wrong-one')).rejects.toMatchObject({
        code: 'auth/invalid-credential',
      });
  });

  it('are readable for firebase-admin, whose token check asks the emulator', async () => {
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', `127.0.0.1:${auth.port}`);
    const app = initializeAdmin({ projectId }, crypto.randomUUID());
    cleanups.push(() => deleteAdminApp(app));
    const { user } = await createUserWithEmailAndPassword(client(), 'joan@example.com', 'busker-demo');
    const token = await getAdminAuth(app).verifyIdToken(await user.getIdToken(), true);
    expect(token).toMatchObject({ uid: user.uid, email_verified: false });
  });

  it('are never overwritten when their file cannot be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'busker-auth-'));
    cleanups.push(() => rm(folder, { recursive: true }));
    const path = join(folder, 'accounts.json');
    await writeFile(path, '{"version":1,"us');
    await expect(startAuth({ port: 0, projectId, dataDir: folder })).rejects.toThrow(
      `The accounts in ${path} cannot be read.`,
    );
    expect(await readFile(path, 'utf8')).toBe('{"version":1,"us');
  });
});

describe('the server', () => {
  const list = `/emulator/v1/projects/${projectId}/oobCodes`;

  it('accepts programs and pages of this machine', async () => {
    expect(await ask(list, {})).toBe(200);
    expect(await ask(list, { origin: 'http://localhost:4100' })).toBe(200);
  });

  it('refuses public pages and unknown host names', async () => {
    expect(await ask(list, { origin: 'https://evil.example' })).toBe(403);
    expect(await ask(list, { host: 'evil.example' })).toBe(403);
  });
});

it('sends each email once', async () => {
  const { user } = await createUserWithEmailAndPassword(client(), 'mary@example.com', 'busker-demo');
  await sendEmailVerification(user);
  await user.reload();
  expect(messages).toEqual([
    {
      kind: 'mail',
      id: expect.any(String),
      sentAt: expect.any(Number),
      to: 'mary@example.com',
      purpose: 'verify-address',
      link: expect.stringContaining('oobCode='),
    },
  ]);
});
