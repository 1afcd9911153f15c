import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { defaultPreferences } from '@busker/core/account/account-document';
import { adasBackend, connect, restoreConnection, showApp } from '../testing/fake-screen';
import { makeTip } from '../testing/fakes';
import { browserZone } from './preferences';

describe('time zone', () => {
  afterEach(() => {
    cleanup();
    restoreConnection();
  });

  describe('the account’s time zone', () => {
    test('is that of the first browser, kept as it is', async () => {
      const fake = adasBackend();
      fake.preferences.set(null);
      showApp('/money/books', fake);
      await waitFor(() => expect(fake.preferences.value?.timeZone).toBe(browserZone()));
    });

    test('stays as it was chosen when another browser is elsewhere', async () => {
      const fake = adasBackend();
      fake.preferences.set({ ...defaultPreferences, timeZone: 'Asia/Tokyo' });
      showApp('/money/books', fake);
      expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
      expect(fake.preferences.value?.timeZone).toBe('Asia/Tokyo');
    });

    test('is not guessed without a connection: another browser may have kept one', async () => {
      const fake = adasBackend();
      connect(false);
      showApp('/money/books', fake);
      expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
      expect(fake.preferences.value?.timeZone ?? 'auto').toBe('auto');
    });

    test('decides, whichever browser shows it, in which year a tip at the turn of the year is', async () => {
      const fake = adasBackend();
      // New Year's morning in Tokyo, New Year's Eve in Los Angeles.
      const payment = {
        status: 'succeeded',
        attempts: 1,
        lastError: null,
        succeededAt: Date.UTC(2026, 11, 31, 20),
      } as const;
      fake.receive(makeTip({ payment }));
      fake.preferences.set({ ...defaultPreferences, timeZone: 'Asia/Tokyo' });
      showApp('/money/books?year=2026', fake);
      expect(await screen.findByText(/2026/, { selector: 'h2, h3' })).toBeDefined();
      cleanup();
      fake.preferences.set({ ...defaultPreferences, timeZone: 'America/Los_Angeles' });
      showApp('/money/books?year=2026', fake);
      expect(await screen.findByRole('table', { name: 'By month' })).toBeDefined();
      expect(screen.getByText(/America\/Los_Angeles/, { selector: 'p' })).toBeDefined();
    });
  });
});
