import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { makeUser } from '../../testing/fakes';
import { adasWorld, showScreen } from '../../testing/fake-screen';

afterEach(cleanup);

async function account() {
  const world = adasWorld();
  const shown = showScreen('/account', world);
  await screen.findByRole('heading', { name: 'Account' });
  const region = (name: string) => within(screen.getByRole('region', { name }));
  return { world, region, ...shown };
}

// Holds dash-019.
test('shows the whole user record', async () => {
  const { region } = await account();
  const record = region('Account details');
  for (const shown of ['uid-ada', 'Confirmed', 'Email and password', 'Full account'])
    expect(record.getByText(shown)).toBeDefined();
});

// Holds dash-170.
test('shows the picture of the sign-in account, and only its address when the picture does not load', async () => {
  const world = adasWorld();
  const photoUrl = 'https://lh3.googleusercontent.com/a/ada';
  world.signInAs(makeUser({ photoUrl }));
  showScreen('/account', world);
  const record = await screen.findByRole('region', { name: 'Account details' });
  const picture = record.querySelector('img');
  expect(picture?.src).toBe(photoUrl);
  expect(picture?.referrerPolicy).toBe('no-referrer');
  fireEvent.error(picture as HTMLImageElement);
  expect(record.querySelector('img')).toBeNull();
  expect(within(record).getByText(photoUrl)).toBeDefined();
});

// Holds dash-022.
test('changes the password after the current one was entered', async () => {
  const { world, region, user } = await account();
  const form = region('Change your password');
  await user.type(form.getByLabelText('Current password'), 'busker-demo');
  await user.type(form.getByLabelText('New password'), 'a much longer one');
  await user.click(form.getByRole('button', { name: 'Save new password' }));
  expect(await form.findByText(/Your new password is saved/)).toBeDefined();
  expect(world.passwords.get('ada@example.com')).toBe('a much longer one');
});

// Holds dash-022.
test('changes nothing when the current password is wrong', async () => {
  const { world, region, user } = await account();
  const form = region('Change your password');
  await user.type(form.getByLabelText('Current password'), 'not it');
  await user.type(form.getByLabelText('New password'), 'a much longer one');
  await user.click(form.getByRole('button', { name: 'Save new password' }));
  expect(await form.findByRole('alert')).toBeDefined();
  expect(world.passwords.get('ada@example.com')).toBe('busker-demo');
});

// Holds dash-020.
test('changes and clears name and picture of the user record, and refuses a URL that could run script', async () => {
  const { world, region, user } = await account();
  await user.click(screen.getByRole('button', { name: 'Change name or picture' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Display name and picture' }));
  await user.type(dialog.getByLabelText('Display name'), 'Ada L.');
  for (const wrong of ['javascript:alert(1)', 'mailto:ada@example.com']) {
    await user.clear(dialog.getByLabelText('Picture URL'));
    await user.type(dialog.getByLabelText('Picture URL'), wrong);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/Write the address as https/)).toBeDefined();
  }
  expect(world.session.value).toMatchObject({ user: { displayName: null } });
  await user.clear(dialog.getByLabelText('Picture URL'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await region('Account details').findByText('Ada L.')).toBeDefined();
});

// Holds dash-020.
test('says that a change of the user record failed, and keeps the input', async () => {
  const { world, user } = await account();
  world.failNext('changeRecord', 'auth/network-request-failed');
  await user.click(screen.getByRole('button', { name: 'Change name or picture' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Display name and picture' }));
  await user.type(dialog.getByLabelText('Display name'), 'Ada L.');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toBeDefined();
  expect(dialog.getByLabelText('Display name')).toHaveProperty('value', 'Ada L.');
});

// Holds dash-024.
test('emails a reset link to an owner who forgot the current password', async () => {
  const { world, region, user } = await account();
  const form = region('Change your password');
  await user.click(form.getByRole('button', { name: 'Forgot it? Email me a reset link' }));
  expect(await form.findByText(/We sent a link to ada@example.com/)).toBeDefined();
  expect(world.outbox).toEqual([{ kind: 'reset', to: 'ada@example.com' }]);
});
