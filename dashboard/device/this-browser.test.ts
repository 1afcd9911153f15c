import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { fail, ok } from '@busker/core/base/result';
import type { Failure } from '../data/failure';
import { makeUser } from '../testing/fakes';
import { indexedNotes, memoryNotes, noNote, type DeviceNote } from './device-note';
import {
  browserPushDevice,
  closeDevice,
  deviceUser,
  forgetOwnDevice,
  isDue,
  keepDevice,
  leaveDevice,
  noteOwnDevice,
  ownDeviceId,
  type PushBrowser,
} from './this-browser';

describe('keep device', async () => {
  const ada = await deviceUser('ada');
  const kim = await deviceUser('kim');
  const adasPhone = { user: ada, channelId: 'c1' };

  function stage(note: Partial<DeviceNote>, removal: Failure['code'] | 'ok' | 'never' = 'ok') {
    const notes = memoryNotes(note);
    const unsubscribe = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const removed: string[] = [];
    const remove = (channelId: string) => {
      removed.push(channelId);
      if (removal === 'never') return new Promise<never>(() => undefined);
      return Promise.resolve(removal === 'ok' ? ok(undefined) : fail({ code: removal }));
    };
    return { kept: { uid: 'ada', device: { unsubscribe }, notes, remove }, notes, unsubscribe, removed };
  }

  it('names an owner as the server does', () => {
    expect(ada).toMatch(/^[0-9a-f]{32}$/);
    expect(ada).not.toBe(kim);
  });

  it('stores nothing in a browser that never got notifications', async () => {
    const { kept, notes } = stage({});
    const change = vi.spyOn(notes, 'change');
    await keepDevice(kept, 'Öffne Busker.');
    await closeDevice(notes);
    expect(change).not.toHaveBeenCalled();
  });

  it('shows notifications again after the same owner has signed in', async () => {
    const { kept, notes, unsubscribe } = stage({ channel: adasPhone });
    await keepDevice(kept, 'Öffne Busker.');
    expect(await notes.read()).toEqual({
      user: ada,
      channel: adasPhone,
      closedText: 'Öffne Busker.',
      left: [],
    });
    expect(unsubscribe).not.toHaveBeenCalled();
  });

  it("ends another owner's notifications, and keeps their channel in mind", async () => {
    const kims = { user: kim, channelId: 'k1' };
    const { kept, notes, unsubscribe, removed } = stage({ user: kim, channel: kims });
    await keepDevice(kept, '');
    expect(await notes.read()).toMatchObject({ user: ada, channel: null, left: [kims] });
    expect(unsubscribe).toHaveBeenCalledOnce();
    expect(removed).toEqual([]);
  });

  it.each([['ok'], ['api/channel-not-found']] as const)(
    'deletes what an offline sign-out left: %s',
    async (removal) => {
      const kims = { user: kim, channelId: 'k1' };
      const { kept, notes, removed } = stage({ left: [adasPhone, kims] }, removal);
      await keepDevice(kept, '');
      expect(removed).toEqual(['c1']);
      expect((await notes.read()).left).toEqual([kims]);
    },
  );

  it('tries the deletion again at the next start', async () => {
    const { kept, notes } = stage({ left: [adasPhone] }, 'api/unreachable');
    await keepDevice(kept, '');
    expect((await notes.read()).left).toEqual([adasPhone]);
  });

  // Holds out-042.
  it('shows no amount after a sign-in has ended by itself, and keeps the channel', async () => {
    const { notes } = stage({ user: ada, channel: adasPhone });
    await closeDevice(notes);
    expect(await notes.read()).toMatchObject({ user: null, channel: adasPhone });
  });

  it('ends the subscription and deletes the channel before a sign-out', async () => {
    const { kept, notes, unsubscribe, removed } = stage({ user: ada, channel: adasPhone });
    await leaveDevice(kept);
    expect(await notes.read()).toMatchObject({ user: null, channel: null, left: [] });
    expect(unsubscribe).toHaveBeenCalledOnce();
    expect(removed).toEqual(['c1']);
  });

  // Holds outbox scenario 42.
  it.each(['api/unreachable', 'never'] as const)(
    'signs out offline in two seconds, and remembers the channel: %s',
    async (removal) => {
      const { kept, notes } = stage({ user: ada, channel: adasPhone }, removal);
      const before = performance.now();
      await leaveDevice(kept);
      expect(performance.now() - before).toBeLessThan(2000);
      expect(await notes.read()).toMatchObject({ user: null, channel: null, left: [adasPhone] });
    },
  );

  it("leaves another owner's channel alone", async () => {
    const { kept, notes, removed, unsubscribe } = stage({
      user: ada,
      channel: { user: kim, channelId: 'k1' },
    });
    await leaveDevice(kept);
    expect(removed).toEqual([]);
    expect(unsubscribe).not.toHaveBeenCalled();
    expect(await notes.read()).toMatchObject({ user: null });
  });
});

describe('browser push device', () => {
  const vapidKey = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';
  const chrome = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Version/18.4 Mobile Safari/604.1';
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.4 Safari/605.1.15';

  const bytes = (text: string) => {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer;
  };

  const subscription = (key = vapidKey, json: PushSubscriptionJSON = {}) => ({
    options: { applicationServerKey: bytes(key), userVisibleOnly: true },
    toJSON: () => ({ endpoint: 'https://push.example.net/1', keys: { p256dh: 'p', auth: 'a' }, ...json }),
    unsubscribe: vi.fn<() => Promise<boolean>>(() => Promise.resolve(true)),
  });
  type FakeSubscription = ReturnType<typeof subscription>;

  interface Setting {
    readonly permission?: NotificationPermission;
    readonly answers?: NotificationPermission;
    readonly known?: FakeSubscription | null;
    readonly subscribe?: () => Promise<FakeSubscription>;
    readonly over?: Partial<PushBrowser>;
  }

  function device({ permission = 'default', answers = 'granted', known = null, ...rest }: Setting = {}) {
    const subscribe = vi.fn<() => Promise<FakeSubscription>>(
      rest.subscribe ?? (() => Promise.resolve(subscription())),
    );
    const registration = {
      active: {},
      installing: null,
      waiting: null,
      pushManager: { subscribe, getSubscription: () => Promise.resolve(known) },
    } as unknown as ServiceWorkerRegistration;
    const register = vi.fn<() => Promise<ServiceWorkerRegistration>>(() => Promise.resolve(registration));
    const browser: PushBrowser = {
      userAgent: chrome,
      touchPoints: 5,
      serviceWorker: { register, getRegistration: () => Promise.resolve(registration) },
      hasPush: true,
      notification: { permission, requestPermission: () => Promise.resolve(answers) },
      isStandalone: false,
      ...rest.over,
    };
    return { device: browserPushDevice(browser), register, subscribe };
  }

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const bare = { serviceWorker: undefined, notification: undefined, hasPush: false };

  it.each([
    ['ready', {}],
    ['ready', { permission: 'granted' }],
    ['subscribed', { permission: 'granted', known: subscription() }],
    ['blocked', { permission: 'denied', known: subscription() }],
    ['unsupported', { over: bare }],
    ['unsupported', { over: { hasPush: false } }],
    ['ios-needs-home-screen', { over: { ...bare, userAgent: iphone } }],
    ['ios-needs-home-screen', { over: { ...bare, userAgent: mac, touchPoints: 5 } }],
    ['unsupported', { over: { ...bare, userAgent: mac, touchPoints: 0 } }],
    // An iPhone before iOS 16.4.
    ['unsupported', { over: { ...bare, userAgent: iphone, isStandalone: true } }],
  ] as const)('is %s with %j', async (possibility, setting) => {
    expect(await device(setting).device.look()).toBe(possibility);
  });

  it('subscribes with the key of the host and the worker at the root', async () => {
    const { device: phone, register, subscribe } = device();
    expect(await phone.subscribe(vapidKey)).toEqual({
      ok: true,
      value: { endpoint: 'https://push.example.net/1', keys: { p256dh: 'p', auth: 'a' } },
    });
    expect(register).toHaveBeenCalledWith('/push-worker.js', { scope: '/', updateViaCache: 'none' });
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: vapidKey });
  });

  it('replaces a subscription of another key, and keeps one of the same key', async () => {
    const other = subscription(
      `BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A9`.slice(0, 84),
    );
    await device({ known: other }).device.subscribe(vapidKey);
    expect(other.unsubscribe).toHaveBeenCalledOnce();
    const same = subscription();
    await device({ known: same }).device.subscribe(vapidKey);
    expect(same.unsubscribe).not.toHaveBeenCalled();
  });

  // Holds outbox scenario 43.
  // Holds out-043.
  it('gives up after ten seconds when the browser never answers', async () => {
    const { device: phone } = device({ subscribe: () => new Promise(() => undefined) });
    const answer = phone.subscribe(vapidKey);
    await vi.advanceTimersByTimeAsync(9_999);
    let settled = false;
    void answer.then(() => (settled = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual({ ok: false, problem: 'timed-out' });
  });

  it.each([
    ['blocked', { answers: 'denied' }],
    ['dismissed', { answers: 'default' }],
    ['refused', { subscribe: () => Promise.reject(new DOMException('permission denied', 'AbortError')) }],
    ['refused', { subscribe: () => Promise.resolve(subscription(vapidKey, { endpoint: '', keys: {} })) }],
    ['refused', { over: bare }],
  ] as const)('says why it could not subscribe: %s', async (problem, setting) => {
    expect(await device(setting).device.subscribe(vapidKey)).toEqual({ ok: false, problem });
  });

  it('ends its subscription', async () => {
    const known = subscription();
    await device({ permission: 'granted', known }).device.unsubscribe();
    expect(known.unsubscribe).toHaveBeenCalledOnce();
  });

  it.each([
    [chrome, 5, 'Chrome · Android'],
    [iphone, 5, 'Safari · iOS'],
    [mac, 5, 'Safari · iOS'],
    [mac, 0, 'Safari · macOS'],
    ['', 0, 'Browser'],
  ])('calls %s with %i touch points %s', (userAgent, touchPoints, label) => {
    expect(device({ over: { userAgent, touchPoints } }).device.label).toBe(label);
  });
});

describe('own device', () => {
  const ada = makeUser();
  const day = 24 * 60 * 60_000;

  afterEach(() => {
    vi.restoreAllMocks();
    forgetOwnDevice();
  });

  test('keeps its id until the owner signs out, and has another one for another owner', () => {
    const first = ownDeviceId('ada');
    expect(ownDeviceId('ada')).toBe(first);
    expect(ownDeviceId('eve')).not.toBe(first);
    const again = ownDeviceId('ada');
    forgetOwnDevice();
    expect(ownDeviceId('ada')).not.toBe(again);
  });

  test('is due at first, after a day, and after another sign-in', () => {
    expect(isDue(ada, 0)).toBe(true);
    noteOwnDevice(ada, 0);
    expect([isDue(ada, day - 1), isDue(ada, day)]).toEqual([false, true]);
    expect(isDue({ ...ada, lastSignInAt: ada.lastSignInAt + 1 }, 1)).toBe(true);
  });

  test('keeps its id while the page is open when storage is blocked', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    expect(ownDeviceId('ada')).toBe(ownDeviceId('ada'));
  });
});

describe('device note', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Opening gives this request at once. */
  const opensTo = (request: object): IDBFactory =>
    ({
      open: () => {
        queueMicrotask(() => (request as IDBOpenDBRequest).onsuccess?.({} as Event));
        return request;
      },
    }) as unknown as IDBFactory;

  const closed = { ...noNote, user: 'ada' };

  /** The result of an action, or `waits` if there is none within the two seconds that a database has. */
  async function after<T>(work: Promise<T>): Promise<T | 'waits'> {
    await vi.advanceTimersByTimeAsync(2_000);
    return Promise.race([work, Promise.resolve<'waits'>('waits')]);
  }

  it.each([
    ['does not open', { open: () => ({}) } as unknown as IDBFactory],
    [
      'answers no transaction',
      opensTo({
        result: { transaction: () => ({ objectStore: () => ({ get: () => ({}) }), abort() {} }), close() {} },
      }),
    ],
  ])('goes on without a database that %s', async (_title, factory) => {
    const notes = indexedNotes(factory);
    expect(await after(notes.read())).toEqual(noNote);
    expect(await after(notes.change((note) => ({ ...note, user: 'ada' })))).toEqual(closed);
  });

  it('takes back what a silent database was asked to write', async () => {
    const abort = vi.fn<() => void>();
    const transaction = () => ({ objectStore: () => ({ get: () => ({}) }), abort });
    const notes = indexedNotes(opensTo({ result: { transaction, close() {} } }));
    await after(notes.change(() => closed));
    expect(abort).toHaveBeenCalledOnce();
  });

  it('begins nothing in a database that opens too late', async () => {
    const transaction = vi.fn<() => void>();
    const request: { result: object; onsuccess?: () => void } = { result: { transaction, close() {} } };
    const notes = indexedNotes({ open: () => request } as unknown as IDBFactory);
    expect(await after(notes.read())).toEqual(noNote);
    request.onsuccess?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(transaction).not.toHaveBeenCalled();
  });
});
