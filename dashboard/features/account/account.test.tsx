import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasWorld, showApp } from '../../fake-screen';

afterEach(cleanup);

async function account() {
  const world = adasWorld();
  const shown = showApp('/account', world);
  await screen.findByRole('heading', { name: 'Account' });
  const region = (name: string) => within(screen.getByRole('region', { name }));
  return { world, region, ...shown };
}

test('shows the whole record', async () => {
  const { region } = await account();
  const record = region('Your record');
  for (const shown of ['uid-ada', 'Confirmed', 'Email and password', 'Full account'])
    expect(record.getByText(shown)).toBeDefined();
});

test('changes the password after the current one was given', async () => {
  const { world, region, user } = await account();
  const form = region('Change your password');
  await user.type(form.getByLabelText('Current password'), 'busker-demo');
  await user.type(form.getByLabelText('New password'), 'a much longer one');
  await user.click(form.getByRole('button', { name: 'Save new password' }));
  expect(await form.findByText(/Your new password is saved/)).toBeDefined();
  expect(world.passwords.get('ada@example.com')).toBe('a much longer one');
});

test('changes nothing when the current password is wrong', async () => {
  const { world, region, user } = await account();
  const form = region('Change your password');
  await user.type(form.getByLabelText('Current password'), 'not it');
  await user.type(form.getByLabelText('New password'), 'a much longer one');
  await user.click(form.getByRole('button', { name: 'Save new password' }));
  expect(await form.findByRole('alert')).toBeDefined();
  expect(world.passwords.get('ada@example.com')).toBe('busker-demo');
});

test('sends the link to the new address and leaves the old one until it was opened', async () => {
  const { world, region, user } = await account();
  const form = region('Change your address');
  await user.type(form.getByLabelText('New address'), 'countess@example.com');
  await user.type(form.getByLabelText('Current password'), 'busker-demo');
  await user.click(form.getByRole('button', { name: 'Send confirmation' }));
  expect(await form.findByText(/Open the link that we sent to countess@example.com/)).toBeDefined();
  expect(world.outbox).toEqual([{ kind: 'verify', to: 'countess@example.com' }]);
  expect(region('Your record').getByText(/ada@example.com/)).toBeDefined();
});
