import type { OwnerUser, Session, SignOutReason } from './backend';
import type { Failure } from './failure';
import { Watched } from './watched';

const leftKey = 'busker-left-at';
/** A sign-out reaches the other tabs within seconds. */
const moments = 15_000;

function leftInAnotherTab(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(leftKey) ?? 0) < moments;
  } catch {
    return false;
  }
}

function tellOtherTabs(): void {
  try {
    localStorage.setItem(leftKey, String(Date.now()));
  } catch {
    // Storage is blocked: the other tab reports an expired session instead.
  }
}

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

const key = 'busker-session';
/** Afterwards the news is no longer news, and somebody else may sit here. */
const toldFor = 24 * 60 * 60_000;

const isEnded = (text: string | undefined): text is Ended =>
  text === 'user-disabled' || text === 'user-token-expired';

function write(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is blocked: a reload does not know why the session ended.
  }
}

/** An owner is signed in here. A guest is not noted: their work may be gone when they come back. */
const noteSignedIn = (isGuest: boolean): void => write(isGuest ? null : 'in');

/** Why they no longer are. A sign-out by choice leaves nothing to tell. */
const noteSignedOut = (reason: SignOutReason): void =>
  write(isEnded(reason ?? undefined) ? `${reason} ${Date.now()}` : null);

/** What a page that starts without a session has to tell. The sign-in service ends a session at the start of a page without a word. */
function rememberedEnd(): Ended | null {
  try {
    const [state, at] = (localStorage.getItem(key) ?? '').split(' ');
    if (state === 'in') return 'user-token-expired';
    return isEnded(state) && Date.now() - Number(at) < toldFor ? state : null;
  } catch {
    return null;
  }
}
