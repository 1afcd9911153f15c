import { cleanup, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inMemoryMailCode } from '../../testing/in-memory-sign-in-methods';
import { FakeBackend } from '../../testing/fake-backend';
import { adasBackend, showApp } from '../../testing/fake-screen';
import { mailedLink } from './action-screen';

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
