import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasWorld, showApp } from '../testing/fake-screen';

afterEach(cleanup);

async function guestSignsOut() {
  const world = adasWorld();
  world.changeUser({ isGuest: true, email: null, emailVerified: false, providers: [] });
  const { user, whereAmI } = showApp('/profile', world);
  await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign out and lose what you made?' });
  return { world, user, whereAmI, dialog: within(dialog) };
}

test('asks a guest before signing out, and leads to what keeps their work', async () => {
  const { world, user, whereAmI, dialog } = await guestSignsOut();
  expect(world.session.value.kind).toBe('signed-in');
  await user.click(dialog.getByRole('link', { name: 'Keep my work' }));
  // The router shows the next page in a transition, so a busy machine needs a moment.
  await waitFor(() => expect(whereAmI()).toBe('/account'));
  expect(world.session.value.kind).toBe('signed-in');
});

test('signs a guest out who confirms it', async () => {
  const { world, user, dialog } = await guestSignsOut();
  await user.click(dialog.getByRole('button', { name: 'Sign out anyway' }));
  expect(await screen.findByRole('heading', { name: 'Sign in to Busker' })).toBeDefined();
  expect(world.session.value.kind).toBe('signed-out');
});
