import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FakeBackend } from '../../testing/fake-backend';
import { payOut, makePayments } from '../../testing/fakes';
import { adasBackend, showScreen } from '../../testing/fake-screen';

describe('payouts screen', () => {
  afterEach(cleanup);

  const at = '/money/payouts';

  function backendWithAccount(): FakeBackend {
    const fake = adasBackend();
    fake.payments.set(makePayments());
    return fake;
  }

  const terms = (panel: HTMLElement) =>
    within(panel)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextSibling?.textContent]);
  const panelOf = async (name: string) => {
    const heading = await screen.findByRole('heading', { name });
    return heading.closest('section') ?? document.body;
  };

  describe('an owner without an account', () => {
    test('is led to Payments before the first one, and after a disconnected one', async () => {
      const fake = backendWithAccount();
      fake.payments.set(null);
      const { user, whereAmI } = showScreen(at, fake);
      expect(await screen.findByText(/Connect payments first/)).toBeDefined();
      await user.click(screen.getByRole('link', { name: 'Connect payments' }));
      await screen.findByRole('heading', { name: 'Payments', level: 1 });
      expect(whereAmI()).toBe('/settings/payments');
      fake.payments.set(makePayments({ disconnectedAt: 1 }));
      showScreen(at, fake);
      expect(await screen.findByText('Your Stripe account is disconnected')).toBeDefined();
      expect(fake.timesAsked('balance')).toBe(0);
    });
  });

  // Holds dash-130.
  describe('the balance', () => {
    test('shows each currency, yen without decimals, and says what a negative one means', async () => {
      const fake = backendWithAccount();
      fake.payouts.balance = {
        balances: [
          { currency: 'usd', available: -1250, pending: 300 },
          { currency: 'jpy', available: 900, pending: 0 },
        ],
        schedule: { interval: 'daily' },
        paused: false,
      };
      showScreen(at, fake);
      expect(terms(await panelOf('Balance'))).toEqual([
        ['Available (USD)', '−$12.50'],
        ['Available soon (USD)', '$3.00'],
        ['Available (JPY)', '¥900'],
        ['Available soon (JPY)', '¥0'],
      ]);
      expect(screen.getByText(/Your balance is below zero/)).toBeDefined();
    });

    test.each([
      [{ interval: 'daily' }, 'Stripe pays out every working day what is available.'],
      [{ interval: 'weekly', days: ['monday', 'friday'] }, 'Stripe pays out every week: Monday and Friday.'],
      [{ interval: 'monthly', days: [1, 15] }, 'Stripe pays out every month. Days of the month: 1 and 15.'],
      [{ interval: 'manual' }, 'You start each payout yourself in Stripe’s dashboard.'],
      [{ interval: 'unknown' }, 'Stripe’s dashboard says when you are paid.'],
    ] as const)('says the schedule %j in words', async (schedule, words) => {
      const fake = backendWithAccount();
      fake.payouts.balance = { ...fake.payouts.balance, schedule: structuredClone(schedule) as never };
      showScreen(at, fake);
      expect(await screen.findByText(words)).toBeDefined();
    });

    test('names the payout that arrives next, and says when Stripe has paused payouts', async () => {
      const fake = backendWithAccount();
      payOut(fake, [{}], { status: 'paid' });
      payOut(fake, [{}], { status: 'pending', arrivesAt: Date.UTC(2026, 10, 27) });
      showScreen(at, fake);
      expect(
        await screen.findByText('Next payout: $9.55, expected on Friday, November 27, 2026.'),
      ).toBeDefined();
      fake.payouts.balance = { ...fake.payouts.balance, paused: true };
      showScreen(at, fake);
      expect(await screen.findByText(/Stripe has paused your payouts/)).toBeDefined();
    });
  });

  // Holds dash-933.
  describe('the payouts of a year', () => {
    const arriving = (month: number, dayOfMonth = 10) => {
      const arrivesAt = Date.UTC(2026, month - 1, dayOfMonth);
      return { arrivesAt, createdAt: arrivesAt - 2 * 24 * 60 * 60_000 };
    };
    const rows = () =>
      within(screen.getByRole('table', { name: 'Payouts by month' }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    const savedText = () => {
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
      const files: Blob[] = [];
      vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
        if (file instanceof Blob) files.push(file);
        return 'blob:made';
      });
      return async () => files[0]?.text() ?? '';
    };
    afterEach(() => vi.restoreAllMocks());
    beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 30)));

    test('are added up by month and currency, without those that never reached the bank, and saved as a file', async () => {
      const fake = backendWithAccount();
      payOut(fake, [], { amount: 1000, ...arriving(3) });
      payOut(fake, [], { amount: 250, ...arriving(3, 20), status: 'in_transit' });
      payOut(fake, [], { amount: 700, currency: 'jpy', ...arriving(3) });
      payOut(fake, [], { amount: 900, ...arriving(4), status: 'failed' });
      payOut(fake, [], { amount: 400, ...arriving(4, 30) });
      const saved = savedText();
      const { user } = showScreen(at, fake);
      await screen.findByRole('table', { name: 'Payouts by month' });
      expect(rows()).toEqual(['April 20261$4.00', 'March 20261¥700', 'March 20262$12.50']);
      await user.click(screen.getByRole('button', { name: 'Download payouts (CSV)' }));
      expect((await saved()).split('\r\n')).toEqual([
        '\ufeffday,payout,state,amount,currency',
        '2026-03-10,po_1,paid,10.00,USD',
        '2026-03-10,po_3,paid,700,JPY',
        '2026-03-20,po_2,in_transit,2.50,USD',
        '2026-04-10,po_4,failed,9.00,USD',
        '2026-04-30,po_5,paid,4.00,USD',
        '',
      ]);
    });

    test('are read to their end where the list has only the first of them', async () => {
      const fake = backendWithAccount();
      for (let count = 0; count < 45; count += 1) payOut(fake, [], { amount: 100, ...arriving(5) });
      showScreen(at, fake);
      await screen.findByRole('table', { name: 'Payouts by month' });
      expect(rows()).toEqual(['May 202645$45.00']);
      expect(screen.getByRole('button', { name: 'Show earlier payouts' })).toBeDefined();
    });

    test('say so in a year without any, which has no file', async () => {
      const fake = backendWithAccount();
      payOut(fake, [], { amount: 100, arrivesAt: Date.UTC(2024, 4, 5) });
      payOut(fake, [], { amount: 100, ...arriving(5) });
      const { user } = showScreen(at, fake);
      await screen.findByRole('table', { name: 'Payouts by month' });
      await user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2025');
      expect(await screen.findByText('No payout arrived in 2025.')).toBeDefined();
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download payouts (CSV)' }).disabled).toBe(
        true,
      );
    });
  });

  describe('a payout', () => {
    // Holds dash-130.
    test('opens to its parts, which add up to its amount, and to its tips', async () => {
      const fake = backendWithAccount();
      payOut(fake, [
        { kind: 'refund', amount: -200, fee: 0 },
        { kind: 'dispute', amount: -500, fee: 1500, tip: { tipId: 'tip-2', fan: null } },
        { amount: 3000, fee: 117 },
        { amount: 700, fee: 50, tip: null, about: 'Sale of a record' },
        { kind: 'payout-failed', amount: 400, fee: 0, tip: null, about: null },
      ]);
      const { user, whereAmI } = showScreen(at, fake);
      const row = await screen.findByRole('button', { name: /Nov 20, 2026.*Paid.*\$17\.33/ });
      expect(row.getAttribute('aria-expanded')).toBe('false');
      row.focus();
      await user.keyboard('{Enter}');
      expect(whereAmI()).toBe('/money/payouts?payout=po_1');
      await screen.findByText('This payout');
      const sums = terms(await panelOf('Payouts'));
      expect(sums).toEqual([
        ['Tips', '$37.00'],
        ['Refunds', '−$2.00'],
        ['Disputes', '−$5.00'],
        ['Other payouts', '$4.00'],
        ['Fees', '−$16.67'],
        ['This payout', '$17.33'],
      ]);
      const lines = within(screen.getByRole('list', { name: 'Entries of this payout' }));
      expect(lines.getByRole('link', { name: 'Tip: Jörg' }).getAttribute('href')).toBe(
        '/money/tips?tip=tip-1',
      );
      expect(lines.getByRole('link', { name: 'Dispute: no name' }).getAttribute('href')).toBe(
        '/money/tips?tip=tip-2',
      );
      expect(lines.getByText('Payment outside Busker: Sale of a record')).toBeDefined();
      expect(screen.queryByText(/do not add up/)).toBeNull();
      await user.keyboard('{Enter}');
      expect(screen.queryByText('This payout')).toBeNull();
    });

    test('says it when its lines do not add up to it', async () => {
      const fake = backendWithAccount();
      payOut(fake, [{}], { id: 'po_9', amount: 1 });
      showScreen(`${at}?payout=po_9`, fake);
      expect(await screen.findByText(/These entries do not add up to \$0\.01/)).toBeDefined();
    });

    test('reads all pages before it shows a sum', async () => {
      const fake = backendWithAccount();
      fake.payouts.onAPage = 2;
      payOut(fake, [{}, {}, {}, {}, {}], { id: 'po_9' });
      showScreen(`${at}?payout=po_9`, fake);
      await screen.findByText('This payout');
      expect(terms(await panelOf('Payouts')).at(-1)).toEqual(['This payout', '$47.75']);
      expect(fake.timesAsked('payout')).toBe(3);
    });

    // Holds dash-131.
    test('made by hand or not yet added up says that its contents are not known', async () => {
      const fake = backendWithAccount();
      payOut(fake, [], { id: 'po_hand', amount: 5000, contents: 'never' });
      payOut(fake, [], { id: 'po_later', amount: 6000, contents: 'later' });
      const { user } = showScreen(at, fake);
      await user.click(await screen.findByRole('button', { name: /\$50\.00/ }));
      expect(await screen.findByText(/Stripe does not say which tips are in it/)).toBeDefined();
      await user.click(screen.getByRole('button', { name: /\$60\.00/ }));
      expect(await screen.findByText(/Stripe is still adding up/)).toBeDefined();
      expect(fake.timesAsked('payout')).toBe(0);
    });

    // Holds dash-131.
    test('that failed says why and what to do, without being opened', async () => {
      const fake = backendWithAccount();
      payOut(fake, [{}], { status: 'failed', failureCode: 'account_closed' });
      payOut(fake, [{}], { status: 'failed', failureCode: 'code_of_tomorrow' });
      showScreen(at, fake);
      expect(
        await screen.findByText(/Your bank account is closed or frozen\. The money is back/),
      ).toBeDefined();
      expect(screen.getByText(/Your bank returned the payout\. The money is back/)).toBeDefined();
    });
  });

  describe('the list of payouts', () => {
    test('says when there is none yet, and shows earlier ones on request', async () => {
      const fake = backendWithAccount();
      showScreen(at, fake);
      expect(await screen.findByText(/There is no payout yet/)).toBeDefined();
      fake.payouts.onAPage = 2;
      for (const amount of [100, 200, 300]) payOut(fake, [{ amount, fee: 0 }]);
      const { user } = showScreen(at, fake);
      await screen.findByRole('button', { name: /\$3\.00/ });
      expect(screen.queryByRole('button', { name: /\$1\.00/ })).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Show earlier payouts' }));
      expect(await screen.findByRole('button', { name: /\$1\.00/ })).toBeDefined();
      expect(screen.queryByRole('button', { name: 'Show earlier payouts' })).toBeNull();
    });

    test.each([
      ['balance', 'Stripe is not answering'],
      ['payouts', 'Stripe is not answering'],
      ['payout', 'Stripe is not answering'],
    ] as const)('reads %s again after an outage', async (call, says) => {
      const fake = backendWithAccount();
      payOut(fake, [{}], { id: 'po_9' });
      fake.failNext(call, 'api/payouts-unavailable');
      const { user } = showScreen(`${at}?payout=po_9`, fake);
      expect((await screen.findByRole('alert')).textContent).toContain(says);
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByText('This payout')).toBeDefined();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(await screen.findByRole('heading', { name: 'Balance' })).toBeDefined();
    });
  });
});
