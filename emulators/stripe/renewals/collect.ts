import { saveInvoice, updateSubscription } from '../billing/records';
import { changeMethod, endSubscription, markFailed, planStep } from '../billing/subscriptions';
import { settingsOf } from '../customers/mails';
import { attemptPayment } from '../paying/confirm';
import { savedCard } from '../payments/payment-methods';
import type { BankAnswer, CardBehaviour } from '../reference/method-types';
import type { InvoiceEntity, SubscriptionEntity } from '../state/billing-entities';
import type { CardMethodEntity, PaymentIntentEntity, PaymentMethodEntity } from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import { refused } from '../wire/refusal';

const DAY = 24 * 3600;

/** Stripe does not charge the same card again after these: https://docs.stripe.com/billing/revenue-recovery/smart-retries */
const HARD_DECLINES = new Set([
  'authentication_required',
  'fraudulent',
  'lost_card',
  'pickup_card',
  'stolen_card',
  'transaction_not_allowed',
]);

const APPROVED: BankAnswer = {
  kind: 'approved',
  risk: 'normal',
  cvcCheck: 'pass',
  later: 'nothing',
  availableAtOnce: false,
};

const declined = (code: string): BankAnswer =>
  code === 'expired_card' || code === 'processing_error'
    ? { kind: 'declined', code, declineCode: null }
    : { kind: 'declined', code: 'card_declined', declineCode: code };

/** What the bank says while the customer is away. A card that was confirmed once is not asked again, except one. */
function behaviourAway(
  { renewals }: Pick<SubscriptionEntity, 'renewals'>,
  { card }: CardMethodEntity,
  now: number,
): CardBehaviour {
  const { behaviour } = card;
  const approved = behaviour.bank.kind === 'approved' ? behaviour.bank : APPROVED;
  if (renewals?.kind === 'succeed') return { authentication: 'none', bank: approved };
  if (renewals?.kind === 'ask') return { authentication: 'challenge', bank: approved };
  if (renewals?.kind === 'decline') return { authentication: 'none', bank: declined(renewals.code) };
  if (now >= Date.UTC(card.expYear, card.expMonth, 1))
    return { authentication: 'none', bank: declined('expired_card') };
  const isAsked = behaviour.authentication === 'challenge' && behaviour.offSession !== 'asks';
  return isAsked ? { ...behaviour, authentication: 'none' } : behaviour;
}

/** What came of an attempt: the intent afterwards, or null when the card was not charged at all. */
function charge(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  method: CardMethodEntity,
  behaviour: CardBehaviour,
): PaymentIntentEntity | null {
  // A restricted account charges nothing; the invoice stays open and is tried again.
  if (sandbox.store.get('account', intent.account)?.cardPayments !== 'active') return null;
  const away = { ...method, card: { ...method.card, behaviour } };
  return attemptPayment(sandbox, intent, away, 'stripe-js');
}

/** Charges the saved card for an open invoice, and plans what follows a failure. */
export function collect(sandbox: Sandbox, invoice: InvoiceEntity): void {
  const { store, clock } = sandbox;
  const subscription = store.get('subscription', invoice.subscription);
  const intent =
    invoice.paymentIntent === null ? undefined : store.get('paymentIntent', invoice.paymentIntent);
  const method = subscription && savedCard(sandbox, subscription.defaultMethod);
  if (!subscription || !intent || !method || intent.status === 'succeeded') return;
  const behaviour = behaviourAway(subscription, method, clock.now());
  const attempted = saveInvoice(sandbox, {
    ...invoice,
    attempted: true,
    attempts: invoice.attempts + 1,
    nextAttempt: null,
  });
  const isGood = behaviour.bank.kind === 'approved' && behaviour.authentication !== 'challenge';
  const isRefused = invoice.refusedMethod === method.id && !isGood;
  const after = isRefused ? null : charge(sandbox, intent, method, behaviour);
  if (after?.status === 'succeeded') return;
  const failed = saveInvoice(sandbox, {
    ...attempted,
    failedAt: attempted.failedAt ?? clock.seconds(),
    refusedMethod: refusedBy(after, method) ?? invoice.refusedMethod,
    ...nextTry(sandbox, attempted),
  });
  if (failed.nextAttempt !== null) planStep(sandbox, 'retry', failed.id, failed.nextAttempt);
  if (!isRefused) markFailed(sandbox, subscription, failed, after?.status === 'requires_action');
  if (failed.nextAttempt === null) giveUp(sandbox, failed);
}

function refusedBy(after: PaymentIntentEntity | null, method: PaymentMethodEntity): string | null {
  if (after?.status === 'requires_action') return method.id;
  return HARD_DECLINES.has(after?.lastError?.declineCode ?? '') ? method.id : null;
}

/** The schedule counts days from the first failure. After the last of its days there is no further try. */
function nextTry(
  sandbox: Sandbox,
  { account, attempts, failedAt }: InvoiceEntity,
): Pick<InvoiceEntity, 'nextAttempt' | 'autoAdvance'> {
  const days = settingsOf(sandbox, account).retryDays[attempts - 1];
  const nextAttempt = days === undefined ? null : (failedAt ?? sandbox.clock.seconds()) + days * DAY;
  return { nextAttempt, autoAdvance: nextAttempt !== null };
}

/** The retries have run out: the account's setting says what becomes of the subscription. */
function giveUp(sandbox: Sandbox, invoice: InvoiceEntity): void {
  const subscription = sandbox.store.get('subscription', invoice.subscription);
  if (!subscription || subscription.status === 'canceled') return;
  const { end } = settingsOf(sandbox, invoice.account);
  if (end === 'canceled') endSubscription(sandbox, subscription, { reason: 'payment_failed' });
  else updateSubscription(sandbox, subscription, { status: end });
}

/**
 * Pays an open invoice at once: by the given card, as its owner does on the invoice's page, or by the saved one (null).
 * A failure changes nothing in the schedule of the automatic tries.
 */
export function payNow(
  sandbox: Sandbox,
  invoice: InvoiceEntity,
  given: PaymentMethodEntity | null,
): PaymentIntentEntity {
  const { store, clock } = sandbox;
  const subscription = store.get('subscription', invoice.subscription);
  const intent = store.get('paymentIntent', invoice.paymentIntent ?? '');
  const saved = subscription && savedCard(sandbox, subscription.defaultMethod);
  const method =
    given ??
    (saved && {
      ...saved,
      card: { ...saved.card, behaviour: behaviourAway(subscription, saved, clock.now()) },
    });
  if (!intent || !method || invoice.status !== 'open')
    throw refused('This invoice cannot be paid any more.', 'invoice_not_editable');
  const attempted = saveInvoice(sandbox, {
    ...invoice,
    attempted: true,
    attempts: Math.max(invoice.attempts, 1),
  });
  const after = attemptPayment(sandbox, intent, method, 'stripe-js');
  if (after.lastError !== null) markFailed(sandbox, subscription, attempted, false);
  return after;
}

/** A card that paid an invoice by its owner's hand is kept for the next ones. */
export function keepCard(sandbox: Sandbox, invoice: InvoiceEntity, method: string): void {
  const subscription = sandbox.store.get('subscription', invoice.subscription);
  if (subscription && subscription.status !== 'canceled') changeMethod(sandbox, subscription, method);
}
