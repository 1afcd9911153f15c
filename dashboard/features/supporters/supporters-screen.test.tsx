import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi, it } from 'vitest';
import type { Monthly } from '@busker/core/monthly/monthly';
import { showScreen, supporterRows, backendWithSupporters } from '../../testing/fake-screen';
import { makeTip, fakeSupporter, makePayments } from '../../testing/fakes';
import { supportersTable } from './supporters-file';
import { monthEnds } from './supporters-screen';

vi.mock('./month-bars', () => ({ MonthBars: () => null }));

describe('supporters', () => {
  beforeEach(() => void vi.setSystemTime(Date.UTC(2026, 10, 28, 12)));
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  const overdue: Partial<Monthly> = {
    monthlyId: 'm-overdue',
    fan: { name: 'Mo', anonymous: false },
    state: 'overdue',
    contrib: { active: 0, perYear: 0 },
    failing: {
      since: Date.UTC(2026, 10, 20),
      attempts: 2,
      nextAttemptAt: Date.UTC(2026, 10, 30),
      needsAction: false,
    },
  };

  describe('the supporters', () => {
    // Holds dash-147.
    test('are listed with amount, beginning, next charge and state, and a reason where there is one', async () => {
      showScreen('/money/monthly', backendWithSupporters({}, overdue));
      const [first, second] = await supporterRows();
      for (const said of [
        'Grace',
        'Active',
        'Since Sep 28, 2026',
        '€5.37 a month',
        'Next charge: Dec 28, 2026',
      ])
        expect(first?.textContent).toContain(said);
      for (const said of ['Mo', 'Overdue', 'Not paid since Nov 20, 2026', '2 tries to charge the card'])
        expect(second?.textContent).toContain(said);
    });

    // Holds dash-147.
    test('bring one figure for each currency, and never a sum of two', async () => {
      const usd = {
        currency: 'usd',
        amount: 6000,
        every: 'year',
        contrib: { active: 1, perYear: 6000 },
      } as const;
      showScreen('/money/monthly', backendWithSupporters({}, { ...usd, monthlyId: 'm2' }, overdue));
      const figure = async (name: string) => (await screen.findByText(name)).closest('dl')?.textContent;
      expect(await figure('Monthly support in EUR')).toContain('€5.37');
      expect(await figure('Monthly support in USD')).toContain('$5.00');
      expect(await figure('Monthly support in EUR')).toContain('1 monthly fan');
    });

    // Holds dash-147.
    test('are counted: who began and ended this month, and how many left', async () => {
      const ended = {
        state: 'ended',
        endedAt: Date.UTC(2026, 10, 10),
        contrib: { active: 0, perYear: 0 },
      } as const;
      showScreen(
        '/money/monthly',
        backendWithSupporters(
          { startedAt: Date.UTC(2026, 10, 2) },
          { monthlyId: 'm2' },
          { ...ended, monthlyId: 'm3', endReason: 'fan' },
        ),
      );
      expect(await screen.findByText('This month: 1 began, 1 ended.')).toBeDefined();
      expect(screen.getByText('In the last 30 days, 1 of 2 ended.')).toBeDefined();
    });

    test('can be narrowed to one state, which the address keeps', async () => {
      const { user, whereAmI } = showScreen('/money/monthly', backendWithSupporters({}, overdue));
      await supporterRows();
      await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Overdue');
      expect(await supporterRows()).toHaveLength(1);
      expect(whereAmI()).toBe('/money/monthly?show=overdue');
      await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Ended');
      expect(screen.getByText('No monthly fan in this state.')).toBeDefined();
    });

    test('are missing when nobody gives yet, with the way to offer it', async () => {
      showScreen('/money/monthly', backendWithSupporters());
      expect(await screen.findByText('Your first monthly fan will appear here')).toBeDefined();
      expect(screen.getByText(/Under Amounts, you can let fans tip every month/)).toBeDefined();
    });

    test('are all loaded on request, before anything is counted of them', async () => {
      const many = Array.from({ length: 501 }, (_, at) => ({ monthlyId: `m${at}` }));
      const { user } = showScreen('/money/monthly', backendWithSupporters(...many));
      expect(await screen.findByText(/Only the newest 500 are loaded/)).toBeDefined();
      expect(screen.queryByText(/^This month/)).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Load all' }));
      expect(await screen.findByText(/^This month/)).toBeDefined();
      expect(await supporterRows()).toHaveLength(501);
    });
  });

  describe('one supporter', () => {
    // Holds dash-148.
    test('has the card, the subscription, and every payment with a way to its details', async () => {
      const made = backendWithSupporters({ livemode: true, mode: 'connect' });
      const cycle = { monthlyId: 'm1', number: 2, invoiceId: 'in_2', subscriptionId: 'sub_1', period: null };
      made.begin(makeTip({ tipId: 't2', cycle }));
      made.begin(makeTip({ tipId: 't1', cycle: { ...cycle, number: 1 } }));
      showScreen('/money/monthly?supporter=m1', made);
      const drawer = within(await screen.findByRole('dialog', { name: 'Monthly fan' }));
      expect(await drawer.findByText('Visa •••• 4242')).toBeDefined();
      expect(drawer.getByRole('link', { name: 'sub_1' }).getAttribute('href')).toBe(
        'https://dashboard.stripe.com/subscriptions/sub_1',
      );
      expect(drawer.getByRole('link', { name: 'Write to them at Stripe' }).getAttribute('href')).toBe(
        'https://dashboard.stripe.com/customers/cus_1',
      );
      const payments = drawer.getAllByRole('listitem').map((item) => within(item).getByRole('link'));
      expect(payments.map((link) => link.getAttribute('href'))).toEqual([
        '/money/tips?state=all&tip=t2',
        '/money/tips?state=all&tip=t1',
      ]);
    });

    // Holds dash-149.
    test('is stopped at the end of the paid period, and then at once', async () => {
      const made = backendWithSupporters({});
      const { user } = showScreen('/money/monthly?supporter=m1', made);
      const ask = async () => {
        await user.click(await screen.findByRole('button', { name: 'Stop this tip' }));
        return within(await screen.findByRole('dialog', { name: 'Stop this tip?' }));
      };
      const first = await ask();
      expect(first.getByRole('radio', { name: 'At the end of the paid period' })).toHaveProperty(
        'checked',
        true,
      );
      await user.click(first.getByRole('button', { name: 'Stop this tip' }));
      await waitFor(() => expect(made.supporters.value[0]?.state).toBe('ending'));
      expect(await screen.findByText('Stopped. Nothing more will be charged.')).toBeDefined();
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Stop this tip?' })).toBeNull());
      // What is stopped at the end of its period can only be ended sooner.
      const second = await ask();
      expect(second.queryByRole('radio')).toBeNull();
      await user.click(second.getByRole('button', { name: 'Stop this tip' }));
      await waitFor(() => expect(made.supporters.value[0]?.state).toBe('ended'));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop this tip' })).toBeNull());
    });

    // Holds dash-149.
    test('with an unpaid period can only be ended now, since Stripe would go on charging that period', async () => {
      const made = backendWithSupporters(overdue);
      const { user } = showScreen('/money/monthly?supporter=m-overdue', made);
      await user.click(await screen.findByRole('button', { name: 'Stop this tip' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Stop this tip?' }));
      expect(dialog.queryByRole('radio')).toBeNull();
      await user.click(dialog.getByRole('button', { name: 'Stop this tip' }));
      await waitFor(() => expect(made.supporters.value[0]?.state).toBe('ended'));
    });

    // Holds dash-149.
    test('stays as it is when the server refuses, and says so when nobody answers', async () => {
      const made = backendWithSupporters({});
      const { user } = showScreen('/money/monthly?supporter=m1', made);
      await user.click(await screen.findByRole('button', { name: 'Stop this tip' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Stop this tip?' }));
      made.failNext('stopMonthly', 'api/monthly-ended');
      await user.click(dialog.getByRole('button', { name: 'Stop this tip' }));
      expect(await dialog.findByRole('alert')).toBeDefined();
      made.failNext('stopMonthly', 'api/unreachable');
      await user.click(dialog.getByRole('button', { name: 'Stop this tip' }));
      expect(await dialog.findByText(/The server did not answer/)).toBeDefined();
      await user.click(dialog.getByRole('button', { name: 'Stop this tip' }));
      await waitFor(() => expect(made.supporters.value[0]?.state).toBe('ending'));
      expect(made.timesAsked('stopMonthly')).toBe(3);
    });
  });

  describe('stopping all', () => {
    // Holds dash-149.
    test('needs the handle, typed, and a recent sign-in', async () => {
      const made = backendWithSupporters({}, overdue, { monthlyId: 'm3', state: 'ended', endedAt: 1 });
      const { user } = showScreen('/money/monthly', made);
      const field = await screen.findByLabelText(/^Type ada to confirm/);
      const submit = screen.getByRole('button', { name: 'Stop all tips' });
      expect(submit.closest('details')?.open).toBe(false);
      await user.type(field, 'adam');
      await user.click(submit);
      expect(made.timesAsked('stopAllMonthly')).toBe(0);
      expect(screen.getByText('Type ada as it is written here.')).toBeDefined();
      await user.clear(field);
      await user.type(field, '@ada');
      await user.click(submit);
      expect(await screen.findByText('2 tips are being stopped.')).toBeDefined();
      expect(made.supporters.value.map(({ state }) => state)).toEqual(['ending', 'ended', 'ended']);
    });

    // Holds dash-149.
    test('says when nobody answers that it is not known of all, and can be tried again', async () => {
      const made = backendWithSupporters({}, { monthlyId: 'm2' });
      const { user } = showScreen('/money/monthly', made);
      await user.type(await screen.findByLabelText(/^Type ada to confirm/), 'ada');
      const submit = screen.getByRole('button', { name: 'Stop all tips' });
      made.failNext('stopAllMonthly', 'api/unreachable');
      await user.click(submit);
      const unknown = /we do not know whether all tips are being stopped/;
      expect(await screen.findByText(unknown)).toBeDefined();
      await user.click(submit);
      expect(await screen.findByText('2 tips are being stopped.')).toBeDefined();
      expect(screen.queryByText(unknown)).toBeNull();
    });
  });

  it('ends each month a moment before the next one, over a new year too', () => {
    const now = Date.UTC(2026, 1, 14, 9);
    expect(monthEnds(now, 4).map((end) => new Date(end).toISOString())).toEqual([
      '2025-11-30T23:59:59.999Z',
      '2025-12-31T23:59:59.999Z',
      '2026-01-31T23:59:59.999Z',
      '2026-02-28T23:59:59.999Z',
    ]);
  });

  const lines = (file: string) => file.replace('\ufeff', '').split('\r\n');

  // Holds dash-148.
  test('the table has a row for each supporter, with amounts and separators of the language', () => {
    const english = lines(supportersTable([fakeSupporter()], 'en'));
    expect(english[0]?.split(',').slice(0, 7)).toEqual([
      'id',
      'name',
      'public',
      'state',
      'every',
      'currency',
      'amount',
    ]);
    expect(english[1]).toContain('m1,Grace,yes,active,month,eur,5.37,2026-09-28 00:00:00,3');
    expect(lines(supportersTable([fakeSupporter()], 'de'))[1]).toContain(
      'm1;Grace;yes;active;month;eur;5,37;',
    );
  });

  test('a row says nothing of the state of one whose account Stripe does not show', () => {
    const away = fakeSupporter({ elsewhere: { since: 1, lookAt: 2 } });
    const [names = '', row = ''] = lines(supportersTable([away], 'en'));
    const cells = row.split(',');
    const at = (name: string) => cells[names.split(',').indexOf(name)];
    expect([at('state'), at('next_charge'), at('ends')]).toEqual(['unknown', '', '']);
  });

  test('a name that a spreadsheet would run becomes text', () => {
    const named = fakeSupporter({ fan: { name: '=HYPERLINK("x")', anonymous: true } });
    expect(supportersTable([named], 'en')).toContain(`"'=HYPERLINK(""x"")",no`);
  });
});

describe('those elsewhere', () => {
  afterEach(cleanup);

  const none = { contrib: { active: 0, perYear: 0 } } as const;
  const overdue: Partial<Monthly> = {
    ...none,
    monthlyId: 'm-overdue',
    state: 'overdue',
    failing: { since: 1, attempts: 2, nextAttemptAt: null, needsAction: false },
  };

  describe('supporters whose account Stripe does not show', () => {
    // Holds pay-392.
    test('of a disconnected account are shown as not connected, bring no figure, and cannot be stopped here', async () => {
      const made = backendWithSupporters({}, overdue);
      made.payments.set(makePayments({ accountId: 'acct_ada', disconnectedAt: 1 }));
      const { user } = showScreen('/money/monthly', made);
      for (const row of await supporterRows()) {
        expect(row.textContent).toContain('Not connected');
        for (const stale of ['Active', 'Overdue', 'Next charge', 'tries to charge'])
          expect(row.textContent).not.toContain(stale);
      }
      expect(screen.queryByText('Monthly support in EUR')).toBeNull();
      await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Active');
      expect(screen.getByText('No monthly fan in this state.')).toBeDefined();
      await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Not connected');
      expect(await supporterRows()).toHaveLength(2);
      cleanup();
      showScreen('/money/monthly?supporter=m1', made);
      expect(await screen.findByText(/Your Stripe account is disconnected/)).toBeDefined();
      expect(await screen.findByText(/charged by a Stripe account that is not connected here/)).toBeDefined();
      expect(screen.queryByRole('button', { name: 'Stop this tip' })).toBeNull();
      expect(screen.queryByRole('heading', { name: 'Stop all' })).toBeNull();
    });

    // Holds pay-392.
    test('of an account that was connected before are not connected, beside those of the account now', async () => {
      showScreen(
        '/money/monthly',
        backendWithSupporters({}, { monthlyId: 'm2', elsewhere: { since: 1, lookAt: 2 }, ...none }),
      );
      const states = (await supporterRows()).map(({ textContent }) => textContent);
      expect(states.map((said) => said.includes('Not connected'))).toEqual([false, true]);
      expect(screen.getByText('1 monthly fan')).toBeDefined();
    });
  });
});
