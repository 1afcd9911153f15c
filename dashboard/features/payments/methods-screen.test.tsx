import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { ownMethodTypes, type OwnMethodType, type MethodState } from '@busker/core/payments/methods';
import type { FakeBackend } from '../../testing/fake-backend';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makePayments } from '../../testing/fakes';

describe('ways screen', () => {
  afterEach(cleanup);

  const at = '/settings/ways';

  function backendWithAccount(given: Parameters<typeof makePayments>[0] = {}): FakeBackend {
    const fake = adasBackend();
    fake.payments.set(makePayments(given));
    return fake;
  }

  const methodsWith = (states: Partial<Record<OwnMethodType, MethodState>>) =>
    ownMethodTypes.map((type) => ({ type, state: states[type] ?? 'on' }) as const);

  const namesIn = async (label: string) =>
    within(await screen.findByRole('list', { name: label }))
      .getAllByRole('listitem')
      .map((item) => item.firstChild?.textContent);

  // Holds dash-144.
  describe('the ways to pay', () => {
    test('stand under what they are: on, missing, waiting, off', async () => {
      const fake = backendWithAccount();
      fake.ways = methodsWith({
        link: 'missing',
        cashapp: 'waiting',
        google_pay: 'off',
        amazon_pay: 'off',
        ideal: 'other-currency',
        mobilepay: 'other-currency',
        blik: 'other-currency',
      });
      showScreen(at, fake);
      expect((await namesIn('On')).slice(0, 2)).toEqual(['Bank cards', 'Apple Pay']);
      expect(await namesIn('Something is missing')).toEqual(['Link']);
      expect(await namesIn('Stripe is checking')).toEqual(['Cash App Pay']);
      expect(await namesIn('Off')).toEqual(['Google Pay', 'Amazon Pay']);
      expect(screen.getByRole('link', { name: 'See what Stripe needs' }).getAttribute('href')).toBe(
        '/settings/payments',
      );
    });

    test('of other currencies are folded, with the country and what an owner should know', async () => {
      const fake = backendWithAccount();
      fake.ways = methodsWith({
        ideal: 'other-currency',
        mobilepay: 'other-currency',
        blik: 'other-currency',
      });
      const { user } = showScreen(at, fake);
      const others = await screen.findByText('Not with USD');
      expect(others.closest('details')?.open).toBe(false);
      await user.click(others);
      const list = within(await screen.findByRole('list', { name: 'Not with USD' }));
      expect(list.getByText('Used in: Netherlands')).toBeDefined();
      expect(list.getByText('Used in: Denmark, Finland')).toBeDefined();
      expect(list.getByText('Only on Stripe’s own page')).toBeDefined();
      expect(list.getByText(/Has a fee of its own/)).toBeDefined();
    });

    // Holds dash-160.
    test('that only fans with a currency of their own have are under their real state, and marked', async () => {
      const fake = backendWithAccount();
      fake.ways = methodsWith({ twint: 'missing', blik: 'off', wero: 'other-currency' });
      showScreen(at, fake);
      const mark = 'On Stripe’s page, in the fan’s currency';
      const rowOf = async (label: string, name: string) =>
        within(await screen.findByRole('list', { name: label }))
          .getAllByRole('listitem')
          .find((item) => item.firstChild?.textContent === name)?.textContent;
      expect(await rowOf('On', 'iDEAL')).toContain(mark);
      expect(await rowOf('Something is missing', 'TWINT')).toContain(mark);
      expect(await rowOf('Off', 'BLIK')).toContain(mark);
      expect(await rowOf('Off', 'BLIK')).not.toContain('Only on Stripe’s own page');
      expect(await rowOf('On', 'Bank cards')).not.toContain(mark);
      const others = screen.getByText('Not with USD').closest('details');
      expect(others?.textContent).toContain('Wero');
      expect(others?.textContent).not.toContain(mark);
    });

    test('lead to Stripe’s settings from a live account, and nowhere from the sandbox', async () => {
      const fake = backendWithAccount({ livemode: true });
      fake.ways = methodsWith({ twint: 'off' });
      showScreen(at, fake);
      const link = await screen.findByRole('link', { name: 'Ways to pay in Stripe’s settings' });
      expect(link.getAttribute('href')).toBe('https://dashboard.stripe.com/settings/payment_methods');
      cleanup();
      const sandbox = backendWithAccount({ livemode: false });
      sandbox.ways = fake.ways;
      showScreen(at, sandbox);
      expect(await namesIn('Off')).toEqual(['TWINT']);
      expect(screen.queryByRole('link', { name: 'Ways to pay in Stripe’s settings' })).toBeNull();
    });

    // Holds dash-154.
    test('that lack something lead to what Stripe asks and to its settings, and are not among those that are on', async () => {
      const fake = backendWithAccount({ livemode: true, currency: 'chf' });
      fake.ways = methodsWith({ twint: 'missing', p24: 'other-currency' });
      showScreen(at, fake);
      expect(await namesIn('Something is missing')).toEqual(['TWINT']);
      expect(await namesIn('On')).not.toContain('TWINT');
      expect(screen.getByText('Not with CHF').closest('details')?.textContent).toContain('Przelewy24');
      const panel = screen
        .getByText('Stripe needs more from you before fans can pay this way.')
        .closest('section');
      const links = within(panel ?? document.body).getAllByRole('link');
      expect(links.map((link) => link.getAttribute('href'))).toEqual([
        '/settings/payments',
        'https://dashboard.stripe.com/settings/payment_methods',
      ]);
    });

    test('are read again after a failure', async () => {
      const fake = backendWithAccount();
      fake.failNext('ways', 'api/service-unavailable');
      const { user } = showScreen(at, fake);
      await user.click(await screen.findByRole('button', { name: 'Try again' }));
      expect((await namesIn('On'))[0]).toBe('Bank cards');
      expect(fake.timesAsked('ways')).toBe(2);
    });
  });

  describe('an owner without an account', () => {
    test.each([
      ['before the first one', null, 'No ways to pay yet'],
      [
        'after a disconnected one',
        makePayments({ disconnectedAt: 1 }),
        'Your Stripe account is disconnected',
      ],
    ] as const)('is led to Payments %s', async (_, payments, title) => {
      const fake = backendWithAccount();
      fake.payments.set(payments);
      const { user, whereAmI } = showScreen(at, fake);
      expect(await screen.findByText(title)).toBeDefined();
      await user.click(screen.getByRole('link', { name: 'Connect payments' }));
      await waitFor(() => expect(whereAmI()).toBe('/settings/payments'));
      expect(fake.timesAsked('ways')).toBe(0);
    });
  });
});
