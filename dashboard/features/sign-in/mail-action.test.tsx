import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, afterEach, beforeEach, expect, test } from 'vitest';
import { inMemoryMailCode } from '../../in-memory/in-memory-sign-in-methods';
import { InMemoryWorld } from '../../in-memory/in-memory-world';
import { adasWorld, showApp } from '../../testing/fake-screen';

describe('mail action', () => {
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  const opened = (mode: string, world: InMemoryWorld, code = inMemoryMailCode) =>
    showApp(`/auth/action?mode=${mode}&oobCode=${code}&apiKey=local&next=%2Ftips`, world);

  // Holds dash-018.
  test('confirms an email at once and removes the code from the address bar', async () => {
    const world = adasWorld();
    world.changeUser({ emailVerified: false });
    const { user, whereAmI } = opened('verifyEmail', world);
    expect(await screen.findByRole('heading', { name: 'Your email is confirmed' })).toBeDefined();
    await waitFor(() => expect(whereAmI()).toBe('/auth/action'));
    await user.click(screen.getByRole('link', { name: 'Continue to Busker' }));
    await screen.findByRole('heading', { name: 'Tips' });
    expect(screen.queryByText('Confirm your email to publish.')).toBeNull();
  });

  // Holds dash-018.
  test('sets a new password', async () => {
    const world = new InMemoryWorld();
    const { user } = opened('resetPassword', world);
    expect(await screen.findByText('For ada@example.com')).toBeDefined();
    await user.type(screen.getByLabelText('New password'), 'short');
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    expect(await screen.findByText('Use at least 6 characters.')).toBeDefined();
    await user.type(screen.getByLabelText('New password'), ' no longer');
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    expect(await screen.findByRole('heading', { name: 'Your new password is saved' })).toBeDefined();
    expect(world.passwords.get('ada@example.com')).toBe('short no longer');
  });

  test('removes an app that somebody else has added, only after a press', async () => {
    const { user } = opened('revertSecondFactorAddition', new InMemoryWorld());
    await user.click(await screen.findByRole('button', { name: 'Remove the app' }));
    expect(await screen.findByText('The app was removed. Set a new password now.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Reset your password' })).toBeDefined();
  });

  // Holds dash-018.
  test('restores an old email only after the owner confirms', async () => {
    const { user } = opened('recoverEmail', new InMemoryWorld());
    expect(await screen.findByText(/ada@example.com is your email again/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Restore old email' }));
    expect(await screen.findByRole('heading', { name: 'Your old email is restored' })).toBeDefined();
  });

  // Holds dash-004.
  test('signs in at once on the device that requested the link', async () => {
    localStorage.setItem('busker-awaits-link', 'ada@example.com');
    const { whereAmI } = opened('signIn', new InMemoryWorld());
    await screen.findByRole('heading', { name: 'Tips' });
    expect(whereAmI()).toBe('/tips');
    expect(localStorage.getItem('busker-awaits-link')).toBeNull();
  });

  test('asks for the email on another device', async () => {
    const { user } = opened('signIn', new InMemoryWorld());
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { name: 'Tips' })).toBeDefined();
  });

  // Holds dash-009.
  test('keeps a guest’s work when the link makes them an owner', async () => {
    localStorage.setItem('busker-awaits-link', 'new@example.com');
    const world = adasWorld();
    world.changeUser({ isGuest: true, email: null, providers: [] });
    opened('signIn', world);
    await screen.findByRole('heading', { name: 'Tips' });
    expect(world.session.value).toMatchObject({
      user: { uid: 'uid-ada', isGuest: false, email: 'new@example.com' },
    });
  });

  // Holds dash-018.
  test.each(['verifyEmail', 'resetPassword', 'recoverEmail'])(
    'says that a link (%s) was already used',
    async (mode) => {
      opened(mode, new InMemoryWorld(), 'used');
      expect((await screen.findByRole('alert')).textContent).toContain('This link was already used');
    },
  );

  test('says that a link has expired, and offers to sign in', async () => {
    const world = new InMemoryWorld();
    world.failNext('useMail', 'auth/expired-action-code');
    opened('verifyEmail', world);
    expect((await screen.findByRole('alert')).textContent).toContain('This link has expired');
    expect(screen.getByRole('link', { name: 'Sign in instead' })).toBeDefined();
  });

  test('says that an incomplete link is broken', async () => {
    showApp('/auth/action', new InMemoryWorld());
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeDefined();
  });
});
