import {
  FactorId,
  getMultiFactorResolver,
  TotpMultiFactorGenerator,
  type Auth,
  type MultiFactorError,
  type MultiFactorInfo,
} from 'firebase/auth';
import * as v from 'valibot';
import type { Answer } from '../data/failure';
import type { SecondFactor, SecondStep } from '../data/second-factors';
import type { Watched } from '../data/watched';

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
