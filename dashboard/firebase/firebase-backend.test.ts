import type { FirebaseApp } from 'firebase/app';
import { describe, expect, it } from 'vitest';
import { ok } from '../../core/base/result';
import type { Session } from '../data/backend';
import type { Config } from '../data/config';
import { inMemoryAuth } from '../in-memory/in-memory-backend';
import { InMemoryWorld } from '../in-memory/in-memory-world';
import { firebaseAuthLater } from './firebase-backend';

describe('firebase auth later', () => {
  const app = {} as FirebaseApp;
  const config = { methods: { providers: [] } } as unknown as Config;

  function setUp() {
    const world = new InMemoryWorld();
    world.passwords.set('ada@example.com', 'busker-demo');
    const asked: { arrive(): void; fail(): void }[] = [];
    const load = () =>
      new Promise<{
        firebaseAuth: () => { auth: ReturnType<typeof inMemoryAuth>; idToken: () => Promise<string> };
      }>((resolve, reject) =>
        asked.push({
          arrive: () =>
            resolve({ firebaseAuth: () => ({ auth: inMemoryAuth(world), idToken: async () => 'token' }) }),
          fail: () => reject(new Error('the chunk did not load')),
        }),
      );
    const later = firebaseAuthLater(app, config, load);
    const sessions: Session['kind'][] = [];
    later.auth.watchSession(({ kind }) => sessions.push(kind));
    return { ...later, world, asked, sessions };
  }

  it('signs in with input sent before the code has loaded', async () => {
    const { auth, asked, sessions } = setUp();
    const answer = auth.signIn('ada@example.com', 'busker-demo');
    expect(sessions).toEqual(['starting']);
    asked[0]?.arrive();
    expect(await answer).toEqual(ok(undefined));
    expect(sessions.at(-1)).toBe('signed-in');
  });

  it('uses the language chosen before the code has loaded', async () => {
    const { auth, asked, world } = setUp();
    auth.speak('de');
    asked[0]?.arrive();
    await auth.sendPasswordReset('ada@example.com');
    expect(world.spoken).toBe('de');
  });

  // Holds dash-016.
  it('says that the network failed when the code does not load, and loads it again', async () => {
    const { auth, asked, sessions } = setUp();
    const first = auth.signIn('ada@example.com', 'busker-demo');
    asked[0]?.fail();
    expect(await first).toEqual({ ok: false, problem: { code: 'auth/network-request-failed' } });
    expect(sessions).toEqual(['starting', 'signed-out']);
    const second = auth.signIn('ada@example.com', 'busker-demo');
    asked[1]?.arrive();
    expect(await second).toEqual(ok(undefined));
    expect(sessions.at(-1)).toBe('signed-in');
  });
});
