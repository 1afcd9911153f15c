import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserPushDevice, type PushBrowser } from './browser-push-device';

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
