import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultPreferences } from '../../../core/documents/account-document';
import { adasWorld, showApp } from '../../testing/fake-screen';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('switches to the chosen language at once, also for emails, and remembers it', async () => {
  const world = adasWorld();
  const { user } = showApp('/account', world);
  await screen.findByRole('heading', { name: 'Account' });
  await user.selectOptions(
    within(screen.getByRole('region', { name: 'Language' })).getByRole('combobox'),
    'Deutsch',
  );
  expect(await screen.findByRole('heading', { name: 'Konto' })).toBeDefined();
  expect(document.documentElement.lang).toBe('de');
  expect(world.spoken).toBe('de');
  cleanup();
  showApp('/sign-in', adasWorld());
  expect(await screen.findByRole('heading', { name: 'Profil' })).toBeDefined();
  await user.click(await screen.findByRole('link', { name: 'Konto' }));
  await user.selectOptions(
    within(await screen.findByRole('region', { name: 'Sprache' })).getByRole('combobox'),
    'English',
  );
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeDefined();
});

test('offers the language before signing in, and keeps it for the next visit of this device', async () => {
  const world = adasWorld();
  world.session.set({ kind: 'signed-out', reason: null });
  const { user } = showApp('/sign-in', world);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Deutsch');
  expect(await screen.findByRole('heading', { name: 'Bei Busker anmelden' })).toBeDefined();
  expect([document.documentElement.lang, world.spoken]).toEqual(['de', 'de']);
  cleanup();
  showApp('/create-account', world);
  expect(await screen.findByRole('combobox', { name: 'Sprache' })).toBeDefined();
});

// Holds dash-030.
test('stores the choice with the account, so that another device uses it after signing in', async () => {
  const world = adasWorld();
  const { user } = showApp('/account', world);
  await screen.findByRole('heading', { name: 'Account' });
  await user.selectOptions(
    within(screen.getByRole('region', { name: 'Language' })).getByRole('combobox'),
    'Español',
  );
  await screen.findByRole('heading', { name: 'Cuenta' });
  expect(world.preferences.value?.language).toBe('es');
  cleanup();
  localStorage.clear();
  const elsewhere = adasWorld();
  elsewhere.preferences.set(world.preferences.value);
  showApp('/account', elsewhere);
  expect(await screen.findByRole('heading', { name: 'Cuenta' })).toBeDefined();
});

test('prefers the account’s choice, including the browser default, to the device’s', async () => {
  localStorage.setItem('busker-language', 'de');
  const world = adasWorld();
  world.preferences.set({ ...defaultPreferences, language: 'auto' });
  showApp('/account', world);
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeDefined();
  expect(localStorage.getItem('busker-language')).toBeNull();
});

test('says that the choice could not be stored, and returns to the stored one', async () => {
  const world = adasWorld();
  world.preferences.set({ ...defaultPreferences, language: 'en' });
  world.failNext('keepLanguage', 'store/permission-denied');
  const { user } = showApp('/account', world);
  await screen.findByRole('heading', { name: 'Account' });
  await user.selectOptions(
    within(screen.getByRole('region', { name: 'Language' })).getByRole('combobox'),
    'Deutsch',
  );
  expect(
    await screen.findByText(/You do not have access to this|Du hast darauf keinen Zugriff/),
  ).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeDefined();
});
