import { authFailures } from './failures-auth';
import { leaving } from './leaving';
import { shell } from './shell';
import { signIn } from './sign-in';
import { ways } from './sign-in-methods';

/** The texts of the first page. All others load with the owner's screens, so that the sign-in page stays small. */
export const first = { ...shell, ...signIn, ...ways, ...leaving, ...authFailures };
