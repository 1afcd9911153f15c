import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { deleteApp as deleteAdminApp, initializeApp as initializeAdmin } from 'firebase-admin/app';
import { getAuth as getAdminAuth } from 'firebase-admin/auth';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startAuth, type LocalAuth } from '../../emulators/auth/start-auth';
import { totpCode } from '../../emulators/auth/totp/totp-code';
import { FirebaseSignIns } from '../../functions/firebase/firebase-app';

const projectId = 'demo-busker';
let dataDir = '';
let auth: LocalAuth;
let browser: Auth;
const admin = () => initializeAdmin({ projectId }, 'second-step');
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
