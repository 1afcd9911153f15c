import type { BankAnswer } from './card-behaviour';
import type { OutcomeEntity, PaymentErrorEntity } from '../state/payment-entities';

type Declined = Extract<BankAnswer, { kind: 'declined' }>;

const MESSAGES: Record<Declined['code'], string> = {
  card_declined: 'Your card was declined.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
};

const PARAMS: Partial<Record<Declined['code'], string>> = { expired_card: 'exp_month', incorrect_cvc: 'cvc' };

const DECLINE_MESSAGES: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your card has insufficient funds.',
  card_velocity_exceeded:
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
};

function adviceFor(answer: Declined): PaymentErrorEntity['adviceCode'] {
  if (answer.declineCode === 'lost_card' || answer.declineCode === 'stolen_card') return 'do_not_try_again';
  return answer.code === 'card_declined' || answer.code === 'processing_error'
    ? 'try_again_later'
    : 'confirm_card_data';
}

export type Failure = Pick<PaymentErrorEntity, 'code' | 'message' | 'declineCode' | 'adviceCode' | 'param'>;

export const declineFailure = (answer: Declined): Failure => ({
  code: answer.code,
  message: DECLINE_MESSAGES[answer.declineCode ?? ''] ?? MESSAGES[answer.code],
  declineCode: answer.declineCode,
  adviceCode: adviceFor(answer),
  param: PARAMS[answer.code] ?? null,
});

/** The buyer sees a payment that Radar blocked as an ordinary decline. */
export const BLOCKED_FAILURE: Failure = {
  code: 'card_declined',
  message: 'Your card was declined.',
  declineCode: 'fraudulent',
  adviceCode: null,
  param: null,
};

export const AUTHENTICATION_FAILURE: Failure = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  declineCode: null,
  adviceCode: null,
  param: null,
};

/** The buyer did not confirm in the bank's app in time. */
export const EXPIRED_FAILURE: Failure = {
  code: 'payment_intent_payment_attempt_expired',
  message: 'The latest payment attempt of this PaymentIntent has expired. Try again with a new code.',
  declineCode: null,
  adviceCode: null,
  param: null,
};

export function outcomeOf(answer: BankAnswer): OutcomeEntity {
  if (answer.kind === 'approved')
    return {
      type: 'authorized',
      networkStatus: 'approved_by_network',
      reason: answer.risk === 'elevated' ? 'elevated_risk_level' : null,
      riskLevel: answer.risk,
      riskScore: answer.risk === 'elevated' ? 70 : 12,
      sellerMessage: 'Payment complete.',
      adviceCode: null,
    };
  if (answer.kind === 'blocked')
    return {
      type: 'blocked',
      networkStatus: 'not_sent_to_network',
      reason: 'highest_risk_level',
      riskLevel: 'highest',
      riskScore: 92,
      sellerMessage: 'Stripe blocked this payment as too risky.',
      adviceCode: null,
    };
  return {
    type: 'issuer_declined',
    networkStatus: 'declined_by_network',
    reason: answer.declineCode ?? answer.code,
    riskLevel: 'normal',
    riskScore: 21,
    sellerMessage: 'The bank did not return any further details with this decline.',
    adviceCode: adviceFor(answer),
  };
}
