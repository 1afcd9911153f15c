import { act, cleanup, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sumsOf } from '@busker/core/books/book-sums';
import type { Tip } from '@busker/core/tip/tip';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';
import { chargedSum, linesOf } from './totals-row';

describe('total lines', () => {
  const cents = fc.integer({ min: 0, max: 100_000 });

  const bookedTip = fc
    .record({
      gross: cents,
      stripe: cents,
      application: cents,
      refund: cents,
      dispute: cents,
      disputeFee: cents,
    })
    .map(({ gross, stripe, application, refund, dispute, disputeFee }) =>
      makeTip({
        contrib: { count: 1, gross, refunded: refund, disputed: dispute },
        fees: {
          estimated: 0,
          stripe,
          application,
          net: gross - stripe - application,
          settlementCurrency: 'usd',
        },
        returned: {
          refundNet: -refund,
          disputeNet: -dispute - disputeFee,
          disputeFee,
          refundedAt: 1,
          disputedAt: 1,
        },
      }),
    );

  test('what was received, less refunds, disputes and fees, is what the owner keeps', () => {
    fc.assert(
      fc.property(fc.array(bookedTip, { minLength: 1, maxLength: 10 }), (tips) => {
        for (const sum of sumsOf(tips)) {
          const lines = linesOf(sum, true);
          const of = (line: string) => lines.find((one) => one.line === line)?.amount ?? 0;
          expect(of('charged') + of('refunds') + of('disputes') + of('fees')).toBe(of('kept'));
        }
      }),
    );
  });

  test('fees are not known before Stripe has booked a payment', () => {
    const [sum] = sumsOf([makeTip({ amount: 500 })]);
    expect(sum && linesOf(sum, true)).toEqual([
      { line: 'charged', amount: 500, currency: 'usd' },
      { line: 'kept', amount: null, currency: 'usd' },
    ]);
  });

  test('the server’s totals have no fees, and say nothing about them', () => {
    const sum = chargedSum('usd', { count: 2, gross: 1000, refunded: 300, disputed: 0 });
    expect(linesOf(sum, false).map(({ line, amount }) => [line, amount])).toEqual([
      ['charged', 1000],
      ['refunds', -300],
    ]);
  });

  test('a payment that was booked in another currency has both amounts', () => {
    const fees = { estimated: 0, stripe: 50, application: 0, net: 410, settlementCurrency: 'eur' };
    const [sum] = sumsOf([makeTip({ amount: 500, fees })]);
    expect(sum && linesOf(sum, true).map(({ line, amount, currency }) => [line, amount, currency])).toEqual([
      ['charged', 500, 'usd'],
      ['received', 460, 'eur'],
      ['fees', -50, 'eur'],
      ['kept', 410, 'eur'],
    ]);
  });
});

describe('tip totals', () => {
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 88 });
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  const booked: Partial<Tip> = {
    fees: { estimated: 45, stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' },
  };
  const refunded: Partial<Tip> = {
    ...booked,
    state: 'refunded',
    contrib: { count: 1, gross: 500, refunded: 500, disputed: 0 },
    returned: { refundNet: -500, disputeNet: 0, disputeFee: 0, refundedAt: 1, disputedAt: null },
  };

  async function totals() {
    const first = await screen.findByText('Received in USD');
    const list = within(first.closest('dl') ?? document.body);
    return list.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  }

  test('the totals of all tips say what was received, returned, taken as fees, and kept', async () => {
    const fake = adasBackend();
    fake.receive(makeTip(booked));
    fake.receive(makeTip(refunded));
    showScreen('/money/tips', fake);
    await screen.findByText(/new ones are added at once/);
    expect(await totals()).toEqual([
      ['Received in USD', '$10.00'],
      ['Refunds', '−$5.00'],
      ['Fees', '−$0.90'],
      ['You keep', '$4.10'],
    ]);
  });

  // Holds dash-140.
  test('the totals follow the filter, and a new tip that matches is added', async () => {
    const fake = adasBackend();
    fake.receive(makeTip(booked));
    fake.receive(makeTip(refunded));
    showScreen('/money/tips?state=refunded', fake);
    await screen.findByText('1 tip found');
    expect((await totals())[0]).toEqual(['Received in USD', '$5.00']);
    act(() => fake.receive(makeTip(refunded)));
    expect((await totals())[0]).toEqual(['Received in USD', '$10.00']);
  });

  test('the totals of a search count all tips, also those that were not loaded at first', async () => {
    const fake = adasBackend();
    for (let count = 0; count < 400; count += 1)
      fake.receive(makeTip({ ...booked, createdAt: 1000 + count }));
    showScreen('/money/tips?q=mary', fake);
    await screen.findByText(/^All tips that match are counted, as they were at/);
    expect((await totals())[0]).toEqual(['Received in USD', '$2,000.00']);
  });

  // Holds dash-140.
  test('says that the totals of a search are not complete when older tips cannot be read', async () => {
    const fake = adasBackend();
    for (let count = 0; count < 150; count += 1) fake.receive(makeTip({ createdAt: 1000 + count }));
    fake.failNext('readTips', 'store/unavailable');
    showScreen('/money/tips?q=mary', fake);
    expect(await screen.findByText(/^Not complete: only the 100 tips/)).toBeDefined();
  });

  test('totals from the cache of this browser are called old, until the server has answered', async () => {
    const fake = backendWithMany();
    fake.hold('readTips');
    fake.online.set(false);
    showScreen('/money/tips', fake);
    await screen.findByText(/^These totals are from your last visit/);
    expect(screen.queryByText(/^All tips are counted/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add up fees too' })).toBeNull();
    act(() => fake.online.set(true));
    await screen.findByText(/^All tips are counted/);
  });

  test('says nothing of all tips while the list is from the cache, although the totals are new', async () => {
    const fake = backendWithMany();
    fake.online.set(false);
    showScreen('/money/tips', fake);
    await screen.findByText(/^These totals are from your last visit/);
    fake.hold('watchLatest');
    act(() => fake.online.set(true));
    await screen.findByText(/^The list is from your last visit/);
    expect(screen.queryByText(/^All tips are counted/)).toBeNull();
  });

  test('a cached list of as many tips as the server counts has the lines of its fees at once', async () => {
    const fake = adasBackend();
    fake.receive(makeTip(booked));
    fake.receive(makeTip(refunded));
    fake.online.set(false);
    showScreen('/money/tips', fake);
    const before = await totals();
    expect(before.at(-1)).toEqual(['You keep', '$4.10']);
    act(() => fake.online.set(true));
    await screen.findByText(/^All tips are counted, /);
    expect(await totals()).toEqual(before);
  });

  test('a cached list that lacks tips keeps the room of the fees, which are shown when the server has answered', async () => {
    const fake = adasBackend();
    fake.receive(makeTip(booked));
    fake.totals.set({ usd: { count: 2, gross: 1000, refunded: 0, disputed: 0 } });
    fake.online.set(false);
    showScreen('/money/tips', fake);
    const room = () => screen.getByText('You keep').closest('div')?.hidden;
    expect((await totals())[0]).toEqual(['Received in USD', '$10.00']);
    expect(room()).toBe(true);
    act(() => fake.online.set(true));
    await screen.findByText(/^All tips are counted, /);
    expect(room()).toBe(false);
  });

  test('says that all tips are counted, and with a filter that all that match are', async () => {
    const fake = adasBackend();
    fake.receive(makeTip(booked));
    showScreen('/money/tips', fake);
    expect(await screen.findByText('All tips are counted, and new ones are added at once.')).toBeDefined();
    cleanup();
    showScreen('/money/tips?state=paid', fake);
    expect(
      await screen.findByText('All tips that match are counted, and new ones are added at once.'),
    ).toBeDefined();
  });

  function backendWithMany(): ReturnType<typeof adasBackend> {
    const fake = adasBackend();
    for (let count = 0; count < 150; count += 1)
      fake.receive(makeTip({ ...booked, createdAt: 1000 + count }));
    return fake;
  }

  test('the totals of more tips than were loaded come from the server, and say that fees are not added up', async () => {
    const fake = backendWithMany();
    fake.hold('readTips');
    showScreen('/money/tips', fake);
    await screen.findByText(/Fees and what you keep are not added up yet/);
    expect(await totals()).toEqual([['Received in USD', '$750.00']]);
  });

  test('shows the whole sum while the fees are added up', async () => {
    const fake = backendWithMany();
    fake.hold('readTips');
    const { user } = showScreen('/money/tips', fake);
    await user.click(await screen.findByRole('button', { name: 'Add up fees too' }));
    await screen.findByText('Still counting: 100 tips so far.');
    expect(await totals()).toEqual([['Received in USD', '$750.00']]);
  });

  test('adds up the fees of all tips when the owner asks for them, and leaves the focus where the answer is', async () => {
    const { user } = showScreen('/money/tips', backendWithMany());
    (await screen.findByRole('button', { name: 'Add up fees too' })).focus();
    await user.keyboard('{Enter}');
    const note = await screen.findByText(/^All tips are counted, /);
    expect(document.activeElement).toBe(note);
    expect(await totals()).toEqual([
      ['Received in USD', '$750.00'],
      ['Fees', '−$67.50'],
      ['You keep', '$682.50'],
    ]);
  });

  test('says why fees cannot be added up, and goes on when the owner tries again', async () => {
    const fake = backendWithMany();
    fake.failNext('readTips', 'store/unavailable');
    const { user } = showScreen('/money/tips', fake);
    await user.click(await screen.findByRole('button', { name: 'Add up fees too' }));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByText(/^All tips are counted, /);
    expect((await totals()).at(-1)).toEqual(['You keep', '$682.50']);
  });

  test('a period is part of the filter and of the address', async () => {
    const fake = adasBackend();
    fake.receive(makeTip(booked));
    const { user, whereAmI } = showScreen('/money/tips', fake);
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'This year');
    const year = new Date().getFullYear();
    expect(whereAmI()).toBe(`/money/tips?from=${year}-01-01&until=${year}-12-31`);
    expect(screen.getByText('Filters (1 active)')).toBeDefined();
  });
});
