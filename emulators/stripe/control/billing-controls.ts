import { savedCard, formatPaymentMethod } from '../payments/payment-methods';
import * as v from 'valibot';
import { giveDiscount, monthsLater } from '../billing/invoices';
import { updateSubscription, formatSubscription } from '../billing/records';
import { pauseSubscription, resumeSubscription } from '../renewals/renew';
import { settingsOf } from '../customers/mails';
import { planExpiryMail } from '../billing/subscriptions';
import { type Sandbox, deliveriesOf } from '../state/sandbox';
import type { SubscriptionEntity } from '../state/billing-entities';
import { changed, control, type ControlCall, type ControlParts } from './control';
import { TEST_CARDS } from '../reference/test-cards';
import { objectOf } from '../routes/expand';

const id = v.pipe(v.string(), v.minLength(1));
const days = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365));
const percent = v.pipe(v.number(), v.gtValue(0), v.maxValue(100));
const mails = v.picklist(['receipt', 'failed', 'expiring', 'renewal', 'confirm', 'canceled', 'login']);

/** Changes the subscription with that id, and shows it. */
const change = (sandbox: Sandbox, id: string, act: (found: SubscriptionEntity) => SubscriptionEntity) =>
  changed(sandbox, 'subscription', id, (found) => formatSubscription(sandbox, act(found)));

/** The bank's network replaces a card by a newer one of the same owner. */
function replaceCard(sandbox: Sandbox, subscription: SubscriptionEntity): SubscriptionEntity {
  const method = savedCard(sandbox, subscription.defaultMethod);
  if (!method) return subscription;
  const expYear = new Date(sandbox.clock.now()).getUTCFullYear() + 3;
  const renewed = { ...method, card: { ...method.card, expYear } };
  sandbox.store.put('paymentMethod', renewed);
  sandbox.emit({
    account: method.account,
    type: 'payment_method.automatically_updated',
    object: formatPaymentMethod(renewed),
    previous: { card: formatPaymentMethod(method).card },
  });
  planExpiryMail(sandbox, subscription);
  return subscription;
}

export const billingControls: Readonly<Record<string, ControlCall>> = {
  'billing/advance': control(
    'moves the clock to each piece of work in turn and does it at its time, until a time or for some months',
    v.union([
      v.strictObject({
        months: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120)),
        deliver: v.optional(v.picklist(['each-step', 'later'])),
      }),
      v.strictObject({
        to: v.union([v.pipe(v.number(), v.integer()), v.pipe(v.string(), v.isoTimestamp())]),
        deliver: v.optional(v.picklist(['each-step', 'later'])),
      }),
    ]),
    async ({ sandbox, advance }, asked) => {
      const now = sandbox.clock.now();
      const until = 'months' in asked ? monthsLater(now, asked.months) : new Date(asked.to).getTime();
      const steps = await advance(until, asked.deliver ?? 'later');
      return { now: sandbox.clock.now(), steps };
    },
  ),
  'billing/settings': control(
    'sets what an owner sets at Stripe: days of the retries, what follows the last one, mails, finalization',
    v.strictObject({
      account: id,
      retryDays: v.optional(v.pipe(v.array(days), v.maxLength(8))),
      end: v.optional(v.picklist(['canceled', 'unpaid', 'past_due'])),
      mails: v.optional(v.array(mails)),
      finalizing: v.optional(v.picklist(['works', 'fails'])),
    }),
    ({ sandbox }, { account, ...input }) => {
      if (!sandbox.store.get('account', account)) return null;
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      const settings = { ...settingsOf(sandbox, account), ...given };
      sandbox.store.transact(() => sandbox.store.put('billingSettings', settings));
      return settings;
    },
  ),
  'billing/renewals': control(
    'sets what the bank answers to the renewals of a subscription; `card` = what its card says',
    v.strictObject({
      subscription: id,
      answer: v.picklist(['card', 'succeed', 'ask', 'decline']),
      code: v.optional(
        v.picklist(['generic_decline', 'insufficient_funds', 'lost_card', 'stolen_card', 'expired_card']),
        'generic_decline',
      ),
    }),
    ({ sandbox }, { subscription, answer, code }) => {
      const renewals: SubscriptionEntity['renewals'] =
        answer === 'card' ? null : answer === 'decline' ? { kind: answer, code } : { kind: answer };
      return change(sandbox, subscription, (found) => updateSubscription(sandbox, found, { renewals }));
    },
  ),
  'billing/pause': control(
    'pauses a subscription, as an owner can in Stripe’s dashboard',
    v.strictObject({ subscription: id }),
    ({ sandbox }, { subscription }) =>
      change(sandbox, subscription, (found) =>
        found.status === 'active' ? pauseSubscription(sandbox, found) : found,
      ),
  ),
  'billing/resume': control(
    'resumes a paused subscription',
    v.strictObject({ subscription: id }),
    ({ sandbox }, { subscription }) =>
      change(sandbox, subscription, (found) =>
        found.status === 'paused' ? resumeSubscription(sandbox, found) : found,
      ),
  ),
  'billing/replace-card': control(
    'replaces the saved card by a newer one, as card networks do',
    v.strictObject({ subscription: id }),
    ({ sandbox }, { subscription }) => change(sandbox, subscription, (found) => replaceCard(sandbox, found)),
  ),
  'billing/discount': control(
    'gives a subscription a discount for its next invoice or for some months, as an owner can in Stripe’s dashboard',
    v.variant('duration', [
      v.strictObject({ subscription: id, percentOff: percent, duration: v.literal('once') }),
      v.strictObject({
        subscription: id,
        percentOff: percent,
        duration: v.literal('repeating'),
        months: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(36)),
      }),
    ]),
    ({ sandbox }, asked) => {
      const months = asked.duration === 'once' ? null : asked.months;
      const coupon = { percentOff: asked.percentOff, months };
      return change(sandbox, asked.subscription, (found) => giveDiscount(sandbox, found, coupon));
    },
  ),
  'mails/list': control(
    'lists the mails that Stripe would send in the owners’ names, oldest first',
    v.strictObject({ account: v.optional(id), to: v.optional(id) }),
    ({ sandbox }, { account, to }) =>
      sandbox.store
        .all('mail')
        .filter(
          (mail) =>
            (account === undefined || mail.account === account) && (to === undefined || mail.to === to),
        ),
  ),
};

const RECENT = 25;
const newest = <T>(rows: readonly T[]): T[] => rows.slice(-RECENT).reverse();

/** The part of the inspector's data that is about billing. */
function billingOverview({ store }: Pick<Sandbox, 'store'>) {
  return {
    subscriptions: newest(store.all('subscription')).map(({ id, item, status, periodEnd, renewals }) => {
      const price = store.get('price', item.price);
      return {
        id,
        amount: price?.unitAmount ?? 0,
        currency: price?.currency ?? '',
        interval: price?.interval ?? 'month',
        status,
        periodEnd,
        renewals: renewals?.kind ?? 'card',
      };
    }),
    mails: newest(store.all('mail')).map(({ created, to, subject, text, link }) => ({
      created,
      to,
      subject,
      text,
      link,
    })),
  };
}

function overview({ sandbox, faults, webhookFaults }: ControlParts) {
  const { store, clock } = sandbox;
  const charges = store.all('charge');
  return {
    now: clock.now(),
    payments: newest(store.all('paymentIntent')).map(
      ({ id, account, amount, currency, status, created }) => ({
        id,
        account,
        amount,
        currency,
        status,
        created,
        charges: charges.filter(({ paymentIntent }) => paymentIntent === id).length,
      }),
    ),
    cases: newest(
      [
        ...store
          .all('refund')
          .map(({ id, amount, currency, status, created }) => ({ id, amount, currency, status, created })),
        ...store
          .all('dispute')
          .map(({ id, amount, currency, status, created }) => ({ id, amount, currency, status, created })),
        ...store
          .all('payout')
          .map(({ id, amount, currency, status, created }) => ({ id, amount, currency, status, created })),
        ...store.all('checkoutSession').map(({ id, unitAmount, quantity, currency, status, created }) => ({
          id,
          amount: unitAmount * quantity,
          currency,
          status,
          created,
        })),
      ].sort((a, b) => a.created - b.created),
    ),
    events: newest(store.all('event')).map((event) => ({
      id: event.id,
      account: event.account,
      type: event.type,
      created: event.created,
      deliveries: deliveriesOf(store, event.id).map(({ id, scope, state, attempts }) => ({
        id,
        scope,
        state,
        attempts: attempts.map(({ result }) => ('status' in result ? String(result.status) : result.failure)),
      })),
    })),
    accounts: store
      .all('account')
      .map(({ id, role, displayName, country, currency, cardPayments, connection }) => ({
        id,
        role,
        displayName,
        country,
        currency,
        cardPayments,
        connection,
      })),
    ...billingOverview(sandbox),
    webhookFaults: webhookFaults.current,
    faults: faults.list(),
    cards: TEST_CARDS.map(({ number, about }) => ({ number, about })),
  };
}

export type Overview = ReturnType<typeof overview>;

export const inspectControls: Readonly<Record<string, ControlCall>> = {
  overview: control('returns the data of the inspector page', v.strictObject({}), (parts) => overview(parts)),
  object: control('returns any object by its id', v.strictObject({ id: v.string() }), ({ sandbox }, { id }) =>
    objectOf(sandbox, id),
  ),
};
