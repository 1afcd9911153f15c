import { fail, ok } from '../../core/base/result';
import type { Answer } from '../data/failure';
import type { SecondFactors } from '../data/second-factors';
import { signInAnswers } from './in-memory-answer';
import type { InMemoryWorld } from './in-memory-world';

/** The code that every app shows. */
export const inMemoryAppCode = '654321';
/** The first of the recovery codes. */
export const inMemoryRecoveryCodes = Array.from({ length: 10 }, (_, index) => `${index}k7q-m2xd-9w4t-hb5e`);

/** Does the first step, and the second one when the account has an app. */
export async function inSteps(world: InMemoryWorld, first: () => Answer, then: () => void): Answer {
  const answer = await first();
  if (!answer.ok) return answer;
  const end = world.secondFactors.length === 0 ? 'done' : await askSecondStep(world);
  world.step.set(null);
  if (end === 'cancelled') return fail({ code: 'auth/second-step-cancelled' });
  if (end === 'repeat') return inSteps(world, first, then);
  then();
  return ok(undefined);
}

function askSecondStep(world: InMemoryWorld): Promise<'done' | 'repeat' | 'cancelled'> {
  const answered = signInAnswers(world);
  return new Promise((resolve) => {
    world.step.set({
      apps: world.secondFactors,
      proof: { pending: 'pending', factor: world.secondFactors[0]?.id ?? '' },
      answer: (_app, code) =>
        answered('secondStep', () => {
          if (code !== inMemoryAppCode) return 'auth/invalid-verification-code';
          resolve('done');
        }),
      repeat: () => resolve('repeat'),
      cancel: () => resolve('cancelled'),
    });
  });
}

export function inMemorySecondFactors(world: InMemoryWorld): SecondFactors {
  const answered = signInAnswers(world);
  const set = (factors: InMemoryWorld['secondFactors']) => {
    world.secondFactors = factors;
    // Like the SDK, which reports the changed user.
    world.changeUser({});
  };
  return {
    list: () => world.secondFactors,
    begin: (account, issuer) =>
      answered('beginFactor', () => {
        if (!world.isFresh) return 'auth/requires-recent-login';
        const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
        return {
          key,
          address: `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${key}&issuer=${issuer}`,
          finish: (code: string, name: string) =>
            answered('finishFactor', () => {
              if (code !== inMemoryAppCode) return 'auth/invalid-verification-code';
              const id = `factor-${world.secondFactors.length + 1}`;
              set([...world.secondFactors, { id, name, addedAt: Date.UTC(2026, 10, 25, 12) }]);
              return undefined;
            }),
        };
      }),
    remove: (id) =>
      answered('removeFactor', () => set(world.secondFactors.filter((factor) => factor.id !== id))),
  };
}
