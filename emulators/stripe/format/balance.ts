import type Stripe from 'stripe';
import { sumsByCurrency } from '../payments/balance';
import { scheduleOf } from '../payments/payout-schedule';
import type { Sandbox } from '../sandbox';
import type { AccountEntity } from '../state/account-entities';

/** Stripe names the account's own currency also while there is no money in it. */
export function formatBalance(sandbox: Sandbox, account: AccountEntity): Stripe.Balance {
  const sums = sumsByCurrency(sandbox, account.id);
  const currencies = [...new Set([account.currency, ...sums.keys()])];
  const part = (which: 'available' | 'pending') =>
    currencies.map((currency) => {
      const amount = sums.get(currency)?.[which] ?? 0;
      return { amount, currency, source_types: { card: amount } };
    });
  return {
    object: 'balance',
    available: part('available'),
    livemode: false,
    pending: part('pending'),
  } satisfies Stripe.Balance;
}

function formatSchedule(account: AccountEntity): Stripe.BalanceSettings.Payments.Payouts.Schedule {
  const schedule = scheduleOf(account);
  const { interval } = schedule;
  if (interval === 'weekly') return { interval, weekly_payout_days: [...schedule.days] };
  if (interval === 'monthly') return { interval, monthly_payout_days: [...schedule.days] };
  return { interval };
}

export function formatBalanceSettings(account: AccountEntity): Stripe.BalanceSettings {
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances: false,
      payouts: {
        automatic_transfer_rules_by_currency: null,
        minimum_balance_by_currency: null,
        schedule: formatSchedule(account),
        statement_descriptor: null,
        status: account.payoutsPaused === true ? 'disabled' : 'enabled',
      },
      settlement_timing: { delay_days: 2, start_of_day: null },
    },
  } satisfies Stripe.BalanceSettings;
}
