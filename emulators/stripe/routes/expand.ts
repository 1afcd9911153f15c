import { formatAccount } from '../accounts/accounts';
import {
  formatApplicationFee,
  formatBalanceTransaction,
  formatFeeRefund,
  formatPayout,
} from '../accounts/balance';
import { formatTestClock } from '../billing/invoices';
import { formatInvoice, formatSubscription, includedOf } from '../billing/records';
import { formatPrice, formatProduct } from '../customers/catalogue';
import { formatKnownCustomer } from '../customers/mails';
import { formatConfiguration } from '../customers/portal';
import { formatDispute } from '../money-back/disputes';
import { formatRefund } from '../money-back/refunds';
import { formatCheckoutSession } from '../paying/checkout-session';
import { formatCharge } from '../payments/charges';
import { formatPaymentIntent } from '../payments/intents';
import { formatPaymentMethod } from '../payments/payment-methods';
import { formatEvent, type Sandbox, type Entities } from '../state/sandbox';
import { isBranch } from '../wire/parameters';
import { invalidParameter } from '../wire/refusal';
import type { Route } from './resource';

/** A field leads to one of these kinds of objects; `list:x` is a list of x; `plain` has no field that can be expanded. */
type Fields = Readonly<Record<string, readonly string[]>>;

const CHARGE_AND_INTENT: Fields = { charge: ['charge'], payment_intent: ['payment_intent'] };
const BOOKED: Fields = {
  balance_transaction: ['balance_transaction'],
  failure_balance_transaction: ['balance_transaction'],
};

/**
 * The expandable fields of each object by its `object`, and of the parts of an object that lead to such fields. What a source of a balance transaction
 * is shows only the transaction itself.
 */
const FIELDS: Readonly<Record<string, Fields>> = {
  plain: {},
  payment_intent: {
    customer: ['customer'],
    latest_charge: ['charge'],
    payment_method: ['payment_method'],
  },
  charge: {
    customer: ['customer'],
    balance_transaction: ['balance_transaction'],
    payment_intent: ['payment_intent'],
    application_fee: ['application_fee'],
  },
  refund: { ...CHARGE_AND_INTENT, ...BOOKED },
  dispute: CHARGE_AND_INTENT,
  'radar.early_fraud_warning': CHARGE_AND_INTENT,
  balance_transaction: {
    source: ['charge', 'refund', 'dispute', 'payout', 'application_fee', 'plain'],
  },
  payout: BOOKED,
  application_fee: { charge: ['charge'], balance_transaction: ['balance_transaction'] },
  'checkout.session': {
    customer: ['customer'],
    invoice: ['invoice'],
    payment_intent: ['payment_intent'],
    subscription: ['subscription'],
  },
  subscription: {
    customer: ['customer'],
    default_payment_method: ['payment_method'],
    items: ['list:subscription_item'],
    latest_invoice: ['invoice'],
    test_clock: ['plain'],
  },
  subscription_item: { price: ['price'] },
  price: { product: ['plain'] },
  invoice: {
    confirmation_secret: ['plain'],
    customer: ['customer'],
    lines: ['list:plain'],
    parent: ['part:invoice.parent'],
    payments: ['list:invoice_payment'],
  },
  'part:invoice.parent': { subscription_details: ['part:invoice.parent.subscription_details'] },
  'part:invoice.parent.subscription_details': { subscription: ['subscription'] },
  invoice_payment: { invoice: ['invoice'], payment: ['part:invoice_payment.payment'] },
  'part:invoice_payment.payment': { payment_intent: ['payment_intent'] },
  'billing_portal.session': { configuration: ['plain'] },
  payment_method: { customer: ['customer'] },
  customer: { test_clock: ['plain'] },
};

/** What the resources answer that have fields to expand. */
const RESOURCES: Readonly<Record<string, string>> = {
  '/v1/payment_intents': 'payment_intent',
  '/v1/charges': 'charge',
  '/v1/refunds': 'refund',
  '/v1/disputes': 'dispute',
  '/v1/radar/early_fraud_warnings': 'radar.early_fraud_warning',
  '/v1/balance_transactions': 'balance_transaction',
  '/v1/payouts': 'payout',
  '/v1/checkout/sessions': 'checkout.session',
  '/v1/subscriptions': 'subscription',
  '/v1/prices': 'price',
  '/v1/invoices': 'invoice',
  '/v1/invoice_payments': 'invoice_payment',
  '/v1/billing_portal/sessions': 'billing_portal.session',
};

/** They answer one object though they have no id in their address. */
const SINGLE: ReadonlySet<string> = new Set([
  '/v1/account',
  '/v1/balance',
  '/v1/balance_settings',
  '/v1/elements/sessions',
]);

function answerOf({ method, pattern }: Pick<Route, 'method' | 'pattern'>): string {
  const [resource = ''] = pattern.split('/:id');
  const kind = RESOURCES[resource] ?? 'plain';
  const isList = method === 'GET' && !pattern.includes('/:id') && !SINGLE.has(pattern);
  return isList ? `list:${kind}` : kind;
}

function behind(kind: string, part: string): readonly string[] {
  if (kind.startsWith('list:')) return part === 'data' ? [kind.slice('list:'.length)] : [];
  const fields = FIELDS[kind] ?? {};
  return Object.hasOwn(fields, part) ? (fields[part] ?? []) : [];
}

const cannotExpand = (part: string, path: string) =>
  invalidParameter(
    'expand',
    `This property cannot be expanded (${part}). You may want to try expanding '${path}' on another object.`,
  );

/** Refuses paths that no answer of this endpoint has, also where the answer would have null or an empty list there. */
export function checkPaths(route: Pick<Route, 'method' | 'pattern'>, paths: readonly string[]): void {
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > 4)
      throw invalidParameter('expand', 'You cannot expand more than 4 levels of a property.');
    let kinds: readonly string[] = [answerOf(route)];
    for (const part of parts) {
      kinds = [...new Set(kinds.flatMap((kind) => behind(kind, part)))];
      if (kinds.length === 0) throw cannotExpand(part, path);
    }
  }
}

/** Whether an answered object, which its `object` names, has this field to expand. A part without a name was checked with its path. */
const mayExpand = (object: unknown, part: string): boolean =>
  typeof object === 'string' ? behind(object, part).length > 0 : true;

/** The refunds of an application fee are stored with it. */
function feeRefund({ store }: Pick<Sandbox, 'store'>, id: string): object | undefined {
  const fees = id.startsWith('fr_') ? store.all('applicationFee') : [];
  for (const fee of fees) {
    const refund = fee.refunds.find((each) => each.id === id);
    if (refund) return formatFeeRefund(fee, refund);
  }
  return undefined;
}

type Formats = {
  readonly [K in keyof Entities]?: (sandbox: Sandbox, entity: Entities[K]) => object;
};

/** Every kind of object that an id leads to. */
const FORMATS: Formats = {
  account: (_, account) => formatAccount(account),
  applicationFee: (_, fee) => formatApplicationFee(fee),
  balanceTransaction: ({ clock }, booked) => formatBalanceTransaction(booked, clock.seconds()),
  charge: formatCharge,
  checkoutSession: formatCheckoutSession,
  customer: formatKnownCustomer,
  dispute: formatDispute,
  event: formatEvent,
  invoice: formatInvoice,
  paymentIntent: formatPaymentIntent,
  paymentMethod: (_, method) => formatPaymentMethod(method),
  payout: (_, payout) => formatPayout(payout),
  portalConfiguration: formatConfiguration,
  price: (_, price) => formatPrice(price),
  product: (_, product) => formatProduct(product),
  refund: (_, refund) => formatRefund(refund),
  subscription: formatSubscription,
  testClock: (_, clock) => formatTestClock(clock),
};

function shownAs<K extends keyof Entities>(sandbox: Sandbox, kind: K, id: string): object | undefined {
  const entity = sandbox.store.get(kind, id);
  return entity && FORMATS[kind]?.(sandbox, entity);
}

/** The object with that id, as the API answers it; null = there is none. */
export function objectOf(sandbox: Sandbox, id: string): object | null {
  for (const kind of Object.keys(FORMATS) as (keyof Entities)[]) {
    const shown = shownAs(sandbox, kind, id);
    if (shown) return shown;
  }
  return feeRefund(sandbox, id) ?? null;
}

function expandPath(sandbox: Sandbox, target: unknown, parts: readonly string[], path: string): unknown {
  const [part, ...rest] = parts;
  if (part === undefined || target === null) return target;
  if (Array.isArray(target)) return target.map((item) => expandPath(sandbox, item, parts, path));
  if (!isBranch(target)) return target;
  const isListData = (target['object'] === 'list' || target['object'] === 'search_result') && part === 'data';
  if (!isListData && !mayExpand(target['object'], part)) throw cannotExpand(part, path);
  const isIncluded =
    target['object'] === 'invoice' && (part === 'payments' || part === 'confirmation_secret');
  const value = isIncluded ? includedOf(sandbox, target['id'], part) : target[part];
  const whole = typeof value === 'string' ? (objectOf(sandbox, value) ?? value) : value;
  return { ...target, [part]: expandPath(sandbox, whole, rest, path) };
}

/** Replaces ids by their objects, for paths such as `latest_charge.balance_transaction` or `data.charge`. Their kinds were checked (`checkPaths`). */
export const expandAnswer = (sandbox: Sandbox, answer: unknown, paths: readonly string[]): unknown =>
  paths.reduce((target: unknown, path) => expandPath(sandbox, target, path.split('.'), path), answer);
