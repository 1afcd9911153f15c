import { takeApplicationFee } from '../accounts/balance';
import { openSubscription, settleInvoice } from '../billing/subscriptions';
import {
  AUTHENTICATION_FAILURE,
  BLOCKED_FAILURE,
  EXPIRED_FAILURE,
  declineFailure,
  formatCharge,
  outcomeOf,
  type Failure,
} from '../payments/charges';
import {
  checkAccountReady,
  checkConfirmable,
  formatPaymentIntent,
  scheduleExpiry,
} from '../payments/intents';
import { behaviourOf } from '../payments/payment-methods';
import type { CheckoutSessionEntity } from '../state/billing-entities';
import type {
  AuthenticationFlow,
  ChallengeEntity,
  ChargeEntity,
  PaymentIntentEntity,
  PaymentMethodEntity,
} from '../state/payment-entities';
import type { Sandbox } from '../state/sandbox';
import { refused } from '../wire/refusal';
import { formatCheckoutSession } from './checkout-session';

const sessionOf = (
  { store }: Sandbox,
  { checkoutSession }: PaymentIntentEntity,
): CheckoutSessionEntity | undefined =>
  checkoutSession === null ? undefined : store.get('checkoutSession', checkoutSession);

function emitEvent(sandbox: Sandbox, type: string, session: CheckoutSessionEntity): void {
  sandbox.emit({ account: session.account, type, object: formatCheckoutSession(sandbox, session) });
}

/**
 * Called for every payment that succeeded or that the bank delayed. A payment of a Checkout Session completes that session; when its money arrives later,
 * there is an event of its own.
 */
function completeSession(sandbox: Sandbox, intent: PaymentIntentEntity): void {
  const session = sessionOf(sandbox, intent);
  if (!session) return;
  if (session.status === 'complete')
    return emitEvent(sandbox, 'checkout.session.async_payment_succeeded', session);
  // The payment of a subscription belongs to its invoice.
  const paymentIntent = session.plan ? null : intent.id;
  const complete: CheckoutSessionEntity = { ...session, status: 'complete', paymentIntent };
  sandbox.store.put('checkoutSession', complete);
  emitEvent(sandbox, 'checkout.session.completed', complete);
}

/** Called for every payment that failed. A complete session has one when the bank's late answer is no. */
function failLateSession(sandbox: Sandbox, intent: PaymentIntentEntity): void {
  const session = sessionOf(sandbox, intent);
  if (session?.status === 'complete') emitEvent(sandbox, 'checkout.session.async_payment_failed', session);
}

/** The time until Stripe books a charge, in milliseconds. */
const BOOKING_TIME = 400;
/** The time until a test card's dispute or warning arrives, in milliseconds. */
const AFTEREFFECT_TIME = 1500;
/** The time until a bank answers that wants to take its time, in milliseconds. */
const DELAY = 3 * 86_400_000;

/**
 * Authorizes the card, or first asks the buyer to authenticate. The status becomes `succeeded`, `requires_action`, or
 * `requires_payment_method` with the error.
 */
export function attemptPayment(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  method: PaymentMethodEntity,
  via: ChallengeEntity['via'],
): PaymentIntentEntity {
  checkConfirmable(intent);
  checkAccountReady(sandbox, intent.account);
  const begun = save(sandbox, { ...intent, paymentMethod: method.id, lastError: null, challenge: null });
  switch (behaviourOf(method).authentication) {
    case 'none':
      return authorize(sandbox, begun, method, null);
    case 'frictionless':
      return authorize(sandbox, begun, method, 'frictionless');
    case 'lookup-error':
      return fail(
        sandbox,
        begun,
        method,
        declineFailure({ kind: 'declined', code: 'card_declined', declineCode: 'generic_decline' }),
        null,
      );
    case 'challenge': {
      const source = sandbox.ids.next('src');
      const asked = save(sandbox, { ...begun, status: 'requires_action', challenge: { source, via } });
      confirmEmitEvent(sandbox, 'payment_intent.requires_action', asked);
      scheduleExpiry(sandbox, asked, method);
      return asked;
    }
  }
}

/** The buyer answered the 3-D Secure challenge or closed it. */
export function finishChallenge(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  answer: 'complete' | 'fail' | 'later' | 'expire',
): PaymentIntentEntity {
  const method = intent.paymentMethod ? sandbox.store.get('paymentMethod', intent.paymentMethod) : undefined;
  if (intent.status !== 'requires_action' || !method)
    throw refused('This payment does not wait for authentication.', 'payment_intent_unexpected_state');
  const answered: PaymentIntentEntity = { ...intent, challenge: null };
  if (answer === 'later') return delay(sandbox, answered);
  if (answer === 'complete') return authorize(sandbox, answered, method, 'challenge');
  const failure = answer === 'expire' ? EXPIRED_FAILURE : AUTHENTICATION_FAILURE;
  return fail(sandbox, answered, method, failure, null);
}

/** The bank pays in some days, or does not. */
function delay(sandbox: Sandbox, intent: PaymentIntentEntity): PaymentIntentEntity {
  const delayed = save(sandbox, { ...intent, status: 'processing' });
  confirmEmitEvent(sandbox, 'payment_intent.processing', delayed);
  completeSession(sandbox, delayed);
  sandbox.store.put('job', {
    id: sandbox.ids.next('job'),
    dueAt: sandbox.clock.now() + DELAY,
    task: { kind: 'settle-payment', paymentIntent: intent.id },
  });
  return delayed;
}

/** The bank's answer to a payment that it delayed. Any other payment stays as it is. */
export function settlePayment(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  answer: 'pays' | 'refuses',
): PaymentIntentEntity {
  const method = intent.paymentMethod ? sandbox.store.get('paymentMethod', intent.paymentMethod) : undefined;
  if (intent.status !== 'processing' || !method) return intent;
  return answer === 'pays'
    ? authorize(sandbox, intent, method, null)
    : fail(sandbox, intent, method, AUTHENTICATION_FAILURE, null);
}

function authorize(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  method: PaymentMethodEntity,
  flow: AuthenticationFlow,
): PaymentIntentEntity {
  const { bank } = behaviourOf(method);
  switch (bank.kind) {
    case 'approved':
      return succeed(sandbox, intent, method, flow);
    case 'declined':
      return fail(sandbox, intent, method, declineFailure(bank), flow);
    case 'blocked':
      return fail(sandbox, intent, method, BLOCKED_FAILURE, flow);
  }
}

function newCharge(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  method: PaymentMethodEntity,
  flow: AuthenticationFlow,
): Omit<ChargeEntity, 'status' | 'failure'> {
  return {
    id: sandbox.ids.next('ch'),
    account: intent.account,
    created: sandbox.clock.seconds(),
    paymentIntent: intent.id,
    paymentMethod: method.id,
    amount: intent.amount,
    amountRefunded: 0,
    currency: intent.currency,
    outcome: outcomeOf(behaviourOf(method).bank),
    authentication: flow,
    applicationFee: null,
    applicationFeeAmount: intent.applicationFeeAmount,
    balanceTransaction: null,
    disputed: false,
    description: intent.description,
    descriptorSuffix: intent.descriptorSuffix,
    receiptEmail: intent.receiptEmail,
    metadata: intent.metadata,
    ...(intent.customer !== undefined && { customer: intent.customer }),
  };
}

function succeed(
  sandbox: Sandbox,
  confirmed: PaymentIntentEntity,
  method: PaymentMethodEntity,
  flow: AuthenticationFlow,
): PaymentIntentEntity {
  const { store, ids, clock, emit } = sandbox;
  const intent = openSubscription(sandbox, confirmed, method);
  const bare: ChargeEntity = {
    ...newCharge(sandbox, intent, method, flow),
    status: 'succeeded',
    failure: null,
    ...(intent.presentment && { presentment: intent.presentment }),
  };
  const charge = takeApplicationFee(sandbox, bare);
  store.put('charge', charge);
  const paid = save(sandbox, { ...intent, status: 'succeeded', latestCharge: charge.id, challenge: null });
  emit({ account: charge.account, type: 'charge.succeeded', object: formatCharge(sandbox, charge) });
  confirmEmitEvent(sandbox, 'payment_intent.succeeded', paid);
  settleInvoice(sandbox, paid);
  completeSession(sandbox, paid);
  store.put('job', {
    id: ids.next('job'),
    dueAt: clock.now() + BOOKING_TIME,
    task: { kind: 'book-charge', charge: charge.id },
  });
  const { bank } = behaviourOf(method);
  if (bank.kind === 'approved' && bank.later !== 'nothing')
    store.put('job', {
      id: ids.next('job'),
      dueAt: clock.now() + AFTEREFFECT_TIME,
      task: { kind: 'aftereffect', charge: charge.id },
    });
  return paid;
}

function fail(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  method: PaymentMethodEntity,
  failure: Failure,
  flow: AuthenticationFlow,
): PaymentIntentEntity {
  const reachedBank = failure !== AUTHENTICATION_FAILURE && failure !== EXPIRED_FAILURE;
  const charge: ChargeEntity | null = reachedBank
    ? {
        ...newCharge(sandbox, intent, method, flow),
        status: 'failed',
        failure: { code: failure.code, message: failure.message },
      }
    : null;
  if (charge) {
    sandbox.store.put('charge', charge);
    sandbox.emit({ account: charge.account, type: 'charge.failed', object: formatCharge(sandbox, charge) });
  }
  const failed = save(sandbox, {
    ...intent,
    status: 'requires_payment_method',
    paymentMethod: null,
    latestCharge: charge?.id ?? intent.latestCharge,
    challenge: null,
    lastError: {
      ...failure,
      type: reachedBank ? 'card_error' : 'invalid_request_error',
      charge: charge?.id ?? null,
      paymentMethod: method.id,
    },
  });
  confirmEmitEvent(sandbox, 'payment_intent.payment_failed', failed);
  failLateSession(sandbox, failed);
  return failed;
}

function save(sandbox: Sandbox, intent: PaymentIntentEntity): PaymentIntentEntity {
  sandbox.store.put('paymentIntent', intent);
  return intent;
}

function confirmEmitEvent(sandbox: Sandbox, type: string, intent: PaymentIntentEntity): void {
  sandbox.emit({ account: intent.account, type, object: formatPaymentIntent(sandbox, intent) });
}
