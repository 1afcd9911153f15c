import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showApp } from '../../testing/fake-screen';
import { inMemoryCode } from '../../testing/in-memory-sign-in-methods';
import { FakeBackend } from '../../testing/fake-backend';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

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
  expect((await screen.findByRole('alert')).textContent).toContain('Your browser blocked the sign-in window');
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
