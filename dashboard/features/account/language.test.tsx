import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adasWorld, showApp } from '../../fake-screen';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('speaks the chosen language at once, in mails too, and remembers it', async () => {
  const world = adasWorld();
  const { user } = showApp('/account', world);
  await screen.findByRole('heading', { name: 'Account' });
  await user.click(within(screen.getByRole('region', { name: 'Language' })).getByLabelText('Deutsch'));
  expect(await screen.findByRole('heading', { name: 'Konto' })).toBeDefined();
  expect(document.documentElement.lang).toBe('de');
  expect(world.spoken).toBe('de');
  cleanup();
  showApp('/sign-in', adasWorld());
  expect(await screen.findByRole('heading', { name: 'Profil' })).toBeDefined();
  await user.click(await screen.findByRole('link', { name: 'Konto' }));
  await user.click(within(await screen.findByRole('region', { name: 'Sprache' })).getByLabelText('English'));
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeDefined();
});
