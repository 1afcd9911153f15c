import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasWorld, connect, menuItem, restoreConnection, showApp } from '../../testing/fake-screen';

afterEach(() => {
  cleanup();
  restoreConnection();
});

async function askingDialog(world = adasWorld()) {
  const { user } = showApp('/account', world);
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out on every device?' });
  return { world, user, dialog: within(dialog) };
}

test('ends every sign-in, and this one, after asking', async () => {
  const { world, user, dialog } = await askingDialog();
  await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
  expect(await screen.findByRole('heading', { name: 'Sign in to Busker' })).toBeDefined();
  expect(world.session.value).toMatchObject({ kind: 'signed-out', reason: 'left' });
});

test('says that one device alone cannot be signed out', async () => {
  showApp('/account', adasWorld());
  expect(await screen.findByText(/one device alone cannot be signed out from here/)).toBeDefined();
});

const phone = {
  id: 'phone',
  browser: 'safari',
  system: 'ios',
  signedInAt: Date.UTC(2026, 10, 3, 12),
  lastSeenAt: Date.UTC(2026, 10, 19, 12),
} as const;
const devices = async () => {
  const panel = within(await screen.findByRole('region', { name: 'Signed-in devices' }));
  const list = within(await panel.findByRole('list'));
  return list.getAllByRole('listitem').map((item) => item.textContent);
};

test('lists this device first, then the others with when they were last seen', async () => {
  const world = adasWorld();
  world.devices = [phone, { ...phone, id: 'unknown', browser: 'other', system: 'other' }];
  showApp('/account', world);
  expect(await devices()).toEqual([
    expect.stringMatching(/^Chrome on LinuxThis deviceSigned in on /),
    expect.stringMatching(/^Safari on iOSSigned in on Nov 3, 2026.*Last seen on Nov 19, 2026$/),
    expect.stringMatching(/^Unknown deviceSigned in on /),
  ]);
});

test('says when the list cannot be read, and reads it again', async () => {
  const world = adasWorld();
  showApp('/profile', world);
  await screen.findByRole('heading', { name: 'Profile' });
  world.failNext('noteDevice', 'api/unreachable');
  const { user } = showApp('/account', world);
  const panel = within(await screen.findByRole('region', { name: 'Signed-in devices' }));
  await user.click(await panel.findByRole('button', { name: 'Try again' }));
  expect(await devices()).toHaveLength(1);
});

test('says that it waits for the connection, and reads the list when it is back', async () => {
  const world = adasWorld();
  connect(false);
  showApp('/account', world);
  const panel = within(await screen.findByRole('region', { name: 'Signed-in devices' }));
  expect(await panel.findByRole('status')).toBeDefined();
  connect(true);
  expect(await devices()).toHaveLength(1);
});

test('a device that signs out is removed from the list, and gets another id at the next sign-in', async () => {
  const world = adasWorld();
  world.devices = [phone];
  const { user } = showApp('/account', world);
  await devices();
  const before = localStorage.getItem('busker-device');
  await user.click(screen.getByRole('button', { name: /^Account menu/ }));
  await user.click(await menuItem('Sign out'));
  await screen.findByRole('heading', { name: 'Sign in to Busker' });
  expect(world.devices).toEqual([phone]);
  expect(before).toContain('uid-ada');
  expect(localStorage.getItem('busker-device')).toBeNull();
});

test('signs out although the server does not answer', async () => {
  const world = adasWorld();
  world.hold('removeDevice');
  const { user } = showApp('/profile', world);
  await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
  await user.click(await menuItem('Sign out'));
  const heading = { name: 'Sign in to Busker' };
  expect(await screen.findByRole('heading', heading, { timeout: 5000 })).toBeDefined();
});

test('stays signed in here when the server could not be reached, and says so', async () => {
  const world = adasWorld();
  world.failNext('signOutEverywhere', 'api/unreachable');
  const { user, dialog } = await askingDialog(world);
  await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
  expect(await dialog.findByRole('alert')).toBeDefined();
  expect(world.session.value.kind).toBe('signed-in');
});

test('signs out here when the server had ended the sign-ins before, and its answer was lost', async () => {
  const world = adasWorld();
  world.failNext('signOutEverywhere', 'api/unreachable');
  const { user, dialog } = await askingDialog(world);
  const press = () => user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
  await press();
  await dialog.findByRole('alert');
  world.failNext('signOutEverywhere', 'api/sign-in-required');
  await press();
  expect(await screen.findByRole('heading', { name: 'Sign in to Busker' })).toBeDefined();
});

test('does not offer it to guests, who could never sign in again', async () => {
  const world = adasWorld();
  world.changeUser({ isGuest: true, email: null, emailVerified: false, providers: [] });
  showApp('/account', world);
  await screen.findByRole('heading', { name: 'Account' });
  expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
});
