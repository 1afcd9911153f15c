import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { adasBackend, showApp } from '../testing/fake-screen';
import { makeUser } from '../testing/fakes';

describe('terms notice', () => {
  afterEach(cleanup);

  /** Ada signed up on 2 April 2026. */
  function backendWith(version: string | null, seen: string | null = null) {
    const fake = adasBackend();
    fake.terms = { version, seen };
    return fake;
  }

  const title = { name: 'New terms' };

  describe('a new version of the terms', () => {
    test('is announced with its date and a link, until the owner has seen it', async () => {
      const fake = backendWith('2026-11-01');
      const { user } = showApp('/money/books', fake);
      const notice = await screen.findByRole('status', title);
      expect(notice.textContent).toContain('November 1, 2026');
      const link = screen.getByRole('link', { name: 'Read the terms' });
      expect(link.getAttribute('href')).toBe('https://busker.example/legal/terms?lang=en');
      await user.click(screen.getByRole('button', { name: 'I have read them' }));
      await waitFor(() => expect(screen.queryByRole('status', title)).toBeNull());
      expect(fake.terms.seen).toBe('2026-11-01');
    });

    test('stays announced when it could not be stored', async () => {
      const fake = backendWith('2026-11-01', '2026-05-01');
      const { user } = showApp('/money/books', fake);
      fake.failNext('seeTerms', 'api/unreachable');
      await user.click(await screen.findByRole('button', { name: 'I have read them' }));
      expect(await screen.findByRole('alert')).toBeDefined();
      expect(screen.getByRole('status', title)).toBeDefined();
    });

    test.each([
      ['the owner has seen it', '2026-11-01', '2026-11-01'],
      ['the account is newer', '2026-01-01', null],
      ['the terms have no version', null, null],
    ])('is not announced when %s', async (_case, version, seen) => {
      const fake = backendWith(version, seen);
      showApp('/money/books', fake);
      await waitFor(() => expect(fake.timesAsked('terms')).toBe(1));
      expect(screen.queryByRole('status', title)).toBeNull();
    });

    test('is not announced to a guest', async () => {
      const fake = backendWith('2026-11-01');
      fake.signInAs(makeUser({ isGuest: true, email: null }));
      showApp('/money/books', fake);
      expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
      expect(fake.timesAsked('terms')).toBe(0);
    });
  });
});
