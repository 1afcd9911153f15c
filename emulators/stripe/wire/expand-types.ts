import type { Route } from '../routes/route';
import { invalidParameter } from './refusal';

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
  customer: {},
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

export const cannotExpand = (part: string, path: string) =>
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
export const mayExpand = (object: unknown, part: string): boolean =>
  typeof object === 'string' ? behind(object, part).length > 0 : true;
