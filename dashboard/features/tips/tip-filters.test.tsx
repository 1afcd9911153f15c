import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TipLogEntry } from '@busker/core/money-documents/tip-document';
import { noContribution } from '@busker/core/money/money';
import type { Tip } from '@busker/core/tip/tip';
import { stateFilters } from '@busker/core/tip/tip-filter';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';
import { storyOf, stripePage } from './tip-details';
import {
  countFilters,
  daysOf,
  filterOf,
  filterQuery,
  isBackwards,
  isUnknown,
  periodOf,
  periodsOf,
  receivedTips,
} from './tip-filters';

describe('tip filters', () => {
  describe('tip filter', () => {
    // Holds dash-066.
    test('keeps every filter in the address and reads the same from it', () => {
      const date = fc.constantFrom('', '2026-01-01', '2026-11-20');
      const filter = fc.record({
        state: fc.constantFrom(...stateFilters),
        from: date,
        until: date,
        placement: fc.string(),
        search: fc.string(),
      });
      fc.assert(
        fc.property(filter, (given) => {
          const address = new URLSearchParams(filterQuery(given)).toString();
          expect(filterOf(new URLSearchParams(address))).toEqual(given);
        }),
      );
    });

    test('ignores unreadable filters in the address', () => {
      expect(filterOf(new URLSearchParams('state=stolen&from=yesterday&until=2026-02-30'))).toEqual(
        receivedTips,
      );
    });

    test('knows that an address has a filter that is none', () => {
      const unknown = (query: string) => {
        const address = new URLSearchParams(query);
        return isUnknown(address, filterOf(address));
      };
      expect(['state=stolen', 'from=yesterday', 'until=2026-02-30'].filter(unknown)).toHaveLength(3);
      expect(['', 'tip=a', 'state=all&from=2026-01-01&q=x', 'state=received'].filter(unknown)).toEqual([]);
    });

    test('counts a range of days as one filter', () => {
      expect(countFilters(receivedTips)).toBe(0);
      expect(countFilters({ ...receivedTips, state: 'all', from: '2026-01-01', until: '2026-01-31' })).toBe(
        2,
      );
    });
  });

  describe('period', () => {
    test('knows the days of this and last month, also in January and in a leap year', () => {
      expect(daysOf('this-month', '2028-02-10')).toEqual({ from: '2028-02-01', until: '2028-02-29' });
      expect(daysOf('last-month', '2026-01-31')).toEqual({ from: '2025-12-01', until: '2025-12-31' });
      expect(daysOf('this-year', '2026-01-31')).toEqual({ from: '2026-01-01', until: '2026-12-31' });
      expect(daysOf('2024', '2026-01-31')).toEqual({ from: '2024-01-01', until: '2024-12-31' });
    });

    test('offers the years since the account was made, and names the period of chosen days', () => {
      const periods = periodsOf('2026-11-25', 2024);
      expect(periods).toEqual(['all', 'this-month', 'last-month', 'this-year', '2025', '2024', 'custom']);
      const named = (from: string, until: string) => periodOf({ from, until }, periods, '2026-11-25');
      expect(named('', '')).toBe('all');
      expect(named('2026-10-01', '2026-10-31')).toBe('last-month');
      expect(named('2025-01-01', '2025-12-31')).toBe('2025');
      expect(named('2026-10-02', '2026-10-31')).toBe('custom');
      expect(named('2026-10-02', '')).toBe('custom');
    });

    test('says when the last day is before the first', () => {
      expect(isBackwards({ from: '2026-10-02', until: '2026-10-01' })).toBe(true);
      expect(isBackwards({ from: '2026-10-02', until: '' })).toBe(false);
    });
  });
});

describe('tip tools', () => {
  // happy-dom has no layout, so every row has the default height.
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 88 });

  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  const fan = (name: string, message: string | null = null): Tip['fan'] => ({
    name,
    message,
    anonymous: false,
    country: null,
  });
  // Holds dash-150.
  test('a tip whose payment takes days is on its way, and in no total', async () => {
    const fake = adasBackend();
    const payment = { status: 'processing', attempts: 1, lastError: null, succeededAt: null } as const;
    fake.begin(makeTip({ state: 'processing', payment, contrib: noContribution, fan: fan('Charles') }));
    fake.begin(makeTip({ state: 'expired', fan: fan('Nobody') }));
    showScreen('/money/tips', fake);
    expect(await screen.findByText('Charles')).toBeDefined();
    const row = screen.getAllByRole('listitem').find((item) => item.hasAttribute('aria-posinset'));
    expect(row?.textContent).toContain('On its way');
    expect(screen.queryByText('Received in USD')).toBeNull();
    expect(screen.queryByText('Nobody')).toBeNull();
  });

  // Holds dash-065.
  test('searches all tips, also those not loaded yet', async () => {
    const fake = adasBackend();
    fake.begin(makeTip({ fan: fan('Somerville'), createdAt: 1 }));
    for (let count = 0; count < 400; count += 1) fake.begin(makeTip({ createdAt: 1000 + count }));
    const { whereAmI } = showScreen('/money/tips', fake);
    fireEvent.change(await screen.findByLabelText('Search'), { target: { value: 'somer' } });
    expect(await screen.findByText('Somerville')).toBeDefined();
    await screen.findByText('1 tip found', { exact: false });
    expect(whereAmI()).toBe('/money/tips?q=somer');
  });

  // Holds dash-241.
  test('a search that is too long stays in its field with an error, and the list as it was', async () => {
    const fake = adasBackend();
    fake.begin(makeTip({ fan: fan('Somerville') }));
    const { whereAmI } = showScreen('/money/tips', fake);
    const field = await screen.findByLabelText<HTMLInputElement>('Search');
    fireEvent.change(field, { target: { value: 'x'.repeat(201) } });
    expect(await screen.findByText('Keep this to 200 characters.')).toBeDefined();
    expect(field.value).toHaveLength(201);
    expect(whereAmI()).toBe('/money/tips');
    expect(screen.getByText('Somerville')).toBeDefined();
  });

  // Holds dash-230.
  test('keeps every character of a search that is typed faster than the screen follows', async () => {
    const fake = adasBackend();
    fake.begin(makeTip({ fan: fan('Somerville') }));
    const { whereAmI } = showScreen('/money/tips', fake);
    const field = await screen.findByLabelText<HTMLInputElement>('Search');
    const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    // One after another without a pause, as keys arrive while the page is busy. Each adds to what the field holds then.
    await act(async () => {
      for (const key of 'somer') {
        property?.set?.call(field, field.value + key);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    expect(field.value).toBe('somer');
    await waitFor(() => expect(whereAmI()).toBe('/money/tips?q=somer'));
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(field.value).toBe(''));
  });

  // Holds dash-1272.
  test('says that a filter in the address is none, shows the tips without it, and says nothing once a filter is chosen', async () => {
    const fake = adasBackend();
    fake.receive(makeTip());
    const { user } = showScreen('/money/tips?state=stolen', fake);
    const says = /a filter that Busker does not know/;
    expect((await screen.findByText(says)).getAttribute('role')).toBe('status');
    expect(screen.getByRole('list', { name: 'List of tips' })).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'a');
    await waitFor(() => expect(screen.queryByText(says)).toBeNull());
  });

  // Holds dash-066.
  test('applies the filter of the address', async () => {
    const fake = adasBackend();
    fake.receive(makeTip({ state: 'refunded', fan: fan('Refunded one') }));
    fake.receive(makeTip({ fan: fan('Paid one') }));
    showScreen('/money/tips?state=refunded', fake);
    expect(await screen.findByText('Refunded one')).toBeDefined();
    expect(screen.queryByText('Paid one')).toBeNull();
    // One filter alone has one button that removes it.
    expect(screen.getByRole('button', { name: 'Remove filter: Refunded' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  // Holds dash-280.
  test('the filters are behind one button with their number, and each that is set is removed alone', async () => {
    const fake = adasBackend();
    fake.receive(makeTip({ state: 'refunded', fan: fan('Refunded one') }));
    fake.receive(makeTip({ fan: fan('Paid one') }));
    const { user, whereAmI } = showScreen('/money/tips?state=refunded&from=2026-11-02&q=one', fake);
    const opener = await screen.findByRole('button', { name: 'Filters (2 active)' });
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove filter: Refunded' }));
    await waitFor(() => expect(whereAmI()).toBe('/money/tips?q=one&from=2026-11-02'));
    // The pressed button is gone: the focus stays beside it.
    expect(document.activeElement).toBe(opener);
    expect(opener.textContent).toBe('Filters (1 active)');
    expect(screen.getByRole('button', { name: 'Remove filter: From: Nov 2, 2026' })).toBeDefined();
    await user.keyboard('{Enter}');
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('combobox', { name: 'State' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(whereAmI()).toBe('/money/tips'));
    expect(opener.textContent).toBe('Filters');
  });

  test('shows received and processing tips until another filter is chosen, and says so', async () => {
    const fake = adasBackend();
    fake.receive(makeTip({}));
    showScreen('/money/tips', fake);
    expect(await screen.findByDisplayValue('Received and processing')).toBeDefined();
  });

  test('says that older tips could not be read, and retries on request', async () => {
    const fake = adasBackend();
    fake.begin(makeTip({ fan: fan('Somerville'), createdAt: 1 }));
    for (let count = 0; count < 150; count += 1) fake.begin(makeTip({ createdAt: 1000 + count }));
    fake.failNext('readTips', 'store/unavailable');
    const { user } = showScreen('/money/tips?q=somer', fake);
    await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Somerville')).toBeDefined();
  });

  // Holds dash-073.
  test('keeps only visible rows in the page', async () => {
    const fake = adasBackend();
    for (let count = 0; count < 100; count += 1) fake.receive(makeTip({ fan: fan(`Fan ${count}`) }));
    showScreen('/money/tips', fake);
    await screen.findByText('Fan 99');
    const rows = screen.getAllByRole('listitem').filter((row) => row.hasAttribute('aria-posinset'));
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('100');
  });

  // Holds dash-070.
  test('shows and hides a tip’s name and message', async () => {
    const fake = adasBackend();
    const moderation = { state: 'held', reasons: ['web-address'] } as const;
    const tip = makeTip({ moderation, fan: fan('Mary', 'buy at www.spam.example') });
    fake.receive(tip);
    const { user } = showScreen(`/money/tips?tip=${tip.tipId}`, fake);
    expect(await screen.findByText(/The name or the message contains a web address/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show name and message' }));
    await waitFor(() => expect(fake.allTips.value[0]?.moderation.state).toBe('visible'));
    await user.click(await screen.findByRole('button', { name: 'Hide name and message' }));
    await waitFor(() => expect(fake.allTips.value[0]?.moderation.state).toBe('hidden'));
  });

  // Holds dash-069.
  test('says until when a dispute must be answered', async () => {
    const fake = adasBackend();
    const dueBy = new Date(2026, 11, 1, 12).getTime();
    const tip = makeTip({
      state: 'disputed',
      dispute: { status: 'open', amount: 500, disputeId: 'dp_1', dueBy },
      mode: 'connect',
    });
    fake.receive(tip);
    showScreen(`/money/tips?tip=${tip.tipId}`, fake);
    expect(await screen.findByText(/Answer by December 1, 2026 at/)).toBeDefined();
    expect(stripePage(tip, 'dispute')).toBe('https://dashboard.stripe.com/test/disputes/dp_1');
    expect(stripePage({ ...tip, mode: 'sandbox' }, 'dispute')).toBeNull();
  });

  // Holds dash-067.
  test('lists the events of a tip, not the repeated checks', () => {
    const place = (state: TipLogEntry['to']['state']) => ({ payment: 'succeeded' as const, state });
    const entry = (rev: number, given: Partial<TipLogEntry>): TipLogEntry => ({
      v: 1,
      rev,
      cause: 'webhook',
      eventId: null,
      from: place('paid'),
      to: place('paid'),
      delta: { count: 0, gross: 0, refunded: 0, disputed: 0 },
      at: rev * 10,
      ...given,
    });
    const story = storyOf(
      [
        entry(3, { cause: 'moderation' }),
        entry(1, { from: null, cause: 'create', to: place('pending') }),
        entry(2, { from: place('pending') }),
        entry(4, { cause: 'poll' }),
        entry(6, { to: place('refunded'), cause: 'refund' }),
      ],
      [
        {
          v: 1,
          requestId: 'r1',
          amount: 500,
          reason: 'duplicate',
          by: 'owner',
          status: 'succeeded',
          stripeRefundId: 're_1',
          failureReason: null,
          keyRound: 0,
          keptErrorAt: null,
          createdAt: 50,
          updatedAt: 60,
        },
      ],
    );
    expect(story.map((moment) => (moment.kind === 'state' ? moment.state : moment.kind))).toEqual([
      'pending',
      'paid',
      'cause',
      'refund',
      'refunded',
    ]);
  });
});
