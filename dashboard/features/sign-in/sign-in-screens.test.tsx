import { act, cleanup, screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, describe, expect, it, test, beforeEach } from 'vitest';
import fc from 'fast-check';
import { emails, noEmails } from '@busker/core/testing/email-addresses';
import { authCodes, type AuthCode } from '../../data/failure';
import { nextSteps } from '../../sign-in-fields/credentials';
import { en } from '../../testing/fakes';
import { FakeBackend } from '../../testing/fake-backend';
import { adasBackend, showApp } from '../../testing/fake-screen';
import { inMemoryCode, inMemoryMailCode } from '../../testing/in-memory-sign-in-methods';
import { emailField } from './sign-in-screens';
import { mailedLink } from './action-screen';

describe('signing in', () => {
  describe('sign in', () => {
    afterEach(cleanup);

    function strangersBackend() {
      const fake = new FakeBackend();
      fake.passwords.set('ada@example.com', 'busker-demo');
      return fake;
    }
    const type = async (user: ReturnType<typeof showApp>['user'], email: string, password: string) => {
      if (email) await user.type(await screen.findByLabelText('Email'), email);
      if (password) await user.type(screen.getByLabelText('Password'), password);
    };

    // Holds dash-001.
    test('signs in and shows the profile', async () => {
      const { user } = showApp('/sign-in', strangersBackend());
      await type(user, 'ada@example.com', 'busker-demo');
      await user.click(screen.getByRole('button', { name: 'Sign in' }));
      expect(await screen.findByRole('heading', { name: 'Profile' })).toBeDefined();
    });

    // Holds dash-277.
    test('a visitor of the plain address reads what this is, with a card to try, and creates an account or signs in', async () => {
      const { user, whereAmI } = showApp('/', strangersBackend());
      await screen.findByRole('heading', { level: 1, name: 'Your links and tips, on any page' });
      const example = screen.getByRole('region', { name: 'Example' });
      expect(example.textContent).toContain('Try the tip button: nobody is charged.');
      expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in');
      await user.click(screen.getByRole('link', { name: 'Create your page' }));
      expect(whereAmI()).toBe('/create-account');
    });

    test('the plain address of an installed app asks to sign in, and a signed-in owner gets their page', async () => {
      const installed = showApp('/?app', strangersBackend());
      await screen.findByRole('heading', { name: 'Sign in to Busker' });
      expect(installed.whereAmI()).toBe('/sign-in');
      cleanup();
      const owner = showApp('/', adasBackend());
      await screen.findByRole('heading', { name: 'Profile' });
      expect(owner.whereAmI()).toBe('/page/profile');
    });

    // Holds dash-001, dash-100.
    test('returns to the requested page', async () => {
      const { user, whereAmI } = showApp('/money/tips', strangersBackend());
      await type(user, 'ada@example.com', 'busker-demo');
      await user.click(screen.getByRole('button', { name: 'Sign in' }));
      await screen.findByRole('heading', { name: 'Tips' });
      expect(whereAmI()).toBe('/money/tips');
    });

    // Holds dash-014.
    test('says the same for a wrong password and an unknown email', async () => {
      const { user } = showApp('/sign-in', strangersBackend());
      await type(user, 'ada@example.com', 'wrong-password');
      await user.click(screen.getByRole('button', { name: 'Sign in' }));
      const wrongPassword = (await screen.findByRole('alert')).textContent;
      await user.clear(screen.getByLabelText('Email'));
      await type(user, 'nobody@example.com', '');
      await user.click(screen.getByRole('button', { name: 'Sign in' }));
      expect((await screen.findByRole('alert')).textContent).toBe(wrongPassword);
      expect(wrongPassword).toContain('Email or password is wrong');
    });

    test('shows the error at the empty field, which gets the focus', async () => {
      const { user } = showApp('/sign-in', strangersBackend());
      await user.click(await screen.findByRole('button', { name: 'Sign in' }));
      expect(await screen.findByText('Enter your email address.')).toBeDefined();
      expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    });

    // Holds dash-002.
    test('creates an account and says that publishing needs a confirmed email', async () => {
      const fake = new FakeBackend();
      const { user } = showApp('/create-account', fake);
      await type(user, 'new@example.com', 'correct horse battery');
      expect(screen.getByText(/Password strength: strong/)).toBeDefined();
      await user.click(screen.getByRole('button', { name: 'Create account' }));
      expect(await screen.findByText(/We sent a link to new@example.com/)).toBeDefined();
      expect(fake.outbox).toEqual([{ kind: 'verify', to: 'new@example.com' }]);
    });

    test('says the same about a known address as about a mail on its way, and mails its owner', async () => {
      const fake = strangersBackend();
      const { user } = showApp('/create-account', fake);
      await type(user, 'ada@example.com', 'correct horse battery');
      await user.click(screen.getByRole('button', { name: 'Create account' }));
      expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeDefined();
      expect(screen.getByText(/We sent a link to ada@example.com/)).toBeDefined();
      expect(document.body.textContent).not.toMatch(/already|exists|have an account/);
      expect(fake.outbox).toEqual([{ kind: 'reset', to: 'ada@example.com' }]);
    });

    test('signs in who creates an account that is theirs already', async () => {
      const fake = strangersBackend();
      const { user, whereAmI } = showApp('/create-account', fake);
      await type(user, 'ada@example.com', 'busker-demo');
      await user.click(screen.getByRole('button', { name: 'Create account' }));
      await waitFor(() => expect(whereAmI()).toBe('/page/profile'));
      expect(fake.outbox).toEqual([]);
    });

    // Holds dash-014.
    test('answers a password reset in the same way with and without an account', async () => {
      const fake = strangersBackend();
      const { user } = showApp('/reset-password', fake);
      await type(user, 'nobody@example.com', '');
      await user.click(screen.getByRole('button', { name: 'Send the link' }));
      expect(await screen.findByText(/If nobody@example.com has an account/)).toBeDefined();
    });

    // Holds dash-003.
    test('notices that the email was confirmed elsewhere', async () => {
      const fake = adasBackend();
      fake.changeUser({ emailVerified: false });
      const { user } = showApp('/page/profile', fake);
      await user.click(await screen.findByRole('button', { name: 'I opened the link' }));
      expect(await screen.findByText(/Not confirmed yet/)).toBeDefined();
      act(() => fake.changeUser({ emailVerified: true }));
      expect(screen.queryByRole('button', { name: 'I opened the link' })).toBeNull();
    });

    // Holds dash-015.
    test('says why the owner was signed out', async () => {
      const fake = adasBackend();
      showApp('/money/tips', fake);
      await screen.findByRole('heading', { name: 'Tips' });
      act(() => fake.session.set({ kind: 'signed-out', reason: 'user-disabled' }));
      expect(await screen.findByText(/has been disabled/)).toBeDefined();
    });

    // Holds dash-012.
    test('shows a password error at its field, together with the strength', async () => {
      const { user } = showApp('/create-account', new FakeBackend());
      await user.type(await screen.findByLabelText('Email'), 'new@example.com');
      const field = screen.getByLabelText('Password');
      await user.type(field, 'abc');
      expect(field.getAttribute('aria-invalid')).toBe('false');
      await user.click(screen.getByRole('button', { name: 'Create account' }));
      await screen.findByText('Use at least 6 characters.');
      expect(field.getAttribute('aria-invalid')).toBe('true');
      const ids = field.getAttribute('aria-describedby')?.split(/\s+/) ?? [];
      const described = ids.map((id) => document.getElementById(id)?.textContent);
      expect(described).toEqual(['Use at least 6 characters.', 'Password strength: easy to guess']);
    });
  });

  describe('credential fields', () => {
    it.each(emails)('signs in %j as %j', (typed, address) => {
      expect(v.parse(emailField, typed)).toBe(address);
    });

    it.each(noEmails)('says that %j is no email address', (typed) => {
      expect(v.safeParse(emailField, typed).issues?.[0].message).toBe('signIn.emailWrong');
    });
  });

  afterEach(cleanup);

  const helps: Readonly<Record<string, string>> = {
    again: 'Try again',
    reset: 'Reset your password',
    reload: 'Reload the page',
    redirect: 'Continue in this window',
  };

  // Holds web-055, dash-013.
  test('shows every failure of the sign-in service as a sentence with the next step', async () => {
    const fake = new FakeBackend();
    const { user } = showApp('/sign-in', fake);
    await user.click(await screen.findByRole('button', { name: 'Use another way' }));
    const google = await screen.findByRole('button', { name: 'Continue with Google' });
    const seen = new Set<string>();
    for (const code of authCodes.map((name): AuthCode => `auth/${name}`)) {
      fake.failNext('withProvider', code);
      await user.click(google);
      const sentence = en[`failure.${code}`];
      const alert = await screen.findByText(sentence);
      seen.add(sentence);
      const help = helps[nextSteps[code]];
      const offered = help ? screen.queryAllByText(help).length > 0 : true;
      expect({ code, offered }).toEqual({ code, offered: true });
      expect(alert.closest('[role=alert]')).not.toBeNull();
    }
    expect(seen.size).toBe(authCodes.length);
  });

  test.each([
    ['auth/invalid-email', 'Email'],
    ['auth/weak-password', 'Password'],
    ['auth/password-does-not-meet-requirements', 'Password'],
  ] as const)('%s is shown at its field, which gets the focus', async (code, field) => {
    const fake = new FakeBackend();
    fake.failNext('signIn', code);
    const { user } = showApp('/sign-in', fake);
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'busker-demo');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText(en[`failure.${code}`])).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(field));
  });

  test.each([
    ['auth/user-disabled', /has been disabled, so you were signed out/],
    ['auth/user-token-expired', /You were signed out because your session has ended/],
  ] as const)('%s signs out and says why', async (code, why) => {
    const { adasBackend } = await import('../../testing/fake-screen');
    const fake = adasBackend();
    fake.failNext('changePassword', code);
    const { user, whereAmI } = showApp('/settings/account', fake);
    await user.type(
      (await screen.findAllByLabelText('Current password')).at(-1) as HTMLElement,
      'busker-demo',
    );
    await user.type(screen.getByLabelText('New password'), 'a much longer one');
    await user.click(screen.getByRole('button', { name: 'Save new password' }));
    expect(await screen.findByText(why)).toBeDefined();
    expect(whereAmI()).toBe('/sign-in?next=%2Fsettings%2Faccount');
  });

  beforeEach(() => localStorage.clear());

  /** Opens the line with the other ways. */
  const openOthers = async (user: ReturnType<typeof showApp>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Use another way' }));

  const profile = () => screen.findByRole('heading', { name: 'Profile' });

  // Holds dash-006, dash-273.
  test('shows only the enabled sign-in methods', async () => {
    const fake = new FakeBackend();
    fake.methods = {
      emailLink: false,
      phone: true,
      guest: false,
      totp: false,
      providers: [{ id: 'oidc.club', name: 'The Club' }],
    };
    const { user } = showApp('/sign-in', fake);
    await screen.findByLabelText('Email');
    expect(screen.queryByRole('button', { name: 'Continue with The Club' })).toBeNull();
    await openOthers(user);
    expect(await screen.findByRole('button', { name: 'Continue with The Club' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Use my phone' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Email me a sign-in link' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try it without an account' })).toBeNull();
  });

  // Holds dash-006.
  test('signs in with a provider and continues to the requested page', async () => {
    const { user, whereAmI } = showApp('/sign-in?next=%2Ftips', new FakeBackend());
    await openOthers(user);
    await user.click(await screen.findByRole('button', { name: 'Continue with GitHub' }));
    await screen.findByRole('heading', { name: 'Tips' });
    expect(whereAmI()).toBe('/money/tips');
  });

  test('offers the same window when the browser blocks the pop-up', async () => {
    const fake = new FakeBackend();
    fake.failNext('withProvider', 'auth/popup-blocked');
    const { user } = showApp('/sign-in', fake);
    await openOthers(user);
    await user.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Your browser blocked the sign-in window',
    );
    await user.click(screen.getByRole('button', { name: 'Continue in this window' }));
    expect(await profile()).toBeDefined();
  });

  // Holds dash-008.
  test('says what failed in a redirect sign-in', async () => {
    const fake = new FakeBackend();
    fake.session.set({
      kind: 'signed-out',
      reason: null,
      failure: { code: 'auth/account-exists-with-different-credential' },
    });
    showApp('/sign-in', fake);
    expect((await screen.findByRole('alert')).textContent).toContain('created with another sign-in method');
  });

  // Holds dash-005.
  test('signs in by phone: number, then code; says that a code is wrong and accepts the right one afterwards', async () => {
    const { user } = showApp('/sign-in/phone', new FakeBackend());
    await user.type(await screen.findByLabelText('Phone number'), '7700 900123');
    await user.click(screen.getByRole('button', { name: 'Send the code' }));
    expect(await screen.findByText(/Start with \+/)).toBeDefined();
    await user.clear(screen.getByLabelText('Phone number'));
    await user.type(screen.getByLabelText('Phone number'), '0044 (0)7700-900123');
    await user.click(screen.getByRole('button', { name: 'Send the code' }));
    await user.type(await screen.findByLabelText('Code'), '000000');
    expect(screen.getByText('Enter the six digits that we sent to +447700900123.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Confirm the code' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This code is wrong');
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), inMemoryCode);
    await user.click(screen.getByRole('button', { name: 'Confirm the code' }));
    expect(await profile()).toBeDefined();
  });

  test('emails a link and remembers for which email', async () => {
    const fake = new FakeBackend();
    const { user } = showApp('/sign-in/link', fake);
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(/We sent a sign-in link to ada@example.com/)).toBeDefined();
    expect(fake.outbox).toEqual([{ kind: 'sign-in', to: 'ada@example.com' }]);
  });

  // Holds dash-010.
  test('signs a guest in, and says that publishing needs an account', async () => {
    const { user } = showApp('/sign-in', new FakeBackend());
    await openOthers(user);
    await user.click(await screen.findByRole('button', { name: 'Try it without an account' }));
    await profile();
    expect(screen.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true);
    expect(screen.getByText(/Create an account to publish/)).toBeDefined();
  });
});

describe('mail action', () => {
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  const opened = (mode: string, fake: FakeBackend, code = inMemoryMailCode) =>
    showApp(`/auth/action?mode=${mode}&oobCode=${code}&apiKey=local&next=%2Ftips`, fake);

  // Holds dash-018.
  test('confirms an email at once and removes the code from the address bar', async () => {
    const fake = adasBackend();
    fake.changeUser({ emailVerified: false });
    const { user, whereAmI } = opened('verifyEmail', fake);
    expect(await screen.findByRole('heading', { name: 'Your email is confirmed' })).toBeDefined();
    await waitFor(() => expect(whereAmI()).toBe('/auth/action'));
    await user.click(screen.getByRole('link', { name: 'Continue to Busker' }));
    await screen.findByRole('heading', { name: 'Tips' });
    expect(screen.queryByText('Confirm your email to publish.')).toBeNull();
  });

  // Holds dash-018.
  test('sets a new password', async () => {
    const fake = new FakeBackend();
    const { user } = opened('resetPassword', fake);
    expect(await screen.findByText('For ada@example.com')).toBeDefined();
    await user.type(screen.getByLabelText('New password'), 'short');
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    expect(await screen.findByText('Use at least 6 characters.')).toBeDefined();
    await user.type(screen.getByLabelText('New password'), ' no longer');
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toBeDefined();
    expect(fake.passwords.get('ada@example.com')).toBe('short no longer');
  });

  test('removes an app that somebody else has added, only after a press', async () => {
    const { user } = opened('revertSecondFactorAddition', new FakeBackend());
    await user.click(await screen.findByRole('button', { name: 'Remove the app' }));
    expect(await screen.findByText('The app was removed. Set a new password now.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Reset your password' })).toBeDefined();
  });

  // Holds dash-018.
  test('restores an old email only after the owner confirms', async () => {
    const { user } = opened('recoverEmail', new FakeBackend());
    expect(await screen.findByText(/ada@example.com is your email again/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Restore old email' }));
    expect(await screen.findByRole('heading', { name: 'Your old email is restored' })).toBeDefined();
  });

  // Holds dash-004.
  test('signs in at once on the device that requested the link', async () => {
    localStorage.setItem('busker-awaits-link', 'ada@example.com');
    const { whereAmI } = opened('signIn', new FakeBackend());
    await screen.findByRole('heading', { name: 'Tips' });
    expect(whereAmI()).toBe('/money/tips');
    expect(localStorage.getItem('busker-awaits-link')).toBeNull();
  });

  test('asks for the email on another device', async () => {
    const { user } = opened('signIn', new FakeBackend());
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { name: 'Tips' })).toBeDefined();
  });

  // Holds dash-009.
  test('keeps a guest’s work when the link makes them an owner', async () => {
    localStorage.setItem('busker-awaits-link', 'new@example.com');
    const fake = adasBackend();
    fake.changeUser({ isGuest: true, email: null, providers: [] });
    opened('signIn', fake);
    await screen.findByRole('heading', { name: 'Tips' });
    expect(fake.session.value).toMatchObject({
      user: { uid: 'uid-ada', isGuest: false, email: 'new@example.com' },
    });
  });

  // Holds dash-018.
  test.each(['verifyEmail', 'resetPassword', 'recoverEmail'])(
    'says that a link (%s) was already used',
    async (mode) => {
      opened(mode, new FakeBackend(), 'used');
      expect((await screen.findByRole('alert')).textContent).toContain('This link was already used');
    },
  );

  test('says that a link has expired, and offers to sign in', async () => {
    const fake = new FakeBackend();
    fake.failNext('useMail', 'auth/expired-action-code');
    opened('verifyEmail', fake);
    expect((await screen.findByRole('alert')).textContent).toContain('This link has expired');
    expect(screen.getByRole('link', { name: 'Sign in instead' })).toBeDefined();
  });

  test('says that an incomplete link is broken', async () => {
    showApp('/auth/action', new FakeBackend());
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
  });
});

describe('mailed link', () => {
  const origin = 'https://busker.example';
  const link = (query: Record<string, string>) =>
    mailedLink(`${origin}/auth/action?${new URLSearchParams(query)}`);

  test('parses every email link of the sign-in service', () => {
    const modes = [
      'verifyEmail',
      'verifyAndChangeEmail',
      'recoverEmail',
      'resetPassword',
      'revertSecondFactorAddition',
      'signIn',
    ];
    expect(modes.map((mode) => link({ mode, oobCode: 'c' }).kind)).toEqual([
      'verify',
      'change',
      'recover',
      'reset',
      'revert',
      'sign-in',
    ]);
  });

  test('reports a link without code or with an unknown action as broken', () => {
    expect(link({ mode: 'verifyEmail' }).kind).toBe('broken');
    expect(link({ mode: 'constructor', oobCode: 'c' }).kind).toBe('broken');
    expect(link({}).kind).toBe('broken');
  });

  test('continues to the requested page, also when the service wraps the address', () => {
    const wrapped = `${origin}/auth/action?next=${encodeURIComponent('/money/tips?state=paid')}`;
    expect(link({ mode: 'signIn', oobCode: 'c', continueUrl: wrapped })).toMatchObject({
      next: '/money/tips?state=paid',
    });
    expect(link({ mode: 'verifyEmail', oobCode: 'c', continueUrl: `${origin}/page/profile` })).toMatchObject({
      next: '/page/profile',
    });
  });

  // Holds dash-017.
  test('never continues to another origin', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.constantFrom('//evil.example', 'javascript:alert(1)', `${origin}//evil.example`),
        ),
        (given) => {
          for (const query of [{ next: given }, { continueUrl: given }]) {
            const read = link({ mode: 'verifyEmail', oobCode: 'c', ...query });
            const next = read.kind === 'broken' ? '/' : read.next;
            expect(new URL(next, origin).origin).toBe(origin);
          }
        },
      ),
    );
  });
});
