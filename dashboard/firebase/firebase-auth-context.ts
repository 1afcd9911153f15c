import { onIdTokenChanged, type Auth, type User } from 'firebase/auth';
import type { Answer } from '../data/failure';

/** Shared by the main part and the lazily loaded parts of the sign-in adapter. */
export interface AuthContext {
  readonly auth: Auth;
  /** Runs SDK code. Exceptions become failures, and a session that the service ended is ended here too. */
  readonly tried: <T>(work: () => Promise<T>) => Answer<T>;
  /** Runs the SDK's first step of signing in or confirming, and then the second one if the account has one. */
  readonly inSteps: (first: () => Promise<unknown>) => Promise<void>;
  /** Throws when nobody is signed in. */
  readonly signedIn: () => User;
  /** The user record may have changed; the SDK does not always report it. */
  readonly changed: () => void;
  /** Where emailed links continue to. */
  readonly backHere: () => { url: string };
}

/** How long a tab takes to notice another tab's sign-in: the SDK polls the browser's storage every 800 ms. */
const patienceMillis = 5000;

/** The second of the last sign-in, by the token that servers check; 0 = nobody is signed in. */
export async function signInTime(user: User | null): Promise<number> {
  const { claims } = (await user?.getIdTokenResult()) ?? {};
  return Number(claims?.['auth_time'] ?? 0);
}

/** Resolves when this tab has a sign-in after that second; otherwise throws as the SDK does. */
export async function laterSignIn(auth: Auth, before: number): Promise<void> {
  let stop = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const signedIn = new Promise<boolean>((resolve, reject) => {
    stop = onIdTokenChanged(auth, (user) => {
      signInTime(user).then((at) => at > before && resolve(true), reject);
    });
    timer = setTimeout(() => resolve(false), patienceMillis);
  });
  const isSignedIn = await signedIn.finally(() => {
    stop();
    clearTimeout(timer);
  });
  if (!isSignedIn) throw Object.assign(new Error('No later sign-in'), { code: 'auth/link-not-opened' });
}

/** How long Firebase itself accepts a sign-in as recent, for what changes the way to sign in. Busker's server accepts ten minutes. */
const freshSeconds = 5 * 60;

/**
 * Throws as the SDK does when the last sign-in is older. Both times come from a token issued now, because this device's clock may be wrong.
 * The real service enforces the same; the local one does not.
 */
export async function wantRecentSignIn(user: User): Promise<void> {
  const { claims } = await user.getIdTokenResult(true);
  const age = Number(claims.iat) - Number(claims.auth_time);
  // An unreadable time does not prove a recent sign-in.
  if (!(age <= freshSeconds))
    throw Object.assign(new Error('An old sign-in'), { code: 'auth/requires-recent-login' });
}
