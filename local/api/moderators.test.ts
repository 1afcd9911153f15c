import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startAuth, type LocalAuth } from '../../emulators/auth/start-auth';
import { FirebaseUsers } from '../../functions/firebase/firebase-adapters';

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
  const app = initializeApp({ projectId: 'demo-busker' }, 'moderators');
  const service = getAuth(app);
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
  await deleteApp(app);
});
