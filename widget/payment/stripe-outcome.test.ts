import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { readConfirmation, readLookUp } from './stripe-outcome';

const error = (type: StripeError['type'], code?: string, status?: PaymentIntent.Status): StripeError =>
  ({ type, code, ...(status ? { payment_intent: { status } } : {}) }) as StripeError;

describe('an error of a confirmation', () => {
  it.each([
    ['invalid_request_error', 'account_invalid', 'refused'],
    ['invalid_request_error', 'resource_missing', 'refused'],
    ['invalid_request_error', undefined, 'refused'],
    ['authentication_error', undefined, 'refused'],
    ['card_error', 'card_declined', 'declined'],
    ['invalid_request_error', 'payment_intent_authentication_failure', 'declined'],
    ['validation_error', undefined, 'incomplete'],
  ] as const)('decides the payment: %s %s is %s', (type, code, kind) => {
    expect(readConfirmation({ error: error(type, code) }).kind).toBe(kind);
  });

  it.each([
    ['api_connection_error', undefined],
    ['api_error', undefined],
    ['rate_limit_error', undefined],
    ['invalid_request_error', 'payment_intent_unexpected_state'],
    ['invalid_request_error', 'lock_timeout'],
    ['invalid_request_error', 'rate_limit'],
  ] as const)('does not decide the payment, so it is looked up: %s %s', (type, code) => {
    expect(readConfirmation({ error: error(type, code) })).toEqual({ kind: 'unknown' });
  });

  it('counts less than the payment that it contains: paid is paid', () => {
    expect(
      readConfirmation({ error: error('invalid_request_error', 'account_invalid', 'succeeded') }),
    ).toEqual({ kind: 'succeeded' });
  });
});

// Holds pay-231.
describe('a refusal of a way besides cards', () => {
  const of = (given: object) =>
    readConfirmation({ error: { type: 'invalid_request_error', ...given } as StripeError });

  it.each([
    ['way-unavailable', { code: 'payment_intent_invalid_parameter', param: 'payment_method_data' }],
    ['way-unavailable', { code: 'payment_method_unactivated' }],
    ['not-approved', { code: 'payment_method_provider_decline' }],
    ['not-approved', { code: 'payment_intent_authentication_failure', payment_method: { type: 'swish' } }],
    ['not-verified', { code: 'payment_intent_authentication_failure', payment_method: { type: 'card' } }],
  ] as const)('says %s, and the tip stays: %j', (decline, given) => {
    expect(of(given)).toEqual({ kind: 'declined', decline });
  });

  it('is none when another parameter was wrong, and unknown when Stripe itself failed', () => {
    expect(of({ code: 'payment_intent_invalid_parameter', param: 'amount' })).toEqual({ kind: 'refused' });
    expect(of({ type: 'api_error', code: 'payment_method_provider_timeout' })).toEqual({ kind: 'unknown' });
  });
});

describe('a payment that is looked up', () => {
  it('has Stripe’s state', () => {
    expect(readLookUp({ paymentIntent: { status: 'requires_action' } })).toBe('open');
  });

  it('is undecided while the bank waits for an answer, if the same payment cannot be tried again', () => {
    expect(readLookUp({ paymentIntent: { status: 'requires_action' } }, null)).toBeNull();
    expect(readLookUp({ paymentIntent: { status: 'requires_payment_method' } }, null)).toBe('open');
  });

  it('is refused when Stripe does not show it', () => {
    expect(readLookUp({ error: error('invalid_request_error', 'account_invalid') })).toBe('refused');
  });

  it.each(['api_connection_error', 'api_error'] as const)('is looked up again after %s', (type) => {
    expect(readLookUp({ error: error(type) })).toBeNull();
  });
});
