import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { FirebaseIdTokens } from '../../functions/firebase/firebase-adapters';
import { idTokensContract } from '../../functions/testing/id-tokens-contract';
import { startAuth, type LocalAuth } from '../../emulators/auth/start-auth';

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
  const app = initializeApp({ projectId: 'demo-busker' }, 'guests');
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
  await deleteApp(app);
});

it.each(idTokensContract.map(({ promise, holds }) => [promise, holds] as const))(
  'the local sign-in service: %s',
  async (promise, holds) => {
    const app = initializeApp({ projectId: 'demo-busker' }, promise);
    const idTokens = new FirebaseIdTokens(app);
    await expect(holds({ idTokens, signUp: () => signUpWithToken({}) })).resolves.toBeUndefined();
    await deleteApp(app);
  },
);
