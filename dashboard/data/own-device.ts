import type { OwnerUser } from './backend';

const key = 'busker-device';
const day = 24 * 60 * 60_000;

/** What this browser remembers for the owner's list of devices. */
interface OwnDevice {
  readonly uid: string;
  readonly id: string;
  /** The sign-in that the server has noted, and when; null = none. */
  readonly noted: { readonly signIn: number; readonly at: number } | null;
}

/** Used while storage is blocked: until this page is closed. */
let unstored: OwnDevice | null = null;

function read(): OwnDevice | null {
  try {
    const [uid = '', id = '', signIn, at] = (localStorage.getItem(key) ?? '').split(' ');
    if (uid === '' || id === '') return unstored;
    return { uid, id, noted: at === undefined ? null : { signIn: Number(signIn), at: Number(at) } };
  } catch {
    return unstored;
  }
}

function write(device: OwnDevice): void {
  unstored = device;
  const { uid, id, noted } = device;
  try {
    localStorage.setItem(key, [uid, id, ...(noted ? [noted.signIn, noted.at] : [])].join(' '));
  } catch {
    // Storage is blocked: each load of the dashboard is a device of its own.
  }
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
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing was kept.
  }
}
