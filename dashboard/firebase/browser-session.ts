import type { FirebaseApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  type Auth,
} from 'firebase/auth';
import { databaseState, isWebKit } from './answers-in-time';
import type { OwnerUser, Session, SignOutReason } from '../data/backend';
import { keptText, Watched, type Failure } from '../data/failure';

const leftAt = keptText('busker-left-at');
/** A sign-out reaches the other tabs within seconds. */
const moments = 15_000;

const leftInAnotherTab = (): boolean => Date.now() - Number(leftAt.read() ?? 0) < moments;

/** Where storage is blocked, the other tab reports an expired session instead. */
const tellOtherTabs = (): void => leftAt.keep(String(Date.now()));

/** Finds out why the user is gone: the owner signed out, in any tab, or the service ended the session. */
export class SessionKeeper {
  readonly session = new Watched<Session>({ kind: 'starting' });
  #reason: SignOutReason = null;

  /** The next sign-out gets this reason. */
  endsBecause(reason: SignOutReason): void {
    this.#reason = reason;
    if (reason === 'left' || reason === 'deleted') tellOtherTabs();
  }

  changed(user: OwnerUser | null): void {
    if (user) {
      this.#reason = null;
      noteSignedIn(user.isGuest);
      this.session.set({ kind: 'signed-in', user });
      return;
    }
    if (this.session.value.kind === 'signed-out') return;
    const reason = this.#reason ?? this.#unspoken();
    this.#reason = null;
    noteSignedOut(reason);
    this.session.set({ kind: 'signed-out', reason });
  }

  /** The SDK ends some sessions before it reports why. */
  endedBecause(reason: 'user-disabled' | 'user-token-expired'): void {
    const now = this.session.value;
    if (now.kind !== 'signed-out' || now.reason !== 'user-token-expired' || reason === now.reason) return;
    noteSignedOut(reason);
    this.session.set({ kind: 'signed-out', reason });
  }

  /** A redirect sign-in failed. */
  cameBackWith(failure: Failure): void {
    this.session.set({ kind: 'signed-out', reason: null, failure });
  }

  #unspoken(): SignOutReason {
    const isStart = this.session.value.kind === 'starting';
    const ended = isStart ? rememberedEnd() : 'user-token-expired';
    return ended !== null && leftInAnotherTab() ? 'left' : ended;
  }
}

type Ended = 'user-disabled' | 'user-token-expired';

const ended = keptText('busker-session');
/** Afterwards the news is no longer news, and somebody else may sit here. */
const toldFor = 24 * 60 * 60_000;

const isEnded = (text: string | undefined): text is Ended =>
  text === 'user-disabled' || text === 'user-token-expired';

/** An owner is signed in here. A guest is not noted: their work may be gone when they come back. */
const noteSignedIn = (isGuest: boolean): void => (isGuest ? ended.drop() : ended.keep('in'));

/** Why they no longer are. A sign-out by choice leaves nothing to tell. */
const noteSignedOut = (reason: SignOutReason): void =>
  isEnded(reason ?? undefined) ? ended.keep(`${reason} ${Date.now()}`) : ended.drop();

/** What a page that starts without a session has to tell. The sign-in service ends a session at the start of a page without a word. */
function rememberedEnd(): Ended | null {
  const [state, at] = (ended.read() ?? '').split(' ');
  if (state === 'in') return 'user-token-expired';
  return isEnded(state) && Date.now() - Number(at) < toldFor ? state : null;
}

/** The SDK's database of sessions, and the start of the name under which it keeps one in `localStorage`. */
const database = 'firebaseLocalStorageDb';
const entry = 'firebase:authUser:';

/** Where storage is blocked there is none. */
function hasLocalSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(entry));
  } catch {
    return false;
  }
}

/**
 * Where the session is kept. The SDK moves it from any place in this list to the first one. A database that does not answer would keep the owner
 * waiting for ever, so it is left out; in WebKit it is asked only for the session of an earlier version of this dashboard.
 */
async function sessionPlaces() {
  if (!isWebKit()) {
    const isSilent = (await databaseState(database)) === 'silent';
    return isSilent ? [browserLocalPersistence] : [indexedDBLocalPersistence, browserLocalPersistence];
  }
  const hasEarlier = !hasLocalSession() && (await databaseState(database)) === 'answers';
  return hasEarlier ? [browserLocalPersistence, indexedDBLocalPersistence] : [browserLocalPersistence];
}

export async function startAuth(app: FirebaseApp, emulator: string | null): Promise<Auth> {
  // Only the needed parts: `getAuth` would add pop-ups and every persistence to the first load.
  const auth = initializeAuth(app, { persistence: await sessionPlaces() });
  if (emulator) {
    connectAuthEmulator(auth, emulator, { disableWarnings: true });
    // The robot check needs the internet; the SDK has a switch for machines without it.
    auth.settings.appVerificationDisabledForTesting = true;
  }
  return auth;
}
