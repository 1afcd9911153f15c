import { deleteApp, type FirebaseApp } from 'firebase/app';
import type { User } from 'firebase/auth';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { ok } from '@busker/core/base/result';
import type { Session } from '../data/backend';
import type { Config } from '../data/config';
import type { Answer } from '../data/failure';
import { FakeBackend } from '../testing/fake-backend';
import { inMemoryAuth } from '../testing/in-memory-backend';
import { makeUser } from '../testing/fakes';
import { answersInTime, databaseState } from './answers-in-time';
import { SessionKeeper } from './browser-session';
import { wantRecentSignIn, type AuthContext } from './firebase-auth-context';
import { firebaseApp, firebaseAuthLater, portLater } from './firebase-backend';
import { firebaseSecondFactors } from './firebase-second-step';

// Holds dash-182.
test('a request waits for no database that an earlier page may have left locked', async () => {
  const open = vi.fn<() => object>(() => ({}));
  vi.stubGlobal('indexedDB', { open });
  const app = firebaseApp({ apiKey: 'key', projectId: 'demo' });
  const { container } = app as unknown as { container: SdkContainer };
  const heartbeat = container.getProvider('heartbeat').getImmediate();
  expect(await Promise.race([heartbeat.getHeartbeatsHeader(), Promise.resolve('waits')])).toBe('');
  expect(open).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
  await deleteApp(app);
});

/** Where the SDK's packages ask each other: sign-in and Firestore put this header on each request. */
interface SdkContainer {
  getProvider(name: 'heartbeat'): { getImmediate(): { getHeartbeatsHeader(): Promise<string> } };
}

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

describe('session keeper', () => {
  beforeEach(() => localStorage.clear());

  function signedIn() {
    const keeper = new SessionKeeper();
    keeper.changed(makeUser());
    return keeper;
  }
  const reason = ({ session }: SessionKeeper) =>
    session.value.kind === 'signed-out' ? session.value.reason : session.value.kind;

  test('does not report a first visit as a sign-out', () => {
    const keeper = new SessionKeeper();
    keeper.changed(null);
    expect(reason(keeper)).toBeNull();
  });

  test('recognises that the owner signed out, in this tab or another', () => {
    const here = signedIn();
    const otherTab = signedIn();
    here.endsBecause('left');
    here.changed(null);
    otherTab.changed(null);
    expect(reason(here)).toBe('left');
    expect(reason(otherTab)).toBe('left');
  });

  test('reports a session that ended without a reason as expired', () => {
    const keeper = signedIn();
    keeper.changed(null);
    expect(reason(keeper)).toBe('user-token-expired');
  });

  // Holds dash-015.
  test('keeps the service’s reason', () => {
    const keeper = signedIn();
    keeper.endsBecause('user-disabled');
    keeper.changed(null);
    expect(reason(keeper)).toBe('user-disabled');
  });

  test.each(['user-disabled', 'user-token-expired'] as const)('tells %s again after a reload', (why) => {
    const keeper = signedIn();
    keeper.endsBecause(why);
    keeper.changed(null);
    const reloaded = new SessionKeeper();
    reloaded.changed(null);
    expect(reason(reloaded)).toBe(why);
  });

  test('tells a reload that the service has ended the session while no page was open', () => {
    signedIn();
    const reloaded = new SessionKeeper();
    reloaded.changed(null);
    expect(reason(reloaded)).toBe('user-token-expired');
  });

  test('tells a reload nothing after a sign-out by choice, a day later, or to a guest', () => {
    const left = signedIn();
    left.endsBecause('left');
    left.changed(null);
    const reload = () => {
      const reloaded = new SessionKeeper();
      reloaded.changed(null);
      return reason(reloaded);
    };
    expect(reload()).toBeNull();
    localStorage.clear();
    signedIn().changed(null);
    vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60_000, toFake: ['Date'] });
    expect(reload()).toBeNull();
    vi.useRealTimers();
    new SessionKeeper().changed(makeUser({ isGuest: true }));
    expect(reload()).toBeNull();
  });

  test('forgets the old reason after a new sign-in', () => {
    const keeper = signedIn();
    keeper.endsBecause('user-disabled');
    keeper.changed(null);
    keeper.changed(makeUser());
    keeper.changed(null);
    expect(reason(keeper)).toBe('user-token-expired');
  });

  test('takes the service’s reason even after the SDK has ended the session', () => {
    const keeper = signedIn();
    keeper.changed(null);
    keeper.endedBecause('user-disabled');
    expect(reason(keeper)).toBe('user-disabled');
  });

  test('does not report a failed attempt as the end of a session that the owner ended', () => {
    const keeper = signedIn();
    keeper.endsBecause('left');
    keeper.changed(null);
    keeper.endedBecause('user-disabled');
    expect(reason(keeper)).toBe('left');
  });
});

describe('firebase sign in time', () => {
  /** A user whose fresh token has these claims; the cached one is useless. */
  const someone = (claims: object) =>
    ({ getIdTokenResult: async (fromService = false) => ({ claims: fromService ? claims : {} }) }) as User;
  const old = { code: 'auth/requires-recent-login' };

  test('accepts a sign-in as recent for five minutes, by the service’s clock', async () => {
    await wantRecentSignIn(someone({ iat: 10_300, auth_time: 10_000 }));
    await expect(wantRecentSignIn(someone({ iat: 10_301, auth_time: 10_000 }))).rejects.toMatchObject(old);
  });

  test('does not accept a token without a sign-in time', async () => {
    await expect(wantRecentSignIn(someone({ iat: 10_000 }))).rejects.toMatchObject(old);
  });
});

describe('firebase second factors', () => {
  test('an account whose session ends while its apps are read has none, and nothing fails', () => {
    const signedIn = vi.fn<AuthContext['signedIn']>(() => {
      throw new Error('Nobody is signed in');
    });
    const context = { auth: { currentUser: null }, signedIn } as unknown as AuthContext;
    expect(firebaseSecondFactors(context).list()).toEqual([]);
  });
});

describe('answers in time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  // Holds dash-183.
  it('gives up after two seconds without an answer', async () => {
    const asked = answersInTime(new Promise(() => {}));
    let answered: boolean | null = null;
    void asked.then((answer) => (answered = answer));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(answered).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(answered).toBe(false);
  });

  it.each([
    ['a value', () => Promise.resolve(1)],
    ['an error', () => Promise.reject(new Error('nothing is cached'))],
  ])('counts %s as an answer', async (_kind, work) => {
    expect(await answersInTime(work())).toBe(true);
  });

  /** A browser whose `indexedDB.open` gives this request. */
  function openingGives(request: object, events: (request: IDBOpenDBRequest) => void = () => {}): void {
    const open = () => {
      queueMicrotask(() => events(request as IDBOpenDBRequest));
      return request;
    };
    vi.stubGlobal('indexedDB', { open });
  }

  const event = {} as IDBVersionChangeEvent;

  it('calls a database silent that does not open', async () => {
    openingGives({});
    const state = databaseState('x');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await state).toBe('silent');
  });

  it('calls a database silent whose transaction never ends', async () => {
    const transaction = { objectStore: () => ({ count: () => undefined }) };
    const result = { objectStoreNames: ['s'], transaction: () => transaction, close: () => undefined };
    openingGives({ result }, (request) => request.onsuccess?.(event));
    const state = databaseState('x');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await state).toBe('silent');
  });

  it('makes no database that was not there', async () => {
    const abort = vi.fn<() => void>();
    openingGives({ transaction: { abort } }, (request) => {
      request.onupgradeneeded?.(event);
      request.onerror?.(event);
    });
    expect(await databaseState('x')).toBe('none');
    expect(abort).toHaveBeenCalledOnce();
  });

  it('finds none where storage is blocked', async () => {
    vi.stubGlobal('indexedDB', undefined);
    expect(await databaseState('x')).toBe('none');
  });
});
