import { act, cleanup, screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, describe, expect, it, test } from 'vitest';
import { emails, noEmails } from '@busker/core/testing/email-addresses';
import { FakeBackend } from '../../testing/fake-backend';
import { adasBackend, showApp } from '../../testing/fake-screen';
import { emailField } from './sign-in-screens';

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
