import type { OwnerUser, Session, SignOutReason } from './backend';
import type { Failure } from './failure';
import { Watched } from './watched';

const leftKey = 'busker-left-at';
/** Another tab's own sign-out reaches this one within moments. */
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
    // Storage is blocked: the other tab will call the sign-out an expired one.
  }
}

/** Turns "the user is gone" into why: asked to, in any tab, or ended by the service. */
export class SessionKeeper {
  readonly session = new Watched<Session>({ kind: 'starting' });
  #reason: SignOutReason = null;

  /** The next sign-out has this reason. */
  endsBecause(reason: SignOutReason): void {
    this.#reason = reason;
    if (reason === 'left' || reason === 'deleted') tellOtherTabs();
  }

  changed(user: OwnerUser | null): void {
    if (user) {
      this.#reason = null;
      this.session.set({ kind: 'signed-in', user });
      return;
    }
    if (this.session.value.kind === 'signed-out') return;
    const reason = this.#reason ?? this.#unspoken();
    this.#reason = null;
    this.session.set({ kind: 'signed-out', reason });
  }

  /** The SDK ends some sessions by itself, before it tells why. */
  endedBecause(reason: 'user-disabled' | 'user-token-expired'): void {
    const now = this.session.value;
    if (now.kind === 'signed-out' && now.reason === 'user-token-expired' && reason !== now.reason)
      this.session.set({ kind: 'signed-out', reason });
  }

  /** Somebody came back from signing in elsewhere, and it did not work. */
  cameBackWith(failure: Failure): void {
    this.session.set({ kind: 'signed-out', reason: null, failure });
  }

  #unspoken(): SignOutReason {
    if (this.session.value.kind === 'starting') return null;
    return leftInAnotherTab() ? 'left' : 'user-token-expired';
  }
}
