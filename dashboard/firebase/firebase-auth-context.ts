import type { Auth, User } from 'firebase/auth';
import type { Answer } from '../shared/answer';

/** What the lazily loaded parts of the sign-in adapter share with the part that is always there. */
export interface AuthContext {
  readonly auth: Auth;
  /** Runs work of the SDK; what it throws becomes a failure, and a session that the service has ended is ended here too. */
  readonly tried: <T>(work: () => Promise<T>) => Answer<T>;
  /** Throws when nobody is signed in. */
  readonly signedIn: () => User;
  /** The user record may be another one now; the SDK does not always tell. */
  readonly changed: () => void;
  /** Where the links of mails lead in the end. */
  readonly backHere: () => { url: string };
}
