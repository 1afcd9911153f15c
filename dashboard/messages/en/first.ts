import { authFailures } from './failures-auth';
import { shell } from './shell';
import { signIn } from './sign-in';
import { ways } from './ways';

/** What the first page needs. Everything else comes with the owner's screens, so that the sign-in page stays light. */
export const first = { ...shell, ...signIn, ...ways, ...authFailures };
