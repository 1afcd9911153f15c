import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteApp as deleteAdminApp, initializeApp as initializeAdmin } from 'firebase-admin/app';
import { getAuth as getAdminAuth } from 'firebase-admin/auth';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getAuth,
  getMultiFactorResolver,
  multiFactor,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  type Auth,
  type MultiFactorError,
} from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startAuth, type LocalAuth } from '@busker/emulator-auth/start-auth';
import { totpCode } from '@busker/emulator-auth/totp';
import { FirebaseIdTokens, FirebaseUsers } from '@busker/functions/firebase/firebase-adapters';
import { FirebaseSignIns } from '@busker/functions/firebase/firebase-app';
import { idTokensContract } from '@busker/functions/testing/id-tokens-contract';

describe('guests', () => {
  let dataDir = '';
  let auth: LocalAuth;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'busker-guests-'));
    auth = await startAuth({ port: 0, projectId: 'demo-busker', dataDir });
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', `127.0.0.1:${auth.port}`);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await auth.close();
    await rm(dataDir, { recursive: true });
  });

  async function signUpWithToken(fields: Readonly<Record<string, string>>) {
    const address = `${auth.url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`;
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ returnSecureToken: true, ...fields }),
    });
    const { localId: uid = '', idToken: token = '' } = (await answer.json()) as Record<string, string>;
    return { uid, token };
  }

  const signUp = async (fields: Readonly<Record<string, string>>) => (await signUpWithToken(fields)).uid;

  // Holds dash-011.
  it('finds guests who have been away for a time, but no owners, no recent guests and no missing accounts', async () => {
    const app = initializeAdmin({ projectId: 'demo-busker' }, 'guests');
    const people = new FirebaseIdTokens(app);
    const owner = await signUp({ email: 'ada@example.com', password: 'busker-demo' });
    const guests = [await signUp({}), await signUp({})];
    const idle = async (before: number) => {
      const found: string[] = [];
      for await (const uid of people.idleGuests(before)) found.push(uid);
      return found.toSorted();
    };
    const [past, future] = [Date.now() - 60_000, Date.now() + 60_000];
    expect(await idle(past)).toEqual([]);
    expect(await idle(future)).toEqual(guests.toSorted());
    const all = [owner, ...guests, 'nobody'];
    expect(await people.abandoned(all, past)).toEqual(['nobody']);
    expect(await people.abandoned(all, future)).toEqual([...guests, 'nobody']);
    expect(await people.abandoned([], future)).toEqual([]);
    const many = Array.from({ length: 150 }, (_, index) => `nobody-${index}`);
    expect(await people.abandoned([...many, owner], future)).toEqual(many);
    await people.remove(guests[0] ?? '');
    expect(await idle(future)).toEqual([guests[1]]);
    await deleteAdminApp(app);
  });

  it('a sign-in service that cannot be reached never says that an owner has to sign in again', async () => {
    const { token } = await signUpWithToken({});
    const app = initializeAdmin({ projectId: 'demo-busker' }, 'unreachable');
    const idTokens = new FirebaseIdTokens(app);
    const gone = await startAuth({ port: 0, projectId: 'demo-busker', dataDir: `${dataDir}/gone` });
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', `127.0.0.1:${gone.port}`);
    await gone.close();
    const answer = await idTokens.verify(token, true);
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', `127.0.0.1:${auth.port}`);
    expect(answer).toMatchObject({ ok: false, problem: { code: 'service-unavailable' } });
    await deleteAdminApp(app);
  });

  it.each(idTokensContract.map(({ promise, holds }) => [promise, holds] as const))(
    'the local sign-in service: %s',
    async (promise, holds) => {
      const app = initializeAdmin({ projectId: 'demo-busker' }, promise);
      const idTokens = new FirebaseIdTokens(app);
      await expect(holds({ idTokens, signUp: () => signUpWithToken({}) })).resolves.toBeUndefined();
      await deleteAdminApp(app);
    },
  );
});

describe('moderators', () => {
  let dataDir = '';
  let auth: LocalAuth;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'busker-moderators-'));
    auth = await startAuth({ port: 0, projectId: 'demo-busker', dataDir });
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', `127.0.0.1:${auth.port}`);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await auth.close();
    await rm(dataDir, { recursive: true });
  });

  it('a role is granted and revoked in the sign-in service, keeps other claims, and is in the next token', async () => {
    const app = initializeAdmin({ projectId: 'demo-busker' }, 'moderators');
    const service = getAdminAuth(app);
    const people = new FirebaseUsers(app);
    const email = 'mo@example.com';
    const { uid } = await service.createUser({ email, password: 'busker-demo' });
    await service.setCustomUserClaims(uid, { beta: true });
    expect(await people.find({ email })).toEqual({ uid, email, emailVerified: false, role: null });
    expect([await people.find({ uid: 'nobody' }), await people.find({ email: 'no@example.com' })]).toEqual([
      undefined,
      undefined,
    ]);

    await people.setRole(uid, 'moderator');
    expect(await people.find({ uid })).toEqual({ uid, email, emailVerified: false, role: 'moderator' });
    const signIn = await fetch(
      `${auth.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'busker-demo', returnSecureToken: true }),
      },
    );
    const { idToken } = (await signIn.json()) as { readonly idToken: string };
    expect(await service.verifyIdToken(idToken)).toMatchObject({ moderation: 'moderator', beta: true });

    await people.setRole(uid, null);
    expect((await service.getUser(uid)).customClaims).toEqual({ beta: true });
    await deleteAdminApp(app);
  });
});

const projectId = 'demo-busker';
const admin = () => initializeAdmin({ projectId }, 'second-step');

describe('the second step', () => {
  let dataDir = '';
  let auth: LocalAuth;
  let browser: Auth;
  let server: ReturnType<typeof admin>;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'busker-second-step-'));
    auth = await startAuth({ port: 0, projectId, dataDir });
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', `127.0.0.1:${auth.port}`);
    server = admin();
    browser = getAuth(initializeApp({ apiKey: 'any', projectId }, 'second-step'));
    connectAuthEmulator(browser, auth.url, { disableWarnings: true });
  });
  afterAll(async () => {
    await deleteApp(browser.app);
    await deleteAdminApp(server);
    vi.unstubAllEnvs();
    await auth.close();
    await rm(dataDir, { recursive: true });
  });

  /** A person with an app, and a sign-in of theirs that waits for its code. */
  async function interrupted(email: string) {
    const { user } = await createUserWithEmailAndPassword(browser, email, 'busker-demo');
    await getAdminAuth(server).updateUser(user.uid, { emailVerified: true });
    await user.getIdToken(true);
    const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
    const code = totpCode(secret.secretKey);
    await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code));
    const thrown = await signInWithEmailAndPassword(browser, email, 'busker-demo').catch(
      (error: unknown) => error,
    );
    const resolver = getMultiFactorResolver(browser, thrown as MultiFactorError);
    return {
      uid: user.uid,
      factor: resolver.hints[0]?.uid ?? '',
      pending: JSON.parse(JSON.stringify(resolver.session)).multiFactorSession.pendingCredential as string,
    };
  }

  it('believes only a sign-in of the person whose factor it is, and removes the factor', async () => {
    const signIns = new FirebaseSignIns(server, {
      webApiKey: 'any',
      base: `${auth.url}/identitytoolkit.googleapis.com`,
      referrer: 'http://localhost:4100',
    });
    const ada = await interrupted('ada@example.com');
    const eve = await interrupted('eve@example.com');
    expect(await signIns.firstStep(ada.pending, ada.factor)).toBe('passed');
    expect(await signIns.firstStep(eve.pending, ada.factor)).toBe('over');
    expect(await signIns.firstStep('invented', ada.factor)).toBe('over');
    expect(await signIns.find(ada.uid)).toEqual({
      verifiedEmail: 'ada@example.com',
      methods: ['password'],
      factors: [ada.factor],
      validSince: expect.any(Number),
    });
    await signIns.removeFactors(ada.uid);
    expect(await signIns.find(ada.uid)).toMatchObject({ factors: [] });
    await signInWithEmailAndPassword(browser, 'ada@example.com', 'busker-demo');
    expect(browser.currentUser?.uid).toBe(ada.uid);
    expect(await signIns.find('nobody')).toBeUndefined();
  });
});
