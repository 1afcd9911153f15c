import { authFailures } from './failures-auth';
import { shell } from './shell';
import { signIn } from './sign-in';
import { ways } from './ways';

/** What the first page needs, in Spanish. */
export const first = { ...shell, ...signIn, ...ways, ...authFailures };
