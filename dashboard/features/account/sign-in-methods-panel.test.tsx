import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, beforeEach, expect, test } from 'vitest';
import { adasBackend, showApp, showScreen } from '../../testing/fake-screen';
import {
  inMemoryCode,
  inMemoryAppCode,
  inMemoryRecoveryCodes,
} from '../../testing/in-memory-sign-in-methods';

describe('account sign in methods', () => {
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  async function account(fake = adasBackend(), show = showScreen) {
    const shown = show('/settings/account', fake);
    await screen.findByRole('heading', { name: 'Account' });
    return { fake, region: (name: string) => within(screen.getByRole('region', { name })), ...shown };
  }
  const providers = (fake: ReturnType<typeof adasBackend>) =>
    fake.session.value.kind === 'signed-in'
      ? fake.session.value.user.providers.map(({ providerId }) => providerId)
      : [];

  // Holds dash-021, dash-1291.
  test('connects a provider and a phone, then removes a method, but never the last one', async () => {
    const { fake, region, user } = await account();
    const panel = region('Sign-in methods');
    expect(panel.getByText(/This is your only sign-in method/)).toBeDefined();
    expect(panel.getByText('ada@example.com')).toBeDefined();
    expect(panel.queryByRole('button', { name: /Remove/ })).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Continue with GitHub' }));
    expect(await screen.findByText('You can now sign in with GitHub.')).toBeDefined();
    await user.click(panel.getByRole('button', { name: 'Add a phone' }));
    await user.type(await screen.findByLabelText('Phone number'), '+447700900123');
    await user.click(screen.getByRole('button', { name: 'Send the code' }));
    await user.type(await screen.findByLabelText('Code'), inMemoryCode);
    await user.click(screen.getByRole('button', { name: 'Confirm the code' }));
    await waitFor(() => expect(providers(fake)).toEqual(['password', 'github.com', 'phone']));
    await user.click(panel.getByRole('button', { name: 'Remove Email and password' }));
    await waitFor(() => expect(providers(fake)).toEqual(['github.com', 'phone']));
  });

  // Holds dash-009.
  test('keeps a guest’s work when they add email and password', async () => {
    const fake = adasBackend();
    fake.changeUser({ isGuest: true, email: null, emailVerified: false, providers: [] });
    const { user, region } = await account(fake, showApp);
    expect(screen.getByRole('region', { name: 'You are trying Busker as a guest' })).toBeDefined();
    await user.click(region('Sign-in methods').getByRole('button', { name: 'Add email and password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add email and password' }));
    await user.type(dialog.getByLabelText('Email'), 'ada@example.com');
    await user.type(dialog.getByLabelText('Password'), 'a much longer one');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('You cannot use this email here');
    await user.clear(dialog.getByLabelText('Email'));
    await user.type(dialog.getByLabelText('Email'), 'new@example');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('This does not look like an email address.')).toBeDefined();
    await user.clear(dialog.getByLabelText('Email'));
    await user.type(dialog.getByLabelText('Email'), 'new@example.com');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(providers(fake)).toEqual(['password']));
    expect(fake.session.value).toMatchObject({ user: { uid: 'uid-ada', isGuest: false } });
    expect(fake.outbox).toEqual([{ kind: 'verify', to: 'new@example.com' }]);
  });

  // Holds dash-025.
  test('asks for a recent sign-in when the service needs one, then continues', async () => {
    const fake = adasBackend();
    fake.changeUser({
      providers: ['password', 'google.com'].map((providerId) => ({
        providerId,
        uid: providerId,
        email: 'ada@example.com',
        displayName: null,
        phoneNumber: null,
      })),
    });
    fake.failNext('unlink', 'auth/requires-recent-login');
    const { user, region } = await account(fake);
    await user.click(region('Sign-in methods').getByRole('button', { name: 'Remove Google' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.type(dialog.getByLabelText('Password'), 'not it');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('That password is wrong');
    await user.clear(dialog.getByLabelText('Password'));
    await user.type(dialog.getByLabelText('Password'), 'busker-demo');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(providers(fake)).toEqual(['password']));
  });

  // Holds dash-026.
  test('deletes the account only after the typed handle and a recent sign-in', async () => {
    const fake = adasBackend();
    fake.isFresh = false;
    const { user, region, whereAmI } = await account(fake, showApp);
    const form = region('Delete your account');
    await user.type(form.getByLabelText('Type ada to confirm'), 'adda');
    await user.click(form.getByRole('button', { name: 'Delete my account' }));
    expect(await form.findByText('This does not match ada.')).toBeDefined();
    expect(fake.published.value).not.toBeNull();
    await user.clear(form.getByLabelText('Type ada to confirm'));
    await user.type(form.getByLabelText('Type ada to confirm'), '@ada');
    await user.click(form.getByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.type(dialog.getByLabelText('Password'), 'busker-demo');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/Your account has been deleted/)).toBeDefined();
    expect(fake.published.value).toBeNull();
    expect(whereAmI()).toContain('/sign-in');
  });

  // Holds dash-028.
  test('says that an open payment prevents deleting the account', async () => {
    const fake = adasBackend();
    fake.failNext('deleteAccount', 'api/account-busy');
    const { user, region } = await account(fake);
    const form = region('Delete your account');
    await user.type(form.getByLabelText('Type ada to confirm'), 'ada');
    await user.click(form.getByRole('button', { name: 'Delete my account' }));
    expect((await form.findByRole('alert')).textContent).toContain(
      'A payment, a refund or a dispute is still open',
    );
  });
});

describe('two step', () => {
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  const phone = { id: 'factor-1', name: 'My phone', addedAt: Date.UTC(2026, 10, 20) };

  async function account(fake = adasBackend()) {
    const shown = showScreen('/settings/account', fake);
    const panel = within(await screen.findByRole('region', { name: 'Two-step sign-in' }));
    return { fake, panel, ...shown };
  }
  const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

  // Holds dash-1330.
  test('adds an app as soon as the right code has its sixth digit, then shows ten recovery codes once', async () => {
    const { fake, panel, user } = await account();
    await user.click(await panel.findByRole('button', { name: 'Switch on' }));
    const setUp = await dialog('Set up two-step sign-in');
    expect(setUp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined();
    expect(setUp.getByLabelText('Key').textContent).toBe('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP');
    await user.type(setUp.getByLabelText('Name of the app (optional)'), 'My phone');
    await user.type(setUp.getByLabelText('Code from the app'), '000000');
    expect(await setUp.findByText(/This code is wrong/)).toBeDefined();
    expect(fake.secondFactors).toEqual([]);
    await user.clear(setUp.getByLabelText('Code from the app'));
    await user.type(setUp.getByLabelText('Code from the app'), '654 321');
    const codes = await dialog('Keep your recovery codes');
    expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      inMemoryRecoveryCodes,
    );
    await user.click(codes.getByRole('button', { name: 'I have kept them' }));
    expect(await panel.findByText('You have 10 unused codes.')).toBeDefined();
    expect(panel.getByText('My phone')).toBeDefined();
    expect(screen.queryByText(inMemoryRecoveryCodes[0] ?? '')).toBeNull();
  });

  test('asks for a confirmed email first, and is absent where the host has not switched it on', async () => {
    const fake = adasBackend();
    fake.changeUser({ emailVerified: false });
    const { panel } = await account(fake);
    expect(await panel.findByText(/Confirm your email first/)).toBeDefined();
    expect(panel.queryByRole('button')).toBeNull();
    const without = adasBackend();
    without.methods = { ...without.methods, totp: false };
    showScreen('/settings/account', without);
    await screen.findByRole('region', { name: 'Signed-in devices' });
    expect(screen.queryByRole('region', { name: 'Two-step sign-in' })).toBeNull();
  });

  test('says what removing the only app means, and removes it', async () => {
    const fake = adasBackend();
    fake.secondFactors = [phone];
    fake.recoveryCodes = inMemoryRecoveryCodes.slice(0, 1);
    const { panel, user } = await account(fake);
    expect(await panel.findByText('You have 1 unused code.')).toBeDefined();
    await user.click(panel.getByRole('button', { name: 'Remove My phone' }));
    const asked = await dialog('Remove this app?');
    expect(asked.getByText(/It is your only app/)).toBeDefined();
    await user.click(asked.getByRole('button', { name: 'Remove' }));
    expect(await panel.findByRole('button', { name: 'Switch on' })).toBeDefined();
    expect(fake.secondFactors).toEqual([]);
  });

  test('confirms an old sign-in in two steps before it makes new codes', async () => {
    const fake = adasBackend();
    fake.secondFactors = [phone];
    fake.isFresh = false;
    const { panel, user } = await account(fake);
    expect(await panel.findByText('You have no unused codes.')).toBeDefined();
    await user.click(panel.getByRole('button', { name: 'Make new codes' }));
    const again = await dialog('Confirm that it is you');
    await user.type(again.getByLabelText('Password'), 'busker-demo');
    await user.click(again.getByRole('button', { name: 'Confirm' }));
    const step = await dialog('Enter the code from your app');
    await user.type(step.getByLabelText('Code from the app'), inMemoryAppCode);
    await user.click(step.getByRole('button', { name: 'Continue' }));
    expect(await dialog('Keep your recovery codes')).toBeDefined();
  });

  test('keeps the app when the codes could not be made, and says so', async () => {
    const fake = adasBackend();
    fake.failNext('renewRecoveryCodes', 'api/unreachable');
    const { panel, user } = await account(fake);
    await user.click(await panel.findByRole('button', { name: 'Switch on' }));
    const setUp = await dialog('Set up two-step sign-in');
    await user.type(setUp.getByLabelText('Code from the app'), inMemoryAppCode);
    expect(await panel.findByText(/The server cannot be reached/)).toBeDefined();
    expect(panel.getByText('Authenticator app')).toBeDefined();
    await waitFor(() => expect(panel.getByText('You have no unused codes.')).toBeDefined());
  });
});
