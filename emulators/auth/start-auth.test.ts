import { deleteApp as deleteAdminApp, initializeApp as initializeAdmin } from 'firebase-admin/app';
import { type Auth as AdminAuth, getAuth as getAdminAuth } from 'firebase-admin/auth';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  applyActionCode,
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getAuth,
  getMultiFactorResolver,
  multiFactor,
  type MultiFactorError,
  reauthenticateWithCredential,
  sendEmailVerification,
  signInAnonymously,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  updateProfile,
  type User,
} from 'firebase/auth';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type AuthMessage, type LocalAuth, startAuth } from './start-auth';
import { isTotpCode, toBase32, totpCode } from './totp';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const projectId = 'demo-busker';

describe('the accounts server', () => {
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
});

describe('the second step by an app', () => {
  const password = 'busker-demo';
  let dataDir = '';
  let auth: LocalAuth;
  const cleanups: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'busker-totp-'));
    auth = await startAuth({ port: 0, projectId, dataDir });
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });
  afterAll(async () => {
    await auth.close();
    await rm(dataDir, { recursive: true });
  });

  function client(): Auth {
    const app = initializeApp({ apiKey: 'any', projectId }, crypto.randomUUID());
    cleanups.push(() => deleteApp(app));
    const instance = getAuth(app);
    connectAuthEmulator(instance, auth.url, { disableWarnings: true });
    return instance;
  }

  function admin(): AdminAuth {
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', `127.0.0.1:${auth.port}`);
    const app = initializeAdmin({ projectId }, crypto.randomUUID());
    cleanups.push(() => deleteAdminApp(app));
    return getAdminAuth(app);
  }

  async function verifiedUser(email: string, instance = client()): Promise<User> {
    const { user } = await createUserWithEmailAndPassword(instance, email, password);
    await admin().updateUser(user.uid, { emailVerified: true });
    await user.getIdToken(true);
    return user;
  }

  /** Enrols an app and returns its secret. */
  async function enrol(user: User, name = 'Phone'): Promise<string> {
    const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
    const code = totpCode(secret.secretKey);
    await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), name);
    return secret.secretKey;
  }

  /** Signs in as far as the second step. */
  async function firstStep(email: string) {
    const instance = client();
    const thrown: MultiFactorError = await signInWithEmailAndPassword(instance, email, password).then(
      () => Promise.reject(new Error('No second step')),
      (error: MultiFactorError) => error,
    );
    expect(thrown.code).toBe('auth/multi-factor-auth-required');
    const resolver = getMultiFactorResolver(instance, thrown);
    const answer = (code: string) =>
      resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]?.uid ?? '', code));
    return { resolver, answer, thrown };
  }

  it('asks for a code after the password, refuses a wrong one, and accepts the one of the app', async () => {
    const user = await verifiedUser('ada@example.com');
    const secret = await enrol(user, 'Ada’s phone');
    expect(multiFactor(user).enrolledFactors).toMatchObject([
      { factorId: 'totp', displayName: 'Ada’s phone' },
    ]);

    const { resolver, answer } = await firstStep('ada@example.com');
    expect(resolver.hints).toMatchObject([{ factorId: 'totp', displayName: 'Ada’s phone' }]);
    await expect(answer('000000')).rejects.toMatchObject({ code: 'auth/invalid-verification-code' });
    const { user: again } = await answer(totpCode(secret));
    const { claims, signInSecondFactor } = await again.getIdTokenResult();
    expect([again.uid, claims['firebase'], signInSecondFactor]).toMatchObject([
      user.uid,
      { sign_in_provider: 'password' },
      'totp',
    ]);
  });

  it('asks again when a signed-in user confirms who they are', async () => {
    const instance = client();
    const user = await verifiedUser('grace@example.com', instance);
    const secret = await enrol(user);
    const credential = EmailAuthProvider.credential('grace@example.com', password);
    const thrown = await reauthenticateWithCredential(user, credential).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'auth/multi-factor-auth-required' });
    const resolver = getMultiFactorResolver(instance, thrown as MultiFactorError);
    const [hint] = resolver.hints;
    const assertion = TotpMultiFactorGenerator.assertionForSignIn(hint?.uid ?? '', totpCode(secret));
    expect((await resolver.resolveSignIn(assertion)).user.uid).toBe(user.uid);
  });

  it('enrols nobody without a confirmed email, nor with a wrong code', async () => {
    const { user } = await createUserWithEmailAndPassword(client(), 'joan@example.com', password);
    await expect(enrol(user)).rejects.toMatchObject({ code: 'auth/unverified-email' });
    const mary = await verifiedUser('mary@example.com');
    const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(mary).getSession());
    const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, '000000');
    await expect(multiFactor(mary).enroll(assertion)).rejects.toMatchObject({
      code: 'auth/invalid-verification-code',
    });
    expect(multiFactor(mary).enrolledFactors).toEqual([]);
  });

  it('keeps factors over a restart, a half-finished sign-in included, and shows their secrets in no answer', async () => {
    const user = await verifiedUser('hedy@example.com');
    const secret = await enrol(user);
    const { answer } = await firstStep('hedy@example.com');
    const { port } = auth;
    await auth.close();
    auth = await startAuth({ port, projectId, dataDir });
    expect((await answer(totpCode(secret))).user.uid).toBe(user.uid);
    const shown = await admin().getUser(user.uid);
    expect(shown.multiFactor?.enrolledFactors).toMatchObject([{ factorId: 'totp' }]);
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it('ends a sign-in whose second step took more than ten minutes', async () => {
    const user = await verifiedUser('rosa@example.com');
    const secret = await enrol(user);
    const { answer } = await firstStep('rosa@example.com');
    vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] });
    try {
      await expect(answer(totpCode(secret))).rejects.toMatchObject({
        code: 'auth/invalid-multi-factor-session',
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it('asks for no code after the factor was removed, by its owner or by an administrator, and forgets the secret', async () => {
    const user = await verifiedUser('emmy@example.com');
    await enrol(user);
    const [factor] = multiFactor(user).enrolledFactors;
    await multiFactor(user).unenroll(factor?.uid ?? '');
    await signInWithEmailAndPassword(client(), 'emmy@example.com', password);
    const secret = await enrol(user);
    await admin().updateUser(user.uid, { multiFactor: { enrolledFactors: null } });
    await signInWithEmailAndPassword(client(), 'emmy@example.com', password);
    expect(await readFile(join(dataDir, 'accounts.json'), 'utf8')).not.toContain(secret);
  });
});

describe('codes of an app', () => {
  const secret = toBase32(Buffer.from('12345678901234567890'));

  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ])('makes the code of RFC 6238 at second %i', (second, code) => {
    expect(totpCode(secret, second * 1000)).toBe(code);
  });

  it('accepts a code for five periods around its own, and no longer', () => {
    const at = Date.UTC(2026, 10, 25, 12);
    const code = totpCode(secret, at);
    const after = [5, 6].map((periods) => isTotpCode(secret, code, at + periods * 30_000));
    expect(after).toEqual([true, false]);
    expect(isTotpCode(secret, `${code}0`, at)).toBe(false);
  });
});

describe('the accounts server without a folder', () => {
  it('has its accounts in memory, and none after a restart', async () => {
    const emails = async ({ url }: LocalAuth): Promise<string[]> => {
      const path = `${url}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:query`;
      const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
      const answer = await fetch(path, { method: 'POST', headers, body: '{}' });
      const { userInfo = [] } = (await answer.json()) as { userInfo?: { email: string }[] };
      return userInfo.map(({ email }) => email);
    };
    const first = await startAuth({ port: 0, projectId, dataDir: null });
    const body = JSON.stringify({ email: 'ada@example.com', password: 'secret of Ada' });
    await fetch(`${first.url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await emails(first)).toEqual(['ada@example.com']);
    await first.close();
    const second = await startAuth({ port: 0, projectId, dataDir: null });
    expect(await emails(second)).toEqual([]);
    await second.close();
  });
});

describe('accounts in a folder', () => {
  const rounds = inject('accountKills');
  /** On a machine of any speed: a round ends when this many accounts were answered. */
  const countedAtLeast = 10;

  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'busker-auth-kill-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  interface Started {
    readonly port?: number;
    readonly refused?: string;
  }

  async function start(dataDir: string): Promise<{ child: ChildProcess; answer: Started }> {
    const child = fork(fileURLToPath(new URL('testing/run-auth.ts', import.meta.url)), [dataDir], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [answer] = (await once(child, 'message')) as [Started];
    return { child, answer };
  }

  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  const call = async (port: number, path: string, body: object, token?: string): Promise<unknown> => {
    const answer = await fetch(
      `http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/${path}?key=local`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      },
    );
    return answer.json();
  };

  /** Creates accounts in sequence until the process has ended; every third one is deleted again. */
  async function makeAccounts(port: number, round: number, answered: Answered): Promise<void> {
    for (let number = 0; ; number += 1) {
      const email = `r${round}n${number}@example.com`;
      const made = (await call(port, 'accounts:signUp', { email, password }).catch(() => null)) as {
        readonly idToken: string;
      } | null;
      if (made === null) return;
      answered.made.push(email);
      if (number % 3 === 2) {
        // Until its answer a deletion may have happened or not.
        answered.made.pop();
        const gone = await call(port, 'accounts:delete', { idToken: made.idToken }).catch(() => null);
        if (gone === null) return;
        answered.deleted.push(email);
      }
      // At most 20 accounts a second: each one is signed in again at the end, and a password takes long to check.
      await wait(50);
    }
  }

  interface Answered {
    readonly made: string[];
    readonly deleted: string[];
  }

  const password = 'busker-demo';

  // Holds host-080.
  it('keeps every account that it answered, and no deleted one, after kill -9, in a file that is always complete', async () => {
    const answered: Answered = { made: [], deleted: [] };
    for (let round = 0; round < rounds; round += 1) {
      const { child, answer } = await start(folder);
      const before = answered.made.length;
      const making = makeAccounts(answer.port ?? 0, round, answered);
      await vi.waitUntil(() => answered.made.length - before >= countedAtLeast, {
        timeout: 60_000,
        interval: 1,
      });
      await wait(Math.random() * 100);
      await end(child, 'SIGKILL');
      await making;
      expect(JSON.parse(await readFile(join(folder, 'accounts.json'), 'utf8'))).toHaveProperty('version', 1);
    }
    const again = await startAuth({ port: 0, projectId: 'demo-busker', dataDir: folder });
    const canSignIn = async (email: string): Promise<boolean> => {
      const answer = await call(again.port, 'accounts:signInWithPassword', { email, password });
      return typeof answer === 'object' && answer !== null && 'idToken' in answer;
    };
    const wrong: string[] = [];
    for (const email of answered.made) if (!(await canSignIn(email))) wrong.push(`${email} is lost`);
    for (const email of answered.deleted) if (await canSignIn(email)) wrong.push(`${email} is back`);
    await again.close();
    expect(answered.made.length).toBeGreaterThanOrEqual(rounds * countedAtLeast);
    expect(answered.deleted.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.next'))).toEqual([]);
  });

  it.each([
    ['created', 'signUp'],
    ['deleted', 'delete'],
  ] as const)(
    'knows after kill -9 that an account was %s, when it was killed right after the answer',
    async (_what, last) => {
      const mine = join(folder, `killed-after-${last}`);
      const email = 'ada@example.com';
      const { child, answer } = await start(mine);
      const { port = 0 } = answer;
      const { idToken } = (await call(port, 'accounts:signUp', { email, password })) as {
        readonly idToken: string;
      };
      if (last === 'delete') await call(port, 'accounts:delete', { idToken });
      await end(child, 'SIGKILL');
      const again = await startAuth({ port: 0, projectId: 'demo-busker', dataDir: mine });
      const signedIn = await call(again.port, 'accounts:signInWithPassword', { email, password });
      // The address of a deleted account is free again.
      const anew = await call(again.port, 'accounts:signUp', { email, password });
      await again.close();
      expect(signedIn).toHaveProperty(last === 'signUp' ? 'idToken' : 'error');
      expect(anew).toHaveProperty(last === 'signUp' ? 'error' : 'idToken');
    },
  );

  it('allows one process for each folder, and starts after another one was killed', async () => {
    const mine = join(folder, 'one-at-a-time');
    const first = await start(mine);
    const second = await start(mine);
    expect(second.answer.refused).toBe(
      `${mine} is in use by process ${first.child.pid}. Stop that process first, or choose another folder.`,
    );
    await end(second.child, 'SIGTERM');
    await end(first.child, 'SIGKILL');
    const third = await startAuth({ port: 0, projectId: 'demo-busker', dataDir: mine });
    await third.close();
  });

  it('answers 503 while the accounts cannot be written, retries, and loses nothing', async () => {
    const mine = join(folder, 'full-disk');
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const auth = await startAuth({ port: 0, projectId: 'demo-busker', dataDir: mine, retryMs: 50 });
    // A folder in the place of the next file makes the write fail, as a full disk does.
    const inTheWay = join(mine, `accounts.json.${process.pid}.next`);
    await mkdir(inTheWay);
    await writeFile(join(inTheWay, 'x'), '');
    const refused = await call(auth.port, 'accounts:signUp', { email: 'full@example.com', password });
    expect(refused).toMatchObject({ error: { code: 503, status: 'UNAVAILABLE' } });
    expect(complaints.mock.calls.length).toBeGreaterThan(0);
    await rm(inTheWay, { recursive: true });
    await expect.poll(() => readFile(join(mine, 'accounts.json'), 'utf8')).toContain('full@example.com');
    await auth.close();
    complaints.mockRestore();
  });
});
