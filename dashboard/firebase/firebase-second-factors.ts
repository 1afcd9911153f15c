import { FactorId, multiFactor, TotpMultiFactorGenerator, type User } from 'firebase/auth';
import type { SecondFactor, SecondFactors } from '../data/second-factors';
import type { AuthContext } from './firebase-auth-context';
import { secondFactor } from './firebase-second-step';
import { wantRecentSignIn } from './firebase-sign-in-time';

/** Authenticator apps by Firebase's multi-factor authentication, which needs Identity Platform. */
export function firebaseSecondFactors({ auth, tried, signedIn, changed }: AuthContext): SecondFactors {
  return {
    list: () => (auth.currentUser ? enrolledApps(auth.currentUser) : []),
    begin: (account, issuer) =>
      tried(async () => {
        const user = signedIn();
        // The recovery codes, which are made right after, need it in any case.
        await wantRecentSignIn(user);
        const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
        return {
          key: secret.secretKey,
          address: secret.generateQrCodeUrl(encodeURIComponent(account), encodeURIComponent(issuer)),
          finish: (code, name) =>
            tried(async () => {
              const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, code);
              await multiFactor(user).enroll(assertion, name);
              changed();
            }),
        };
      }),
    remove: (id) =>
      tried(async () => {
        await multiFactor(signedIn()).unenroll(id);
        changed();
      }),
  };
}

const enrolledApps = (user: User): readonly SecondFactor[] =>
  multiFactor(user)
    .enrolledFactors.filter(({ factorId }) => factorId === FactorId.TOTP)
    .map(secondFactor);
