import type { FirebaseApp } from 'firebase/app';
import { describe, expect, it, test, vi } from 'vitest';
import { ok } from '../../core/base/result';
import type { Session } from '../data/backend';
import type { Config } from '../data/config';
import type { Answer } from '../data/failure';
import { inMemoryAuth } from '../in-memory/in-memory-backend';
import { FakeBackend } from '../in-memory/fake-backend';
import { firebaseAuthLater, portLater } from './firebase-backend';

describe('firebase auth later', () => {
  const app = {} as FirebaseApp;
  const config = { methods: { providers: [] } } as unknown as Config;

  function setUp() {
    const fake = new FakeBackend();
    fake.passwords.set('ada@example.com', 'busker-demo');
    const asked: { arrive(): void; fail(): void }[] = [];
    const load = () =>
      new Promise<{
        firebaseAuth: () => { auth: ReturnType<typeof inMemoryAuth>; idToken: () => Promise<string> };
      }>((resolve, reject) =>
        asked.push({
          arrive: () =>
            resolve({ firebaseAuth: () => ({ auth: inMemoryAuth(fake), idToken: async () => 'token' }) }),
          fail: () => reject(new Error('the chunk did not load')),
        }),
      );
    const later = firebaseAuthLater(app, config, load);
    const sessions: Session['kind'][] = [];
    later.auth.watchSession(({ kind }) => sessions.push(kind));
    return { ...later, fake, asked, sessions };
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
    const { auth, asked, fake } = setUp();
    auth.speak('de');
    asked[0]?.arrive();
    await auth.sendPasswordReset('ada@example.com');
    expect(fake.spoken).toBe('de');
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

describe('port later', () => {
  interface Port {
    readonly add: (a: number, b: number) => Answer<number>;
  }
  const real: Port = { add: (a, b) => Promise.resolve(ok(a + b)) };

  test('loads the port at the first call, and hands every call on', async () => {
    const load = vi.fn<() => Promise<Port>>(() => Promise.resolve(real));
    const port = portLater(load);
    expect(load).not.toHaveBeenCalled();
    expect(await port.add(1, 2)).toEqual(ok(3));
  });

  test('has the same function each time, as hooks expect', () => {
    const port = portLater(() => Promise.resolve(real));
    expect(port.add).toBe(port.add);
  });

  test('answers that the server is unreachable when the code does not load, and asks for it again', async () => {
    const load = vi
      .fn<() => Promise<Port>>(() => Promise.resolve(real))
      .mockRejectedValueOnce(new Error('offline'));
    const port = portLater(load);
    expect(await port.add(1, 2)).toEqual({ ok: false, problem: { code: 'api/unreachable' } });
    expect(await port.add(1, 2)).toEqual(ok(3));
  });
});
