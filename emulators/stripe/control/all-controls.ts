import * as v from 'valibot';
import {
  formatAccount,
  formatCapability,
  formatPaymentMethodConfiguration,
  changeAccount,
  capableTypes,
  configuredTypes,
  withPreference,
} from '../accounts/accounts';
import {
  formatBalanceSettings,
  formatPayout,
  planAgain,
  failPayout,
  payOut,
  settlePayout,
} from '../accounts/balance';
import {
  formatDispute,
  checkDisputable,
  appealDispute,
  closeDispute,
  openDispute,
  warnOfFraud,
} from '../money-back/disputes';
import { deliveriesOf, type Sandbox, type DeliveryEntity } from '../state/sandbox';
import { formatPaymentIntent } from '../payments/intents';
import { formatRefund, failRefund, settleRefund } from '../money-back/refunds';
import { settlePayment } from '../paying/confirm';
import { walletNames } from '../reference/method-types';
import type { AccountEntity, ChargeEntity } from '../state/payment-entities';
import { billingControls, inspectControls } from './billing-controls';
import { baseControls, changed, control, type ControlCall, type ControlParts } from './control';

const id = v.pipe(v.string(), v.minLength(1));
const states = v.picklist(['waiting', 'held', 'delivered', 'given-up', 'dropped']);

function change(
  { sandbox: { store } }: ControlParts,
  deliveries: readonly DeliveryEntity[],
  state: DeliveryEntity['state'],
): number {
  store.transact(() => deliveries.forEach((delivery) => store.put('delivery', { ...delivery, state })));
  return deliveries.length;
}

const named = ({ sandbox }: ControlParts, ids: readonly string[] | undefined): DeliveryEntity[] => {
  const all = sandbox.store.all('delivery');
  return ids === undefined
    ? all.filter(({ state }) => state === 'held')
    : all.filter((one) => ids.includes(one.id));
};

const deliveryControls: Readonly<Record<string, ControlCall>> = {
  'deliveries/list': control(
    'lists deliveries, oldest first: all of them, or those in one state',
    v.strictObject({ state: v.optional(states) }),
    ({ sandbox }, { state }) =>
      sandbox.store
        .all('delivery')
        .filter((delivery) => state === undefined || delivery.state === state)
        .map((delivery) => {
          const event = sandbox.store.get('event', delivery.event);
          return { ...delivery, type: event?.type, account: event?.account };
        }),
  ),
  'deliveries/release': control(
    'sends held deliveries (all, or the given ones)',
    v.strictObject({ ids: v.optional(v.array(id)) }),
    (parts, { ids }) => {
      const released = named(parts, ids);
      for (const delivery of released) parts.webhookQueue.queue(delivery.id);
      return { released: change(parts, released, 'waiting') };
    },
  ),
  'deliveries/drop': control(
    'drops held or waiting deliveries (all held ones, or the given ones)',
    v.strictObject({ ids: v.optional(v.array(id)) }),
    (parts, { ids }) => ({ dropped: change(parts, named(parts, ids), 'dropped') }),
  ),
  'deliveries/send': control(
    'sends the given deliveries now, in this order and in any state: for duplicates and reordering',
    v.strictObject({ ids: v.array(id) }),
    async ({ webhookQueue, sandbox }, { ids }) => {
      for (const one of ids) await webhookQueue.send(one);
      return ids.map((one) => sandbox.store.get('delivery', one) ?? null);
    },
  ),
  'events/resend': control(
    'sends an event again to all its endpoints',
    v.strictObject({ event: id }),
    async ({ webhookQueue, sandbox }, { event }) => {
      const deliveries = deliveriesOf(sandbox.store, event);
      if (deliveries.length === 0) return null;
      await Promise.all(deliveries.map((delivery) => webhookQueue.send(delivery.id)));
      return deliveriesOf(sandbox.store, event);
    },
  ),
};

/** The charge with that id, or the latest charge of that payment intent. */
function chargeOf({ store }: Sandbox, named: string): ChargeEntity | undefined {
  const intent = store.get('paymentIntent', named);
  return store.get('charge', intent?.latestCharge ?? named);
}

const moneyControls: Readonly<Record<string, ControlCall>> = {
  'disputes/create': control(
    'opens a dispute for a charge (id of the charge or of its payment intent)',
    v.strictObject({
      charge: id,
      kind: v.optional(v.picklist(['fraudulent', 'product_not_received', 'inquiry', 'claim']), 'fraudulent'),
    }),
    ({ sandbox }, { charge, kind }) => {
      const found = chargeOf(sandbox, charge);
      if (found?.status !== 'succeeded') return null;
      checkDisputable(sandbox, found, kind);
      return sandbox.store.transact(() => formatDispute(sandbox, openDispute(sandbox, found, kind)));
    },
  ),
  'disputes/appeal': control(
    'opens a lost dispute again; evidence and disputes/close decide the appeal',
    v.strictObject({ dispute: id }),
    ({ sandbox }, { dispute }) => {
      const found = sandbox.store.get('dispute', dispute);
      if (found?.status !== 'lost') return null;
      return sandbox.store.transact(() => formatDispute(sandbox, appealDispute(sandbox, found)));
    },
  ),
  'disputes/close': control(
    'closes a dispute',
    v.strictObject({ dispute: id, outcome: v.picklist(['won', 'lost', 'prevented', 'warning_closed']) }),
    ({ sandbox }, { dispute, outcome }) =>
      changed(sandbox, 'dispute', dispute, (found) =>
        formatDispute(sandbox, closeDispute(sandbox, found, outcome)),
      ),
  ),
  'warnings/create': control(
    'creates an early fraud warning for a charge',
    v.strictObject({ charge: id }),
    ({ sandbox }, { charge }) => {
      const found = chargeOf(sandbox, charge);
      return found ? sandbox.store.transact(() => ({ id: warnOfFraud(sandbox, found) })) : null;
    },
  ),
  'payments/settle': control(
    'lets a bank answer to a payment that it delayed',
    v.strictObject({ paymentIntent: id, answer: v.picklist(['pays', 'refuses']) }),
    ({ sandbox }, { paymentIntent, answer }) =>
      changed(sandbox, 'paymentIntent', paymentIntent, (found) =>
        formatPaymentIntent(sandbox, settlePayment(sandbox, found, answer)),
      ),
  ),
  'refunds/settle': control(
    'settles a pending refund',
    v.strictObject({ refund: id }),
    ({ sandbox }, { refund }) =>
      changed(sandbox, 'refund', refund, (found) => formatRefund(settleRefund(sandbox, found))),
  ),
  'refunds/fail': control('makes a refund fail', v.strictObject({ refund: id }), ({ sandbox }, { refund }) =>
    changed(sandbox, 'refund', refund, (found) => formatRefund(failRefund(sandbox, found))),
  ),
};

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
function withPayouts({ store, clock, emit }: Sandbox, before: AccountEntity, part: Partial<AccountEntity>) {
  const after = { ...before, ...part };
  store.put('account', after);
  planAgain({ store, clock }, after.id);
  emit({ account: after.id, type: 'account.updated', object: formatAccount(after) });
  return formatBalanceSettings(after);
}

const payoutControls: Readonly<Record<string, ControlCall>> = {
  'payouts/schedule': control(
    'sets when an account gets its payouts; the default is daily',
    v.variant('interval', [
      v.strictObject({ account: id, interval: v.picklist(['manual', 'daily']) }),
      v.strictObject({ account: id, interval: v.literal('weekly'), days: v.array(weekday) }),
      v.strictObject({ account: id, interval: v.literal('monthly'), days: v.array(monthDay) }),
    ]),
    ({ sandbox }, { account, ...payoutSchedule }) =>
      changed(sandbox, 'account', account, (before) => withPayouts(sandbox, before, { payoutSchedule })),
  ),
  'payouts/bank': control(
    'sets the number of an account’s bank account, and ends the pause after a failed payout',
    v.strictObject({
      account: id,
      number: v.picklist(Object.keys(BANK_ACCOUNTS) as (keyof typeof BANK_ACCOUNTS)[]),
    }),
    ({ sandbox }, { account, number }) =>
      changed(sandbox, 'account', account, (before) =>
        withPayouts(sandbox, before, { bankRefuses: BANK_ACCOUNTS[number], payoutsPaused: false }),
      ),
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
    ({ sandbox }, { payout }) =>
      changed(sandbox, 'payout', payout, (found) => formatPayout(settlePayout(sandbox, found))),
  ),
  'payouts/fail': control(
    'makes a payout fail, also one that was paid',
    v.strictObject({ payout: id, code: v.optional(failure, 'account_closed') }),
    ({ sandbox }, { payout, code }) =>
      changed(sandbox, 'payout', payout, (found) => formatPayout(failPayout(sandbox, found, code))),
  ),
};

/** What an account has to be paid with. */
const wayControls: Readonly<Record<string, ControlCall>> = {
  'accounts/way': control(
    'sets whether an account has a way to pay (Stripe’s name, for example card or ideal), and sends the webhook events',
    v.strictObject({
      account: id,
      type: v.picklist(['card', ...capableTypes]),
      status: v.picklist(['active', 'inactive', 'pending']),
    }),
    ({ sandbox }, { account, type, status }) =>
      changed(sandbox, 'account', account, (before) => {
        const capabilities = { ...before.capabilities, [type]: status };
        const after = changeAccount(sandbox, before, { capabilities });
        sandbox.emit({ account, type: 'capability.updated', object: formatCapability(after, type) });
        return after;
      }),
  ),
  'accounts/wallets': control(
    `sets which wallets browsers show for an account (${walletNames.join(', ')})`,
    v.strictObject({ account: id, wallets: v.array(v.picklist(walletNames)) }),
    ({ sandbox }, { account, wallets }) =>
      changed(sandbox, 'account', account, (before) => {
        const after = { ...before, wallets };
        sandbox.store.put('account', after);
        return after;
      }),
  ),
  'accounts/preference': control(
    'switches a way to pay on or off in the settings of an account, as an owner can; none takes the choice back',
    v.strictObject({
      account: id,
      type: v.picklist(configuredTypes),
      preference: v.picklist(['on', 'off', 'none']),
    }),
    ({ sandbox }, { account, type, preference }) =>
      changed(sandbox, 'account', account, (before) => {
        const after = withPreference(before, type, preference);
        sandbox.store.put('account', after);
        return formatPaymentMethodConfiguration(after);
      }),
  ),
};

export const CONTROLS: Readonly<Record<string, ControlCall>> = {
  ...baseControls,
  ...wayControls,
  ...moneyControls,
  ...payoutControls,
  ...billingControls,
  ...deliveryControls,
  ...inspectControls,
};
