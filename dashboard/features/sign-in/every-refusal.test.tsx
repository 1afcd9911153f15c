import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { authCodes, type AuthCode } from '../../data/failure';
import { showApp } from '../../testing/fake-screen';
import { en } from '../../testing/every-text';
import { FakeBackend } from '../../testing/fake-backend';
import { nextSteps } from '../../sign-in-fields/credentials';

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
  await user.type((await screen.findAllByLabelText('Current password')).at(-1) as HTMLElement, 'busker-demo');
  await user.type(screen.getByLabelText('New password'), 'a much longer one');
  await user.click(screen.getByRole('button', { name: 'Save new password' }));
  expect(await screen.findByText(why)).toBeDefined();
  expect(whereAmI()).toBe('/sign-in?next=%2Fsettings%2Faccount');
});
