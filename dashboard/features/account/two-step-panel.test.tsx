import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, beforeEach, expect, test } from 'vitest';
import { inMemoryAppCode, inMemoryRecoveryCodes } from '../../testing/in-memory-sign-in-methods';
import { adasBackend, showScreen } from '../../testing/fake-screen';

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
