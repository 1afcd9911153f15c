import {
  deviceClassOf,
  type BrowserClass,
  type DeviceClass,
  type SystemClass,
} from '../../../core/base/device-class';
import { fail, ok, type Result } from '../../../core/base/result';
import { inTime } from './in-time';
import type { BrowserSubscription, PushDevice, PushFailure, PushPossibility } from './push-device';

/** Names of products, so they are the same in every language. */
const browsers: Readonly<Record<BrowserClass, string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
  other: '',
};

const systems: Readonly<Record<SystemClass, string>> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
  other: '',
};

/** `Chrome · Android`; without the parts that are not known. */
function deviceLabel({ browser, system }: DeviceClass, isIos: boolean): string {
  const parts = [browsers[browser], systems[isIos ? 'ios' : system]].filter((part) => part !== '');
  return parts.join(' · ') || 'Browser';
}

const worker = '/push-worker.js';
/** Milliseconds that the browser has for each step, besides the owner's own answer. */
const mostWait = 10_000;

/** The parts of the browser that this needs; a test passes its own. */
export interface PushBrowser {
  readonly userAgent: string;
  readonly touchPoints: number;
  /** Undefined where the browser has none: older ones, and Firefox's private windows. */
  readonly serviceWorker: Pick<ServiceWorkerContainer, 'register' | 'getRegistration'> | undefined;
  readonly hasPush: boolean;
  readonly notification: Pick<typeof Notification, 'permission' | 'requestPermission'> | undefined;
  readonly isStandalone: boolean;
}

const thisBrowser = (): PushBrowser => ({
  userAgent: navigator.userAgent,
  touchPoints: navigator.maxTouchPoints,
  serviceWorker: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
  hasPush: 'PushManager' in window,
  notification: 'Notification' in window ? Notification : undefined,
  isStandalone: matchMedia('(display-mode: standalone)').matches,
});

/** An iPad that asks for desktop pages calls itself a Mac; a Mac has no touch screen. */
const isIos = ({ userAgent, touchPoints }: PushBrowser): boolean => {
  const { system } = deviceClassOf(userAgent);
  return system === 'ios' || (system === 'macos' && touchPoints > 1);
};

/** The subscription in the form of the API; null when the browser left a part of it out. */
function givenBy(subscription: PushSubscription): BrowserSubscription | null {
  const { endpoint, keys } = subscription.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? null
    : { endpoint, keys: { p256dh, auth } };
}

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export function browserPushDevice(browser: PushBrowser = thisBrowser()): PushDevice {
  const { serviceWorker, notification, hasPush } = browser;

  const registered = async () => (await serviceWorker?.getRegistration('/')) ?? null;
  const current = async () => (await registered())?.pushManager.getSubscription() ?? null;

  async function look(): Promise<PushPossibility> {
    if (serviceWorker === undefined || notification === undefined || !hasPush)
      // Safari on iOS has push only in an app on the home screen (webkit.org/blog/13878).
      return isIos(browser) && !browser.isStandalone ? 'ios-needs-home-screen' : 'unsupported';
    if (notification.permission === 'denied') return 'blocked';
    return notification.permission === 'granted' && (await current()) !== null ? 'subscribed' : 'ready';
  }

  async function subscribeNow(vapidKey: string): Promise<BrowserSubscription | null> {
    const registration = await serviceWorker?.register(worker, { scope: '/', updateViaCache: 'none' });
    if (registration === undefined) return null;
    const { pushManager } = registration;
    // A subscription belongs to the key that it was made with; another key is refused while it exists.
    const known = await pushManager.getSubscription();
    if (known !== null && base64url(known.options.applicationServerKey) !== vapidKey)
      await known.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: vapidKey };
    // The first worker may still be starting: Chromium subscribes only with an active one.
    await activeWorker(registration);
    return givenBy(await pushManager.subscribe(options));
  }

  async function subscribe(vapidKey: string): Promise<Result<BrowserSubscription, PushFailure>> {
    const permission = await notification?.requestPermission();
    if (permission === undefined) return fail('refused');
    if (permission === 'denied') return fail('blocked');
    if (permission === 'default') return fail('dismissed');
    try {
      const made = await inTime(
        subscribeNow(vapidKey).then((subscription) => ({ subscription })),
        mostWait,
      );
      if (made === null) return fail('timed-out');
      return made.subscription === null ? fail('refused') : ok(made.subscription);
    } catch {
      return fail('refused');
    }
  }

  return {
    label: deviceLabel(deviceClassOf(browser.userAgent), isIos(browser)),
    look: async () =>
      (await inTime(
        look().catch(() => 'unsupported' as const),
        mostWait,
      )) ?? 'ready',
    subscribe,
    unsubscribe: async () => {
      const ended = current().then(async (subscription) => subscription?.unsubscribe());
      await inTime(
        ended.catch(() => undefined),
        mostWait,
      );
    },
  };
}

function activeWorker({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting;
  if (active !== null || coming === null) return Promise.resolve();
  return new Promise((resolve) =>
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve();
    }),
  );
}
