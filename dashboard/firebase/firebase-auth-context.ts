import type { Auth, User } from 'firebase/auth';
import type { Answer } from '../data/failure';

/** What the lazily loaded parts of the sign-in adapter share with the main part. */
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
