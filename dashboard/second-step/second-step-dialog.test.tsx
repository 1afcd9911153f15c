import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, expect, test } from 'vitest';
import { inMemoryAppCode, inMemoryRecoveryCodes } from '../testing/in-memory-sign-in-methods';
import { FakeBackend } from '../testing/fake-backend';
import { showApp } from '../testing/fake-screen';

describe('second step', () => {
  afterEach(cleanup);

  const phone = { id: 'factor-1', name: 'My phone', addedAt: Date.UTC(2026, 10, 20) };

  async function asked(change: (fake: FakeBackend) => void = () => {}) {
    const fake = new FakeBackend();
    fake.passwords.set('ada@example.com', 'busker-demo');
    fake.secondFactors = [phone];
    fake.recoveryCodes = inMemoryRecoveryCodes;
    change(fake);
    const { user, whereAmI } = showApp('/sign-in', fake);
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'busker-demo');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const step = within(await screen.findByRole('dialog', { name: 'Enter the code from your app' }));
    return { fake, user, whereAmI, step };
  }

  // Holds dash-1330.
  test('signs in at the sixth digit of the right code, and keeps asking after a wrong one', async () => {
    const { fake, user, whereAmI, step } = await asked();
    const code = step.getByLabelText('Code from the app');
    await user.type(code, '111111');
    expect(await step.findByText(/This code is wrong/)).toBeDefined();
    expect(fake.session.value.kind).toBe('signed-out');
    await user.clear(code);
    await user.type(code, inMemoryAppCode);
    await waitFor(() => expect(whereAmI()).toBe('/page/profile'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('lets the owner choose between several apps', async () => {
    const { step } = await asked((fake) => {
      fake.secondFactors = [phone, { ...phone, id: 'factor-2', name: '' }];
    });
    const names = within(step.getByLabelText('App')).getAllByRole('option');
    expect(names.map(({ textContent }) => textContent)).toEqual(['My phone', 'Authenticator app']);
  });

  test('says that a sign-in took too long, and starts again', async () => {
    const { fake, user, step } = await asked();
    fake.failNext('secondStep', 'auth/invalid-multi-factor-session');
    await user.type(step.getByLabelText('Code from the app'), inMemoryAppCode);
    expect(await step.findByText('This sign-in took too long. Start again.')).toBeDefined();
    await user.click(step.getByRole('button', { name: 'Start again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('leaves the sign-in as it was after Escape', async () => {
    const { fake, user } = await asked();
    await user.keyboard('{Escape}');
    expect(await screen.findByText(/You did not enter the code/)).toBeDefined();
    expect(fake.session.value.kind).toBe('signed-out');
  });

  test('signs in with a recovery code, which ends the second step', async () => {
    const { fake, user, step, whereAmI } = await asked();
    await user.click(step.getByRole('button', { name: 'Use a recovery code' }));
    const form = within(await screen.findByRole('dialog', { name: 'Use a recovery code' }));
    await user.type(form.getByLabelText('Recovery code'), 'wrong{Enter}');
    expect(await form.findByText('This recovery code is wrong or was used before.')).toBeDefined();
    await user.clear(form.getByLabelText('Recovery code'));
    await user.type(form.getByLabelText('Recovery code'), `${inMemoryRecoveryCodes[3] ?? ''}{Enter}`);
    const off = within(await screen.findByRole('dialog', { name: 'Two-step sign-in is off now.' }));
    await user.click(off.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(whereAmI()).toBe('/page/profile'));
    expect(fake.secondFactors).toEqual([]);
  });
});
