import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Monthly } from '@busker/core/monthly/monthly';
import { showScreen, supporterRows, backendWithSupporters } from '../../testing/fake-screen';
import { makePayments } from '../../testing/fakes';

vi.mock('./month-bars', () => ({ MonthBars: () => null }));
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
