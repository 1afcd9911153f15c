import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, expect, test, vi } from 'vitest';
import { nothingBooked } from '@busker/core/books/book-sums';
import type { BooksQuery } from '@busker/core/books/books-api';
import { monthsOfPeriod, periodWith } from '@busker/core/locale/periods';
import { daysIn } from '@busker/core/locale/zoned-day';
import { fail, ok } from '@busker/core/base/result';
import { defaultPreferences } from '@busker/core/account/account-document';
import type { Tip } from '@busker/core/tip/tip';
import { booksOf } from '../../testing/in-memory-money';
import type { FakeBackend } from '../../testing/fake-backend';
import { adasBackend, connect, restoreConnection, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';
import { readPeriod } from './books-screen';

describe('books screen', () => {
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    restoreConnection();
  });

  const paidAt = (succeededAt: number) =>
    ({ status: 'succeeded', attempts: 1, lastError: null, succeededAt }) as const;
  const fees = { estimated: 45, stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' };

  function backendWithTips(...tips: readonly Partial<Tip>[]) {
    const fake = adasBackend();
    for (const tip of tips) fake.receive(makeTip({ amount: 500, fees, ...tip }));
    return fake;
  }

  /** The lines of the panel with this heading: name and amount. */
  const linesOf = (heading: HTMLElement) => {
    const panel = within(heading.closest('section') ?? document.body);
    return panel.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  };

  const sumOfNothing = {
    currency: 'usd',
    bookedIn: 'usd',
    count: 0,
    received: 0,
    refunded: 0,
    disputed: 0,
    booked: nothingBooked,
  } as const;

  const march = paidAt(Date.UTC(2026, 2, 10, 12));
  const fullyRefunded = {
    payment: march,
    contrib: { count: 1, gross: 500, refunded: 500, disputed: 0 },
    returned: { refundNet: -500, disputeNet: 0, disputeFee: 0, refundedAt: 0, disputedAt: null },
  };

  test('shows the sums from payments to what is left, and the sums of each month', async () => {
    showScreen(
      '/money/books?year=2026',
      backendWithTips({ payment: march }, { payment: march }, fullyRefunded),
    );
    expect(linesOf(await screen.findByRole('heading', { name: 'Tips in USD' }))).toEqual([
      ['Received', '$15.00'],
      ['Refunds', '−$5.00'],
      ['Stripe’s fees', '−$1.35'],
      ['You keep', '$8.65'],
    ]);
    const table = within(screen.getByRole('table', { name: 'By month' }));
    expect(table.getByRole('row', { name: 'March 2026 3 $15.00 −$5.00 −$1.35 $8.65' })).toBeDefined();
  });

  const paidWith = (paymentMethodType: string) => ({
    payment: march,
    stripe: { ...makeTip({}).stripe, paymentMethodType },
  });

  // Holds dash-153, dash-161.
  test.each([
    ['in a currency of MobilePay', { currency: 'dkk', fees: { ...fees, settlementCurrency: 'dkk' } }],
    ['that a fan converted', {}],
  ] as const)('says that MobilePay has a fee of its own, with a tip by MobilePay %s', async (_, given) => {
    showScreen('/money/books?year=2026', backendWithTips({ ...paidWith('mobilepay'), ...given }));
    expect(await screen.findByText(/^MobilePay has a fee of its own/)).toBeDefined();
  });

  const line = (id: string, month: number, amount: number) => ({
    id,
    at: Date.UTC(2026, month, 11),
    currency: 'usd',
    amount,
  });

  // Holds pay-430.
  test('takes the fees that Stripe booked apart from what is left: in the year, in their month, and once', async () => {
    const fake = backendWithTips({ payment: march }, { payment: march });
    fake.fees.push(line('a', 2, 7), line('b', 3, 4), line('c', 3, -1));
    fake.feesUntil = Date.now();
    showScreen('/money/books?year=2026', fake);
    expect(linesOf(await screen.findByRole('heading', { name: 'Tips in USD' }))).toEqual([
      ['Received', '$10.00'],
      ['Stripe’s fees', '−$0.90'],
      ['Stripe’s fees booked apart', '−$0.10'],
      ['You keep', '$9.00'],
    ]);
    const months = within(screen.getByRole('table', { name: 'By month' }));
    expect(months.getByRole('row', { name: 'March 2026 2 $10.00 $0.00 −$0.97 $9.03' })).toBeDefined();
    expect(months.getByRole('row', { name: 'April 2026 0 $0.00 $0.00 −$0.03 −$0.03' })).toBeDefined();
    const countries = within(screen.getByRole('table', { name: 'By country of the bank card' }));
    expect(countries.getAllByRole('row').at(1)?.textContent).toContain('$9.10');
    expect(screen.getByText(/^“Stripe’s fees booked apart” are all fees of this kind/)).toBeDefined();
    expect(screen.queryByText(/Stripe has not answered/)).toBeNull();
  });

  // Holds dash-2049.
  test('has one table for each currency, with its name', async () => {
    const euros = { currency: 'eur', fees: { ...fees, settlementCurrency: 'eur' } } as const;
    showScreen('/money/books?year=2026', backendWithTips({ payment: march }, { payment: march, ...euros }));
    const rowsOf = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').slice(1);
    await screen.findByRole('table', { name: 'By month, EUR' });
    expect(rowsOf('By month, EUR').map((row) => row.textContent)).toEqual([expect.stringContaining('€5.00')]);
    expect(rowsOf('By month, USD')).toHaveLength(1);
    expect(screen.queryByRole('table', { name: 'By month' })).toBeNull();
    expect(screen.getByRole('table', { name: 'By country of the bank card, USD' })).toBeDefined();
  });

  // Holds pay-440.
  test('shows the fees that Stripe booked apart in a year without a tip, and lets the statement be printed', async () => {
    const fake = backendWithTips({ payment: paidAt(Date.UTC(2025, 5, 1)) });
    fake.fees.push(line('a', 0, 7), line('b', 1, 3));
    fake.feesUntil = Date.now();
    showScreen('/money/books?year=2026', fake);
    expect(linesOf(await screen.findByRole('heading', { name: 'Tips in USD' }))).toEqual([
      ['Received', '$0.00'],
      ['Stripe’s fees booked apart', '−$0.10'],
      ['You keep', '−$0.10'],
    ]);
    expect(screen.queryByText(/^No tips/)).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print statement' }).disabled).toBe(false);
    const months = within(screen.getByRole('table', { name: 'By month' }));
    expect(months.getByRole('row', { name: 'January 2026 0 $0.00 $0.00 −$0.07 −$0.07' })).toBeDefined();
    expect(screen.queryByRole('table', { name: 'By country of the bank card' })).toBeNull();
  });

  test('a month whose fees Stripe gave back whole is no row, and a year of nothing else has no statement', async () => {
    const fake = backendWithTips({ payment: paidAt(Date.UTC(2025, 5, 1)) });
    fake.fees.push(line('a', 0, 7), line('b', 0, -7));
    showScreen('/money/books?year=2026', fake);
    expect(await screen.findByText('No tips in 2026')).toBeDefined();
  });

  // Holds pay-432.
  test('says until when the fees booked apart are known while Stripe does not answer, also for a year that is over', async () => {
    const fake = backendWithTips(paidWith('mobilepay'));
    fake.fees.push(line('a', 2, 7));
    fake.feesUntil = Date.UTC(2026, 3, 1, 12);
    showScreen('/money/books?year=2026', fake);
    expect(await screen.findByText(/are counted until April 1, 2026/)).toBeDefined();
    cleanup();
    fake.feesUntil = null;
    showScreen('/money/books?year=2026', fake);
    expect(await screen.findByText(/are not counted yet, because Stripe has not answered/)).toBeDefined();
    cleanup();
    showScreen('/money/books?year=2026', backendWithTips({ payment: march }));
    await screen.findByRole('table', { name: 'By month' });
    expect(screen.queryByText(/booked apart/)).toBeNull();
  });

  // Holds dash-161.
  test('names no fee of a way that no tip was paid by, also where its currency is MobilePay’s', async () => {
    const euros = { currency: 'eur', fees: { ...fees, settlementCurrency: 'eur' } } as const;
    const earlier = { ...paidWith('mobilepay'), payment: paidAt(Date.UTC(2025, 5, 1)) };
    showScreen('/money/books?year=2026', backendWithTips({ ...paidWith('card'), ...euros }, earlier));
    await screen.findByRole('table', { name: 'By month' });
    expect(screen.queryByText(/fee of its own/)).toBeNull();
  });

  test('says which tips Stripe has not booked yet', async () => {
    const unbooked = { ...fees, stripe: null, application: null, net: null, settlementCurrency: null };
    showScreen('/money/books?year=2026', backendWithTips({ payment: march, fees: unbooked }));
    expect(await screen.findByText(/^1 tip, \$5\.00 before fees\./)).toBeDefined();
  });

  test('has one row for a month of which Stripe has booked only a part, and says what is not booked', async () => {
    const unbooked = { ...fees, stripe: null, application: null, net: null, settlementCurrency: null };
    const later = { payment: march, amount: 700, fees: unbooked };
    showScreen('/money/books?year=2026', backendWithTips({ payment: march }, { payment: march }, later));
    const table = within(await screen.findByRole('table', { name: 'By month' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['3', '$17.00', '$0.00', '−$0.90', '$9.10without 1 tip of $7.00 that Stripe has not booked yet'],
    ]);
  });

  test('shows another year when it is chosen, and says when it has no tips', async () => {
    const fake = backendWithTips({ payment: march }, { payment: paidAt(Date.UTC(2024, 5, 1)) });
    const { user } = showScreen('/money/books?year=2026', fake);
    await screen.findByRole('table', { name: 'By month' });
    const years = screen.getByRole('combobox', { name: 'Year' });
    expect(within(years).getByRole('option', { name: '2024' })).toBeDefined();
    await user.selectOptions(years, '2025');
    expect(await screen.findByText('No tips in 2025')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print statement' }).disabled).toBe(true);
  });

  // Holds dash-930.
  describe('the days', () => {
    const todayIs = (day: string) => vi.spyOn(Date, 'now').mockReturnValue(Date.parse(`${day}T12:00:00Z`));
    const inUtc = (fake: FakeBackend) => {
      fake.preferences.set({ ...defaultPreferences, timeZone: 'UTC' });
      return fake;
    };
    const nameOf = (field: HTMLElement) =>
      (field as HTMLSelectElement).selectedOptions[0]?.textContent.replaceAll('\u2009', ' ');

    test('are the tax year of today at first, of which any first day is kept with the account', async () => {
      todayIs('2026-04-05');
      const fake = inUtc(backendWithTips({ payment: march }));
      const { user, whereAmI } = showScreen('/money/books', fake);
      await screen.findByRole('table', { name: 'By month' });
      expect(nameOf(screen.getByRole('combobox', { name: 'Year' }))).toBe('2026');
      await user.selectOptions(screen.getByLabelText('Your tax year begins on'), 'April 6');
      await waitFor(() => expect(fake.yearStart).toBe('04-06'));
      const year = await screen.findByRole('option', { name: /^Apr 6, 2025\s–\sApr 5, 2026$/ });
      expect((year as HTMLOptionElement).selected).toBe(true);
      expect(screen.getByText(/^Statement of tips for Apr 6, 2025\s–\sApr 5, 2026$/)).toBeDefined();
      expect(whereAmI()).toBe('/money/books');
    });

    test('are a month, a quarter, a year or days of one’s own, in the address', async () => {
      todayIs('2026-11-30');
      const fake = inUtc(backendWithTips({ payment: march }));
      const { user, whereAmI } = showScreen('/money/books?from=2026-03-01&until=2026-03-31', fake);
      await screen.findByRole('table', { name: 'By month' });
      const kind = screen.getByRole('combobox', { name: 'Period' });
      expect(nameOf(kind)).toBe('Month');
      expect(nameOf(screen.getByRole('combobox', { name: 'Month' }))).toBe('March 2026');
      await user.selectOptions(kind, 'Quarter');
      expect(whereAmI()).toBe('/money/books?from=2026-01-01&until=2026-03-31');
      expect(nameOf(await screen.findByRole('combobox', { name: 'Quarter' }))).toBe('January – March 2026');
      await user.selectOptions(
        screen.getByRole('combobox', { name: 'Quarter' }),
        screen.getByRole('option', { name: /^October\s–/ }),
      );
      await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Month');
      expect(whereAmI()).toBe('/money/books?from=2026-11-01&until=2026-11-30');
      await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Days you choose');
      fireEvent.change(screen.getByLabelText('From'), { target: { value: '2025-10-31' } });
      expect(screen.getByText('Choose at most a year.')).toBeDefined();
      fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-10' } });
      expect(whereAmI()).toBe('/money/books?from=2026-03-10&until=2026-11-30');
      expect(await screen.findByText(/^Statement of tips for Mar 10\s–\sNov 30, 2026$/)).toBeDefined();
    });

    test.each([
      ['from=2026-02-30&until=2026-03-31'],
      ['from=2026-03-31&until=2026-03-01'],
      ['from=2020-01-01&until=2026-12-31'],
      ['from=2026-01-01'],
      ['year=last'],
    ])('of an address that says %s are told as not possible, and this year is shown', async (query) => {
      todayIs('2026-11-30');
      showScreen(`/money/books?${query}`, inUtc(backendWithTips({ payment: march })));
      expect(
        await screen.findByText('The books cannot show the days in this address. You see 2026.'),
      ).toBeDefined();
      expect(screen.getByRole('table', { name: 'By month' })).toBeDefined();
    });

    test('that are not over say so, on paper too; a quarter without tips says that there were none', async () => {
      todayIs('2026-11-30');
      const fake = inUtc(backendWithTips({ payment: march }));
      showScreen('/money/books?year=2026', fake);
      const note = await screen.findByText(/^This period ends on December 31, 2026\./);
      expect(note.parentElement).toBe(
        screen.getByText('Statement of tips for 2026').parentElement?.parentElement,
      );
      cleanup();
      showScreen('/money/books?from=2026-04-01&until=2026-06-30', fake);
      expect(await screen.findByText(/^No tips in April\s–\sJune 2026$/)).toBeDefined();
      expect(screen.getByText('No tip was paid in these days, and there was no fee.')).toBeDefined();
      expect(screen.queryByText(/^This period ends/)).toBeNull();
    });
  });

  // Holds dash-931.
  describe('a closed year', () => {
    const lastYear = '/money/books?from=2025-01-01&until=2025-12-31';
    const paidLastYear = () => {
      vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 1, 3, 12));
      const fake = backendWithTips({ payment: paidAt(Date.UTC(2025, 5, 1)) });
      fake.preferences.set({ ...defaultPreferences, timeZone: 'UTC' });
      return fake;
    };

    test('is closed when it is over, after a question, and says so on screen and paper', async () => {
      const fake = paidLastYear();
      const { user } = showScreen(lastYear, fake);
      await user.click(await screen.findByRole('button', { name: 'Close 2025…' }));
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await user.click(screen.getByRole('button', { name: 'Close 2025…' }));
      expect(screen.getByRole('alert').textContent).toContain('This cannot be undone.');
      expect(fake.timesAsked('closeYear')).toBe(0);
      await user.dblClick(screen.getByRole('button', { name: 'Close for good' }));
      expect(fake.timesAsked('closeYear')).toBe(1);
      const note = await screen.findByText('Closed on February 3, 2026: these figures change no more.');
      expect(note.parentElement).toBe(
        screen.getByText('Statement of tips for 2025').parentElement?.parentElement,
      );
      expect(fake.closedYears).toMatchObject([{ from: '2025-01-01', until: '2025-12-31' }]);
      expect(screen.queryByRole('heading', { name: 'Close this year' })).toBeNull();
    });

    // Holds dash-993.
    test('is closed by keyboard alone, and once by two presses of Enter', async () => {
      const fake = paidLastYear();
      const { user } = showScreen(lastYear, fake);
      const pressOn = async (name: string) => {
        const wanted = await screen.findByRole('button', { name });
        for (let tabs = 0; document.activeElement !== wanted && tabs < 60; tabs += 1) await user.tab();
        expect(wanted).toBe(document.activeElement);
        await user.keyboard('{Enter}');
      };
      await pressOn('Close 2025…');
      await pressOn('Close for good');
      await user.keyboard('{Enter}');
      expect(await screen.findByText(/^Closed on February 3, 2026/)).toBeDefined();
      expect(fake.timesAsked('closeYear')).toBe(1);
    });

    test('cannot be one that runs, or a month; one that overlaps a closed year says why', async () => {
      const fake = paidLastYear();
      fake.receive(makeTip({ amount: 500, fees, payment: paidAt(Date.UTC(2026, 0, 10)) }));
      fake.closedYears.push({ from: '2024-04-06', until: '2025-04-05', closedAt: 1 });
      for (const days of ['year=2026', 'from=2025-06-01&until=2025-06-30']) {
        showScreen(`/money/books?${days}`, fake);
        await screen.findByRole('table', { name: 'By month' });
        expect(screen.queryByRole('heading', { name: 'Close this year' })).toBeNull();
        cleanup();
      }
      showScreen(lastYear, fake);
      expect(
        await screen.findByText(/^A part of these days is in a year that you have closed: Apr 6, 2024/),
      ).toBeDefined();
      expect(screen.queryByRole('button', { name: /^Close 2025/ })).toBeNull();
    });

    test('says what Stripe booked later, and a later period what it has of closed years', async () => {
      const fake = paidLastYear();
      fake.closedYears.push({ from: '2025-01-01', until: '2025-12-31', closedAt: Date.UTC(2026, 0, 5) });
      fake.changed = [{ currency: 'usd', amount: -455 }];
      fake.later = [{ ...sumOfNothing, refunded: 300, disputed: 200 }];
      showScreen(lastYear, fake);
      expect(await screen.findByText(/Stripe has booked −\$4\.55 more on these days/)).toBeDefined();
      expect(
        screen.getByText(/refunds and disputes of −\$5\.00 for tips of years that you had closed/),
      ).toBeDefined();
    });

    // Holds dash-993.
    test('says nothing of what came back whole, and of a dispute that was won only its fee', async () => {
      const fake = paidLastYear();
      const fee = { ...sumOfNothing.booked, disputeFee: 1500, kept: -1500 };
      fake.later = [sumOfNothing, { ...sumOfNothing, currency: 'eur', bookedIn: 'eur', booked: fee }];
      showScreen(lastYear, fake);
      expect((await screen.findByText(/for tips of years that you had closed/)).textContent).toContain(
        '−€15.00',
      );
    });

    test('stays open when the server refuses, with the reason', async () => {
      const fake = paidLastYear();
      fake.failNext('closeYear', 'api/year-not-booked');
      const { user } = showScreen(lastYear, fake);
      await user.click(await screen.findByRole('button', { name: 'Close 2025…' }));
      await user.click(screen.getByRole('button', { name: 'Close for good' }));
      expect(
        await screen.findByText(/^Stripe has not booked every tip and fee of this year yet/),
      ).toBeDefined();
      expect(await screen.findByRole('button', { name: 'Close 2025…' })).toBeDefined();
    });
  });

  test('loads the books again after a failure', async () => {
    const fake = backendWithTips({ payment: march });
    fake.failNext('books', 'api/unreachable');
    const { user } = showScreen('/money/books?year=2026', fake);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table', { name: 'By month' })).toBeDefined();
  });

  // Holds dash-200.
  test('keeps name, address and tax number with the account, and prints them on the statement', async () => {
    const fake = backendWithTips({ payment: march });
    const { user } = showScreen('/money/books?year=2026', fake);
    await user.type(await screen.findByLabelText('Name or business'), ' Nina Sol ');
    await user.type(screen.getByLabelText('Address'), 'Quay 1{Enter}Riga');
    await user.type(screen.getByLabelText('Tax number'), 'LV 123{Enter}');
    expect(await screen.findByText('Saved.')).toBeDefined();
    expect(fake.preferences.value).toMatchObject({
      statementName: 'Nina Sol',
      statementAddress: 'Quay 1\nRiga',
      taxNumber: 'LV 123',
    });
    const statement = screen.getByText('Statement of tips for 2026').parentElement;
    expect(statement?.textContent).toContain('Nina Sol');
    expect(statement?.textContent).toContain('Quay 1\nRiga');
    expect(statement?.textContent).toContain('Tax number: LV 123');
  });

  // Holds dash-240, dash-951.
  test('a pasted text that is too long stays whole, its field says so by name, and is not kept; an emoji is one character', async () => {
    const fake = backendWithTips({ payment: march });
    const { user } = showScreen('/money/books?year=2026', fake);
    const paste = async (field: HTMLElement, text: string) => {
      await user.click(field);
      await user.paste(text);
    };
    const name = await screen.findByLabelText<HTMLInputElement>('Name or business');
    const address = screen.getByLabelText<HTMLTextAreaElement>('Address');
    await paste(name, '🎻'.repeat(120));
    await paste(address, 'é'.repeat(401));
    await paste(screen.getByLabelText('Tax number'), '1'.repeat(60));
    expect(address.value).toHaveLength(401);
    expect(screen.getByText('Not saved: Address. Keep this to 400 characters.')).toBeDefined();
    expect(name.getAttribute('aria-invalid')).not.toBe('true');
    expect(fake.preferences.value?.statementAddress ?? '').toBe('');

    await user.type(address, '{Backspace}');
    await user.tab();
    await waitFor(() => expect(fake.preferences.value?.statementAddress).toHaveLength(400));
    expect(fake.preferences.value?.statementName).toBe('🎻'.repeat(120));
    expect(fake.preferences.value?.statementAddress).toBe('é'.repeat(400));
  });

  test('says when the details could not be kept, and keeps what was typed', async () => {
    const fake = backendWithTips({ payment: march });
    const { user } = showScreen('/money/books?year=2026', fake);
    fake.failNext('keepStatementOwner', 'store/permission-denied');
    await user.type(await screen.findByLabelText('Tax number'), 'LV 123{Enter}');
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(fake.preferences.value?.taxNumber ?? '').toBe('');
    expect(screen.queryByText('Saved.')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Tax number').value).toBe('LV 123');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(fake.preferences.value?.taxNumber).toBe('LV 123'));
  });

  test('without a connection a detail stays in its field, and is not said to be saved', async () => {
    const fake = backendWithTips({ payment: march });
    fake.hold('keepStatementOwner');
    const { user } = showScreen('/money/books?year=2026', fake);
    const field = await screen.findByLabelText<HTMLInputElement>('Tax number');
    connect(false);
    await user.type(field, 'LV 123{Enter}');
    expect(field.value).toBe('LV 123');
    expect(screen.queryByText('Saved.')).toBeNull();
  });

  // Holds dash-201.
  test('saves the year for bookkeeping, in the days of the account', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    const fake = backendWithTips({ payment: march });
    fake.preferences.set({ ...defaultPreferences, timeZone: 'Asia/Tokyo' });
    const { user } = showScreen('/money/books?year=2026', fake);
    await user.click(await screen.findByRole('button', { name: 'For bookkeeping (CSV)' }));
    await waitFor(() =>
      expect(fake.exportChoices).toMatchObject([
        { format: 'bookkeeping', from: '2026-01-01', until: '2026-12-31', zone: 'Asia/Tokyo', state: 'all' },
      ]),
    );
  });
});

describe('read period', () => {
  const tips = [1, 5, 11].map((month) => {
    const succeededAt = Date.UTC(2026, month, 28, 12);
    const stripe = { ...makeTip({}).stripe, paymentMethodType: month === 1 ? 'card' : 'mobilepay' };
    return makeTip({ stripe, payment: { status: 'succeeded', attempts: 1, lastError: null, succeededAt } });
  });

  test('reads a year with too many tips month by month, and gets the same', async () => {
    const asked: BooksQuery[] = [];
    const books = async (range: BooksQuery) => {
      asked.push(range);
      return asked.length === 1 ? fail({ code: 'api/books-too-long' } as const) : ok(booksOf(tips, range));
    };
    const year = { from: '2026-01-01', until: '2026-12-31', zone: 'UTC' };
    expect(await readPeriod({ books }, { from: year.from, until: year.until }, 'UTC')).toEqual(
      ok(booksOf(tips, year)),
    );
    expect(asked).toHaveLength(13);
    expect(asked[2]).toEqual({ from: '2026-02-01', until: '2026-02-28', zone: 'UTC' });
  });

  test('reads the tax year of today month by month, when it has too many tips', async () => {
    const asked: BooksQuery[] = [];
    const books = async (range: BooksQuery) => {
      asked.push(range);
      return asked.length === 1
        ? fail({ code: 'api/books-too-long' } as const)
        : ok(booksOf(tips, range, [], null, '04-06'));
    };
    const year = periodWith(daysIn('UTC')(Date.now()), 'year', '04-06');
    expect(await readPeriod({ books }, null, 'UTC')).toMatchObject({ ok: true, value: year });
    expect(asked.slice(2).map(({ from }) => from)).toEqual(monthsOfPeriod(year).map(({ from }) => from));
  });

  test('stops at the first month that cannot be read', async () => {
    let calls = 0;
    const books = async () => {
      calls += 1;
      return fail({ code: calls === 1 ? 'api/books-too-long' : 'api/unreachable' } as const);
    };
    const days = { from: '2026-01-01', until: '2026-12-31' };
    expect(await readPeriod({ books }, days, 'UTC')).toEqual(fail({ code: 'api/unreachable' }));
    expect(calls).toBe(2);
  });
});
