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
