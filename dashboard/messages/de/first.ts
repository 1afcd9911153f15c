import { authFailures } from './failures-auth';
import { shell } from './shell';
import { signIn } from './sign-in';
import { ways } from './ways';

/** What the first page needs, in German. */
export const first = { ...shell, ...signIn, ...ways, ...authFailures };
