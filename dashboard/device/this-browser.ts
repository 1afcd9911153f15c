import {
  deviceClassOf,
  type BrowserClass,
  type DeviceClass,
  type SystemClass,
} from '@busker/core/account/device-class';
import { fail, ok, type Result } from '@busker/core/base/result';
import { pushUser, pushUserText } from '@busker/core/notification/notified-event';
import type { OwnerUser } from '../data/backend';
import { keptText, type Answer } from '../data/failure';
import { inTime, ownNotes, type DeviceNote, type DeviceNotes } from './device-note';

/** Names an owner on this device as the server does in `for` of each push message. */
export async function deviceUser(uid: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pushUserText(uid)));
  return pushUser(new Uint8Array(digest));
}

/** A browser's subscription, as `POST /v1/me/channels` takes it. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * `timed-out`: the browser never answered, as Chromium does without a connection. `blocked`: the owner refused notifications. `dismissed`: they closed
 * the question. `refused`: the browser cannot, as in a private window.
 */
export type PushFailure = 'timed-out' | 'blocked' | 'dismissed' | 'refused';

export type PushPossibility = 'unsupported' | 'ios-needs-home-screen' | 'blocked' | 'ready' | 'subscribed';

export interface PushDevice {
  /** Its name for owners: `Chrome on Android`. */
  readonly label: string;
  look(): Promise<PushPossibility>;
  /** Asks for the permission and subscribes. Must be called from a tap: iOS asks only then. Settles in ten seconds after the permission. */
  subscribe(vapidKey: string): Promise<Result<BrowserSubscription, PushFailure>>;
  /** Ends the subscription. The push service then answers 410, so the server ends the channel too. */
  unsubscribe(): Promise<void>;
}

interface KeptDevice {
  readonly uid: string;
  readonly device: Pick<PushDevice, 'unsubscribe'>;
  readonly notes: DeviceNotes;
  /** `DELETE /v1/me/channels/{id}`. */
  readonly remove: (channelId: string) => Answer<unknown>;
}

/** Milliseconds that the server has for the deletion while the owner waits for the sign-out. */
const mostWait = 1500;

/** A channel that is not there any more is deleted as well. */
async function isRemoved(remove: KeptDevice['remove'], channelId: string): Promise<boolean> {
  const answer = await remove(channelId);
  return answer.ok || answer.problem.code === 'api/channel-not-found';
}

const without = (note: DeviceNote, gone: readonly string[]): DeviceNote => ({
  ...note,
  left: note.left.filter(({ channelId }) => !gone.includes(channelId)),
});

/**
 * At each start of the dashboard of a signed-in owner: shows their notifications again, ends those of another owner on this device, and deletes the
 * channels that an offline sign-out left. `closedText`: what a notification says that this device may not show.
 */
export async function keepDevice(
  { uid, device, notes, remove }: KeptDevice,
  closedText: string,
): Promise<void> {
  const user = await deviceUser(uid);
  const before = await notes.read();
  const isAnothers = before.channel !== null && before.channel.user !== user;
  const isKnown = before.channel !== null || before.left.length > 0;
  // Most browsers never get notifications. Nothing is stored for them.
  if (!isKnown && before.user === null) return;
  if (isAnothers) await device.unsubscribe();
  await notes.change((note) => ({
    ...note,
    user,
    closedText,
    channel: isAnothers ? null : note.channel,
    left: isAnothers && note.channel !== null ? [...note.left, note.channel] : note.left,
  }));
  const gone: string[] = [];
  for (const left of before.left.filter((each) => each.user === user))
    if (await isRemoved(remove, left.channelId)) gone.push(left.channelId);
  if (gone.length > 0) await notes.change((note) => without(note, gone));
}

/** Nobody is signed in here any more: notifications say nothing until the owner signs in again. */
export async function closeDevice(notes: DeviceNotes): Promise<void> {
  const { user } = await notes.read();
  if (user !== null) await notes.change((note) => ({ ...note, user: null }));
}

/**
 * Before the owner signs out: the subscription ends and the channel is deleted. Offline the channel is noted, and deleted when its owner signs in here
 * again; until then its notifications say nothing on this device.
 */
export async function leaveDevice({ uid, device, notes, remove }: KeptDevice): Promise<void> {
  const user = await deviceUser(uid);
  const { channel } = await notes.change((note) => ({ ...note, user: null }));
  if (channel === null || channel.user !== user) return;
  await notes.change((note) => ({ ...note, channel: null, left: [...note.left, channel] }));
  const [removed] = await Promise.all([
    inTime(isRemoved(remove, channel.channelId), mostWait),
    inTime(device.unsubscribe(), mostWait),
  ]);
  if (removed === true) await notes.change((note) => without(note, [channel.channelId]));
}

/** Names of products, so they are the same in every language. */
export const browsers: Readonly<Record<BrowserClass, string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
  other: '',
};

export const systems: Readonly<Record<SystemClass, string>> = {
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
const mostAnswerWait = 10_000;

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

/** The subscription in the form of the API; `refused` when the browser left a part of it out. */
function givenBy(subscription: PushSubscription): Result<BrowserSubscription, PushFailure> {
  const { endpoint, keys } = subscription.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  return endpoint === undefined || p256dh === undefined || auth === undefined
    ? fail('refused')
    : ok({ endpoint, keys: { p256dh, auth } });
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

  async function subscribeNow(vapidKey: string): Promise<Result<BrowserSubscription, PushFailure>> {
    const registration = await serviceWorker?.register(worker, { scope: '/', updateViaCache: 'none' });
    if (registration === undefined) return fail('refused');
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
      return (await inTime(subscribeNow(vapidKey), mostAnswerWait)) ?? fail('timed-out');
    } catch {
      return fail('refused');
    }
  }

  return {
    label: deviceLabel(deviceClassOf(browser.userAgent), isIos(browser)),
    look: async () => {
      const seen = look().catch(() => 'unsupported' as const);
      return (await inTime(seen, mostAnswerWait)) ?? 'ready';
    },
    subscribe,
    unsubscribe: async () => {
      const ended = current().then(async (subscription) => subscription?.unsubscribe());
      const settled = ended.catch(() => undefined);
      await inTime(settled, mostAnswerWait);
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

/** This browser's part in keepDevice and leaveDevice; null where it can have no notifications. */
export const keptHere = (uid: string, remove: KeptDevice['remove']): KeptDevice | null =>
  'serviceWorker' in navigator ? { uid, remove, device: browserPushDevice(), notes: ownNotes() } : null;

const stored = keptText('busker-device');
const day = 24 * 60 * 60_000;

/** Stored in this browser for the owner's list of devices. */
interface OwnDevice {
  readonly uid: string;
  readonly id: string;
  /** The sign-in that the server has noted, and when; null = none. */
  readonly noted: { readonly signIn: number; readonly at: number } | null;
}

/** Used while storage is blocked: until this page is closed. */
let unstored: OwnDevice | null = null;

function read(): OwnDevice | null {
  const [uid = '', id = '', signIn, at] = (stored.read() ?? '').split(' ');
  if (uid === '' || id === '') return unstored;
  return { uid, id, noted: at === undefined ? null : { signIn: Number(signIn), at: Number(at) } };
}

/** Where storage is blocked, each load of the dashboard is a device of its own. */
function write(device: OwnDevice): void {
  unstored = device;
  const { uid, id, noted } = device;
  stored.keep([uid, id, ...(noted ? [noted.signIn, noted.at] : [])].join(' '));
}

/** The id of this browser for this owner, at random. Another owner at the same browser gets another one. */
export function ownDeviceId(uid: string): string {
  const known = read();
  if (known?.uid === uid) return known.id;
  const id = crypto.randomUUID();
  write({ uid, id, noted: null });
  return id;
}

/** Whether the server has to note this browser: after a sign-in, and once a day. */
export function isDue({ uid, lastSignInAt }: OwnerUser, now: number): boolean {
  const known = read();
  if (known?.uid !== uid || known.noted === null) return true;
  return known.noted.signIn !== lastSignInAt || now - known.noted.at >= day;
}

export function noteOwnDevice({ uid, lastSignInAt }: OwnerUser, at: number): void {
  write({ uid, id: ownDeviceId(uid), noted: { signIn: lastSignInAt, at } });
}

/** After the owner has signed out here. */
export function forgetOwnDevice(): void {
  unstored = null;
  stored.drop();
}
