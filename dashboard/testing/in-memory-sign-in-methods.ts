import { fail, ok } from '@busker/core/base/result';
import type { MailActions, OwnerUser, Purpose, SecondFactors, SignInMethods } from '../data/backend';
import type { Answer } from '../data/failure';
import { makeUser } from './fakes';
import { signInAnswers, type FakeBackend } from './fake-backend';

/** The code that every app shows. */
export const inMemoryAppCode = '654321';
/** The first of the recovery codes. */
export const inMemoryRecoveryCodes = Array.from({ length: 10 }, (_, index) => `${index}k7q-m2xd-9w4t-hb5e`);

/** Does the first step, and the second one when the account has an app. */
export async function inSteps(fake: FakeBackend, first: () => Answer, then: () => void): Answer {
  const answer = await first();
  if (!answer.ok) return answer;
  const end = fake.secondFactors.length === 0 ? 'done' : await askSecondStep(fake);
  fake.step.set(null);
  if (end === 'cancelled') return fail({ code: 'auth/second-step-cancelled' });
  if (end === 'repeat') return inSteps(fake, first, then);
  then();
  return ok(undefined);
}

function askSecondStep(fake: FakeBackend): Promise<'done' | 'repeat' | 'cancelled'> {
  const answered = signInAnswers(fake);
  return new Promise((resolve) => {
    fake.step.set({
      apps: fake.secondFactors,
      proof: { pending: 'pending', factor: fake.secondFactors[0]?.id ?? '' },
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

export function inMemorySecondFactors(fake: FakeBackend): SecondFactors {
  const answered = signInAnswers(fake);
  const set = (factors: FakeBackend['secondFactors']) => {
    fake.secondFactors = factors;
    // Like the SDK, which reports the changed user.
    fake.changeUser({});
  };
  return {
    list: () => fake.secondFactors,
    begin: (account, issuer) =>
      answered('beginFactor', () => {
        if (!fake.isFresh) return 'auth/requires-recent-login';
        const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
        return {
          key,
          address: `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${key}&issuer=${issuer}`,
          finish: (code: string, name: string) =>
            answered('finishFactor', () => {
              if (code !== inMemoryAppCode) return 'auth/invalid-verification-code';
              const id = `factor-${fake.secondFactors.length + 1}`;
              set([...fake.secondFactors, { id, name, addedAt: Date.UTC(2026, 10, 25, 12) }]);
              return undefined;
            }),
        };
      }),
    remove: (id) =>
      answered('removeFactor', () => set(fake.secondFactors.filter((factor) => factor.id !== id))),
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

/** Every sign-in method without a network: providers always succeed, emails and codes go to the fake backend's outbox. */
export function inMemorySignInMethods(fake: FakeBackend): SignInMethods {
  const answered = signInAnswers(fake);
  const current = () => {
    const now = fake.session.value;
    return now.kind === 'signed-in' ? now.user : null;
  };
  const arrive = (provider: OwnerUser['providers'][number], purpose: Purpose, record: Partial<OwnerUser>) => {
    const user = current();
    if (purpose === 'sign-in') {
      fake.isFresh = true;
      fake.signInAs(makeUser({ ...record, providers: [provider] }));
      return undefined;
    }
    if (!user) return 'auth/user-token-expired';
    if (purpose === 'confirm') {
      fake.isFresh = true;
      return undefined;
    }
    if (user.providers.some(({ providerId }) => providerId === provider.providerId))
      return 'auth/provider-already-linked';
    fake.changeUser({ ...record, isGuest: false, providers: [...user.providers, provider] });
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
          fake,
          () =>
            answered('withPassword', () =>
              fake.passwords.get(email) === password ? undefined : 'auth/invalid-credential',
            ),
          () => {
            fake.isFresh = true;
          },
        );
      return answered('withPassword', () => {
        if (fake.passwords.has(email)) return 'auth/email-already-in-use';
        fake.passwords.set(email, password);
        fake.outbox.push({ kind: 'verify', to: email });
        return arrive(linked('password', { email }), 'link', { email, emailVerified: false });
      });
    },
    sendLink: (email) =>
      answered('sendLink', () => {
        fake.outbox.push({ kind: 'sign-in', to: email });
        return {
          opened: () =>
            answered('openedLink', () => (fake.isFresh ? undefined : ('auth/link-not-opened' as const))),
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
        fake.outbox.push({ kind: 'code', to: phone });
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
        fake.signInAs(makeUser({ isGuest: true, email: null, emailVerified: false, providers: [] })),
      ),
    unlink: (id) =>
      answered('unlink', () => {
        const left = current()?.providers.filter(({ providerId }) => providerId !== id) ?? [];
        fake.changeUser({ providers: left });
      }),
  };
}

export function inMemoryMailActions(fake: FakeBackend): MailActions {
  const answered = signInAnswers(fake);
  const good = (code: string) => code === inMemoryMailCode;
  return {
    look: (code) =>
      answered('lookAtMail', () =>
        good(code) ? { email: 'ada@example.com', otherEmail: null } : 'auth/invalid-action-code',
      ),
    use: (code) =>
      answered('useMail', () => {
        if (!good(code)) return 'auth/invalid-action-code';
        fake.changeUser({ emailVerified: true });
        return undefined;
      }),
    setPassword: (code, password) =>
      answered('setPassword', () => {
        if (!good(code)) return 'auth/invalid-action-code';
        if (password.length < 6) return 'auth/weak-password';
        fake.passwords.set('ada@example.com', password);
        return undefined;
      }),
  };
}
