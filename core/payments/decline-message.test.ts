import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { declineMessage, declineMessages, type DeclineMessage, type StripeFault } from './decline-message';

test.each<[StripeFault, DeclineMessage]>([
  [{ code: 'card_declined', declineCode: 'generic_decline' }, 'card-declined'],
  [{ code: 'card_declined', declineCode: 'insufficient_funds' }, 'insufficient-funds'],
  [{ code: 'card_declined', declineCode: 'authentication_required' }, 'not-verified'],
  [{ code: 'card_declined', declineCode: 'a_new_one' }, 'card-declined'],
  [{ code: 'card_declined' }, 'card-declined'],
  [{ code: 'expired_card', declineCode: 'expired_card' }, 'card-expired'],
  [{ code: 'invalid_expiry_year' }, 'card-expired'],
  [{ code: 'incorrect_cvc' }, 'wrong-cvc'],
  [{ code: 'incorrect_number' }, 'wrong-number'],
  [{ code: 'payment_intent_authentication_failure' }, 'not-verified'],
  [{ code: 'payment_method_provider_decline' }, 'not-approved'],
  [{ code: 'payment_intent_payment_attempt_failed' }, 'not-approved'],
  [{ code: 'payment_method_unactivated' }, 'way-unavailable'],
  [{ code: 'payment_method_not_available' }, 'way-unavailable'],
  [{ code: 'payment_intent_incompatible_payment_method' }, 'way-unavailable'],
  [{ code: 'processing_error' }, 'try-again'],
  [{ code: 'a_new_one', type: 'card_error' }, 'card-declined'],
  [{ code: 'a_new_one', type: 'api_error' }, 'try-again'],
  [{ code: 'constructor' }, 'try-again'],
  [{}, 'try-again'],
  [{ status: 500, type: 'api_error' }, 'try-again'],
  [{ status: 429 }, 'too-many-tries'],
  [{ type: 'rate_limit_error' }, 'too-many-tries'],
  [{ code: 'rate_limit' }, 'too-many-tries'],
  [{ code: 'amount_too_small' }, 'amount-too-small'],
  [{ code: 'amount_too_large' }, 'amount-too-large'],
])('%j reads as %s', (fault, message) => {
  expect(declineMessage(fault)).toBe(message);
});

// Holds pay-142.
it('gives one text for all suspected fraud', () => {
  const suspicious = [
    'lost_card',
    'stolen_card',
    'fraudulent',
    'pickup_card',
    'card_velocity_exceeded',
    'merchant_blacklist',
    'do_not_honor',
    'highest_risk_level',
  ];
  const messages = suspicious.map((declineCode) => declineMessage({ code: 'card_declined', declineCode }));
  expect(new Set(messages)).toEqual(new Set(['card-declined']));
});

it('always returns a message', () => {
  const word = fc.option(fc.string(), { nil: undefined });
  fc.assert(
    fc.property(word, word, word, (code, declineCode, type) => {
      expect(declineMessages).toContain(declineMessage({ code, declineCode, type }));
    }),
  );
});
