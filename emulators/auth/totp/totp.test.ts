import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getAuth,
  getMultiFactorResolver,
  multiFactor,
  reauthenticateWithCredential,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  type Auth,
  type MultiFactorError,
  type User,
} from 'firebase/auth';
import { deleteApp as deleteAdminApp, initializeApp as initializeAdmin } from 'firebase-admin/app';
import { getAuth as getAdminAuth, type Auth as AdminAuth } from 'firebase-admin/auth';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startAuth, type LocalAuth } from '../start-auth';
import { totpCode } from './totp-code';

const projectId = 'demo-busker';
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
  expect(multiFactor(user).enrolledFactors).toMatchObject([{ factorId: 'totp', displayName: 'Ada’s phone' }]);

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
