import {
  FactorId,
  TotpMultiFactorGenerator,
  getMultiFactorResolver,
  multiFactor,
  type Auth,
  type MultiFactorError,
  type MultiFactorInfo,
  type User,
} from 'firebase/auth';
import * as v from 'valibot';
import type { SecondFactor, SecondFactors, SecondStep } from '../data/backend';
import type { Answer, Watched } from '../data/failure';
import { wantRecentSignIn, type AuthContext } from './firebase-auth-context';

/** The SDK's sessions serialise to this. */
const sessionText = v.object({ multiFactorSession: v.object({ pendingCredential: v.string() }) });

export const secondFactor = ({ uid, displayName, enrollmentTime }: MultiFactorInfo): SecondFactor => ({
  id: uid,
  name: displayName ?? '',
  addedAt: Date.parse(enrollmentTime) || 0,
});

const refused = (code: string) => Object.assign(new Error(code), { code: `auth/${code}` });

interface Asking {
  readonly auth: Auth;
  readonly step: Watched<SecondStep | null>;
  readonly tried: <T>(work: () => Promise<T>) => Answer<T>;
}

/** Waits until the person has answered. `done`: signed in. `repeat`: the first step signs in alone now. Throws when they give up. */
export async function askSecondStep(
  { auth, step, tried }: Asking,
  thrown: MultiFactorError,
): Promise<'done' | 'repeat'> {
  const resolver = getMultiFactorResolver(auth, thrown);
  const apps = resolver.hints.filter(({ factorId }) => factorId === FactorId.TOTP).map(secondFactor);
  const [first] = apps;
  // The host has enrolled something else, such as text messages, which this app does not ask for.
  if (first === undefined) throw refused('second-step-unknown');
  const { multiFactorSession } = v.parse(sessionText, JSON.parse(JSON.stringify(resolver.session)));
  let own: SecondStep | null = null;
  try {
    return await new Promise<'done' | 'repeat'>((resolve, reject) => {
      step.value?.cancel();
      own = {
        apps,
        proof: { pending: multiFactorSession.pendingCredential, factor: first.id },
        answer: (app, code) =>
          tried(async () => {
            await resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(app, code));
            resolve('done');
          }),
        repeat: () => resolve('repeat'),
        cancel: () => reject(refused('second-step-cancelled')),
      };
      step.set(own);
    });
  } finally {
    // A later sign-in has replaced this one.
    if (step.value === own) step.set(null);
  }
}

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
