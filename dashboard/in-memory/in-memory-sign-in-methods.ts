import { fail, ok } from '../../core/base/result';
import type { MailActions, OwnerUser, Purpose, SecondFactors, SignInMethods } from '../data/backend';
import type { Answer } from '../data/failure';
import { makeUser } from '../testing/fakes';
import { signInAnswers, type InMemoryWorld } from './in-memory-world';

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

/** The code of every text message. */
export const inMemoryCode = '123456';
/** The code of every emailed link; any other counts as used. */
export const inMemoryMailCode = 'mail-code';

const linked = (providerId: string, given: Partial<OwnerUser['providers'][number]> = {}) => ({
  providerId,
  uid: `${providerId}-1`,
  email: null,
  displayName: null,
  phoneNumber: null,
  ...given,
});

/** Every sign-in method without a network: providers always succeed, emails and codes go to the world's outbox. */
export function inMemorySignInMethods(world: InMemoryWorld): SignInMethods {
  const answered = signInAnswers(world);
  const current = () => {
    const now = world.session.value;
    return now.kind === 'signed-in' ? now.user : null;
  };
  const arrive = (provider: OwnerUser['providers'][number], purpose: Purpose, record: Partial<OwnerUser>) => {
    const user = current();
    if (purpose === 'sign-in') {
      world.isFresh = true;
      world.signInAs(makeUser({ ...record, providers: [provider] }));
      return undefined;
    }
    if (!user) return 'auth/user-token-expired';
    if (purpose === 'confirm') {
      world.isFresh = true;
      return undefined;
    }
    if (user.providers.some(({ providerId }) => providerId === provider.providerId))
      return 'auth/provider-already-linked';
    world.changeUser({ ...record, isGuest: false, providers: [...user.providers, provider] });
    return undefined;
  };

  return {
    withProvider: (id, purpose) =>
      answered('withProvider', () =>
        arrive(linked(id, { email: 'ada@example.com' }), purpose, {
          email: current()?.email ?? 'ada@example.com',
          displayName: 'Ada',
        }),
      ),
    byRedirect: (id) => answered('byRedirect', () => arrive(linked(id), 'sign-in', {})),
    withPassword: (email, password, purpose) => {
      if (purpose === 'confirm')
        return inSteps(
          world,
          () =>
            answered('withPassword', () =>
              world.passwords.get(email) === password ? undefined : 'auth/invalid-credential',
            ),
          () => {
            world.isFresh = true;
          },
        );
      return answered('withPassword', () => {
        if (world.passwords.has(email)) return 'auth/email-already-in-use';
        world.passwords.set(email, password);
        world.outbox.push({ kind: 'verify', to: email });
        return arrive(linked('password', { email }), 'link', { email, emailVerified: false });
      });
    },
    sendLink: (email) =>
      answered('sendLink', () => {
        world.outbox.push({ kind: 'sign-in', to: email });
        return {
          opened: () =>
            answered('openedLink', () => (world.isFresh ? undefined : ('auth/link-not-opened' as const))),
        };
      }),
    followLink: (email, link) =>
      answered('followLink', () => {
        if (new URL(link).searchParams.get('oobCode') !== inMemoryMailCode) return 'auth/invalid-action-code';
        const purpose = current()?.isGuest ? 'link' : 'sign-in';
        return arrive(linked('password', { email }), purpose, { email, emailVerified: true });
      }),
    sendCode: (phone, purpose) =>
      answered('sendCode', () => {
        world.outbox.push({ kind: 'code', to: phone });
        return {
          confirm: (code) =>
            answered('confirmCode', () =>
              code === inMemoryCode
                ? arrive(linked('phone', { phoneNumber: phone }), purpose, { phoneNumber: phone })
                : 'auth/invalid-verification-code',
            ),
        };
      }),
    asGuest: () =>
      answered('asGuest', () =>
        world.signInAs(makeUser({ isGuest: true, email: null, emailVerified: false, providers: [] })),
      ),
    unlink: (id) =>
      answered('unlink', () => {
        const left = current()?.providers.filter(({ providerId }) => providerId !== id) ?? [];
        world.changeUser({ providers: left });
      }),
  };
}

export function inMemoryMailActions(world: InMemoryWorld): MailActions {
  const answered = signInAnswers(world);
  const good = (code: string) => code === inMemoryMailCode;
  return {
    look: (code) =>
      answered('lookAtMail', () =>
        good(code) ? { email: 'ada@example.com', otherEmail: null } : 'auth/invalid-action-code',
      ),
    use: (code) =>
      answered('useMail', () => {
        if (!good(code)) return 'auth/invalid-action-code';
        world.changeUser({ emailVerified: true });
        return undefined;
      }),
    setPassword: (code, password) =>
      answered('setPassword', () => {
        if (!good(code)) return 'auth/invalid-action-code';
        if (password.length < 6) return 'auth/weak-password';
        world.passwords.set('ada@example.com', password);
        return undefined;
      }),
  };
}
