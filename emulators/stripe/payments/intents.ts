import { formatPaymentIntent } from '../format/payment-intent';
import type { Sandbox } from '../sandbox';
import type { Metadata, PaymentIntentEntity } from '../state/payment-entities';
import { invalidParameter, missingResource, refused } from '../wire/refusal';
import { checkAmount, checkCurrency } from './amounts';

export interface NewIntent {
  readonly account: string;
  readonly amount: number;
  readonly currency: string;
  readonly applicationFeeAmount: number | null;
  readonly metadata: Metadata;
  readonly description: string | null;
  readonly receiptEmail: string | null;
  readonly descriptorSuffix: string | null;
  readonly allowedTypes: PaymentIntentEntity['allowedTypes'];
  readonly automaticMethods: PaymentIntentEntity['automaticMethods'];
  readonly paymentMethod: string | null;
  readonly checkoutSession: string | null;
  readonly invoice?: string;
  readonly customer?: string;
}

/** Accounts in these countries pay an application fee only to a platform of their own. */
const SHARE_ONLY_AT_HOME = new Set(['BR', 'IN', 'MX', 'MY', 'SG', 'TH']);

export function checkShareCountry(sandbox: Sandbox, account: string): void {
  const countryOf = (id: string): string => sandbox.store.get('account', id)?.country ?? 'US';
  const [platform, connected] = [countryOf(sandbox.platform), countryOf(account)];
  if (platform === connected || !SHARE_ONLY_AT_HOME.has(connected)) return;
  throw refused(
    `Stripe doesn't currently support application fees for platforms in ${platform} with connected accounts in ${connected}.`,
    'charge_invalid_parameter',
  );
}

export function checkApplicationFee(
  sandbox: Sandbox,
  account: string,
  fee: number | null,
  amount: number,
): void {
  if (fee === null) return;
  if (account === sandbox.platform)
    throw invalidParameter(
      'application_fee_amount',
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
    );
  checkShareCountry(sandbox, account);
  if (fee > amount)
    throw invalidParameter(
      'application_fee_amount',
      'The application_fee_amount must be less than or equal to the amount of the PaymentIntent.',
    );
}

export function createIntent(sandbox: Sandbox, asked: NewIntent): PaymentIntentEntity {
  const currency = checkCurrency(asked.currency);
  checkAmount(asked.amount, currency);
  checkApplicationFee(sandbox, asked.account, asked.applicationFeeAmount, asked.amount);
  const id = sandbox.ids.next('pi');
  const intent: PaymentIntentEntity = {
    ...asked,
    id,
    currency,
    created: sandbox.clock.seconds(),
    status: asked.paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation',
    clientSecret: `${id}_secret_${sandbox.ids.secret(25)}`,
    latestCharge: null,
    lastError: null,
    challenge: null,
    canceledAt: null,
    cancellationReason: null,
  };
  sandbox.store.put('paymentIntent', intent);
  sandbox.emit({
    account: intent.account,
    type: 'payment_intent.created',
    object: formatPaymentIntent(sandbox, intent),
  });
  return intent;
}

export function findIntent(sandbox: Sandbox, account: string, id: string): PaymentIntentEntity {
  const intent = sandbox.store.get('paymentIntent', id);
  if (!intent || intent.account !== account) throw missingResource('payment_intent', id, 'intent');
  return intent;
}

const OPEN = new Set<PaymentIntentEntity['status']>([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]);

export function checkOpen(intent: PaymentIntentEntity, action: 'amount' | 'cancel'): void {
  if (OPEN.has(intent.status)) return;
  throw refused(
    action === 'cancel'
      ? `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`
      : `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    'payment_intent_unexpected_state',
  );
}

/** The intent of an invoice follows its invoice. Stripe’s words for the refusal are not known to the letter. */
export function checkOwnIntent({ invoice }: PaymentIntentEntity, action: 'update' | 'cancel'): void {
  if (invoice === undefined) return;
  throw refused(
    action === 'cancel'
      ? 'You cannot cancel a PaymentIntent that was created by an Invoice. You may void the Invoice instead.'
      : 'You cannot update a PaymentIntent that was created by an Invoice. You may update the Invoice instead.',
    'payment_intent_unexpected_state',
  );
}

export function cancelIntent(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  reason: PaymentIntentEntity['cancellationReason'],
): PaymentIntentEntity {
  checkOpen(intent, 'cancel');
  const canceled: PaymentIntentEntity = {
    ...intent,
    status: 'canceled',
    challenge: null,
    canceledAt: sandbox.clock.seconds(),
    cancellationReason: reason,
  };
  sandbox.store.put('paymentIntent', canceled);
  sandbox.emit({
    account: intent.account,
    type: 'payment_intent.canceled',
    object: formatPaymentIntent(sandbox, canceled),
  });
  return canceled;
}

/** Null removes a key. A null map removes all keys. */
export function mergeMetadata(
  before: Metadata,
  change: Readonly<Record<string, string | null>> | null,
): Metadata {
  if (change === null) return {};
  const merged = { ...before, ...change };
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
