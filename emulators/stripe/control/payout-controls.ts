import * as v from 'valibot';
import { formatBalanceSettings } from '../format/balance';
import { formatPayout } from '../format/payout';
import { formatAccount } from '../format/account';
import { planAgain } from '../payments/payout-schedule';
import { failPayout, payOut, settlePayout } from '../payments/payouts';
import type { Sandbox } from '../sandbox';
import type { AccountEntity } from '../state/account-entities';
import { control, type ControlCall } from './control';

const id = v.pipe(v.string(), v.minLength(1));
const weekday = v.picklist(['monday', 'tuesday', 'wednesday', 'thursday', 'friday']);
const monthDay = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(31));
const failure = v.picklist([
  'account_closed',
  'no_account',
  'insufficient_funds',
  'debit_not_authorized',
  'invalid_currency',
]);

/** Stripe's test bank accounts in the United States: https://docs.stripe.com/connect/testing#account-numbers */
const BANK_ACCOUNTS = {
  '000123456789': null,
  '000111111116': 'no_account',
  '000111111113': 'account_closed',
  '000222222227': 'insufficient_funds',
  '000333333335': 'debit_not_authorized',
  '000444444440': 'invalid_currency',
} as const;

/** Changes an account and plans its payouts by its new state. */
function change({ store, clock, emit }: Sandbox, before: AccountEntity, part: Partial<AccountEntity>) {
  const after = { ...before, ...part };
  store.put('account', after);
  planAgain({ store, clock }, after.id);
  emit({ account: after.id, type: 'account.updated', object: formatAccount(after) });
  return formatBalanceSettings(after);
}

export const payoutControls: Readonly<Record<string, ControlCall>> = {
  'payouts/schedule': control(
    'sets when an account gets its payouts; the default is daily',
    v.variant('interval', [
      v.strictObject({ account: id, interval: v.picklist(['manual', 'daily']) }),
      v.strictObject({ account: id, interval: v.literal('weekly'), days: v.array(weekday) }),
      v.strictObject({ account: id, interval: v.literal('monthly'), days: v.array(monthDay) }),
    ]),
    ({ sandbox }, { account, ...payoutSchedule }) => {
      const before = sandbox.store.get('account', account);
      return before ? sandbox.store.transact(() => change(sandbox, before, { payoutSchedule })) : null;
    },
  ),
  'payouts/bank': control(
    'sets the number of an account’s bank account, and ends the pause after a failed payout',
    v.strictObject({
      account: id,
      number: v.picklist(Object.keys(BANK_ACCOUNTS) as (keyof typeof BANK_ACCOUNTS)[]),
    }),
    ({ sandbox }, { account, number }) => {
      const before = sandbox.store.get('account', account);
      if (!before) return null;
      const part = { bankRefuses: BANK_ACCOUNTS[number], payoutsPaused: false };
      return sandbox.store.transact(() => change(sandbox, before, part));
    },
  ),
  'payouts/now': control(
    'pays out what is available, whatever the schedule',
    v.strictObject({ account: id }),
    ({ sandbox }, { account }) => {
      if (!sandbox.store.get('account', account)) return null;
      sandbox.store.transact(() => payOut(sandbox, account));
      return sandbox.store
        .all('payout')
        .filter((payout) => payout.account === account)
        .map(formatPayout);
    },
  ),
  'payouts/settle': control(
    'lets a payout arrive, or fail if its bank account refuses it',
    v.strictObject({ payout: id }),
    ({ sandbox }, { payout }) => {
      const found = sandbox.store.get('payout', payout);
      return found ? sandbox.store.transact(() => formatPayout(settlePayout(sandbox, found))) : null;
    },
  ),
  'payouts/fail': control(
    'makes a payout fail, also one that was paid',
    v.strictObject({ payout: id, code: v.optional(failure, 'account_closed') }),
    ({ sandbox }, { payout, code }) => {
      const found = sandbox.store.get('payout', payout);
      return found ? sandbox.store.transact(() => formatPayout(failPayout(sandbox, found, code))) : null;
    },
  ),
};
