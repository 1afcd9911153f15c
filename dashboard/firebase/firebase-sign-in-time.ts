import { onIdTokenChanged, type Auth, type User } from 'firebase/auth';

/** How long a tab may take to hear of another one's sign-in: the SDK asks the browser's store every 800 ms, later in a slow one. */
const patienceMillis = 5000;

/** The second in which somebody signed in, by the token that servers judge; 0 = nobody is in. */
export async function signInTime(user: User | null): Promise<number> {
  const { claims } = (await user?.getIdTokenResult()) ?? {};
  return Number(claims?.['auth_time'] ?? 0);
}

/** Resolves once this tab knows of a sign-in after that second; else throws as the SDK throws. */
export async function laterSignIn(auth: Auth, before: number): Promise<void> {
  let stop = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = new Promise<boolean>((resolve, reject) => {
    stop = onIdTokenChanged(auth, (user) => {
      signInTime(user).then((at) => at > before && resolve(true), reject);
    });
    timer = setTimeout(() => resolve(false), patienceMillis);
  });
  const isHeard = await heard.finally(() => {
    stop();
    clearTimeout(timer);
  });
  if (!isHeard) throw Object.assign(new Error('No later sign-in'), { code: 'auth/link-not-opened' });
}

/** As long as the server takes a sign-in for a fresh one. */
const freshSeconds = 5 * 60;

/**
 * Throws as the SDK throws when the last sign-in is older than that. Both times are the service's own, of a token made now: this
 * device's clock may be wrong. The real service asks for the same by itself; the one in `local/` does not.
 */
export async function wantRecentSignIn(user: User): Promise<void> {
  const { claims } = await user.getIdTokenResult(true);
  const age = Number(claims.iat) - Number(claims.auth_time);
  // An age that cannot be read is none that was proved.
  if (!(age <= freshSeconds))
    throw Object.assign(new Error('An old sign-in'), { code: 'auth/requires-recent-login' });
}
