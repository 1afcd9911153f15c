import { authFailures } from './failures-auth';
import { leaving } from './leaving';
import { shell } from './shell';
import { signIn } from './sign-in';
import { ways } from './sign-in-methods';

/** The texts of the first page, in Brazilian Portuguese. */
export const first = { ...shell, ...signIn, ...ways, ...leaving, ...authFailures };
