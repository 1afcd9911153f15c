import type { SignOutReason } from './backend';

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
export const noteSignedIn = (isGuest: boolean): void => write(isGuest ? null : 'in');

/** Why they no longer are. A sign-out by choice leaves nothing to tell. */
export const noteSignedOut = (reason: SignOutReason): void =>
  write(isEnded(reason ?? undefined) ? `${reason} ${Date.now()}` : null);

/** What a page that starts without a session has to tell. The sign-in service ends a session at the start of a page without a word. */
export function rememberedEnd(): Ended | null {
  try {
    const [state, at] = (localStorage.getItem(key) ?? '').split(' ');
    if (state === 'in') return 'user-token-expired';
    return isEnded(state) && Date.now() - Number(at) < toldFor ? state : null;
  } catch {
    return null;
  }
}
