import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasWorld, showApp } from '../../testing/fake-screen';

afterEach(cleanup);

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
