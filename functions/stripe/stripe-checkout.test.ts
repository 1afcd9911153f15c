import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { askedOf, failureOf } from './stripe-checkout';

describe('stripe failure', () => {
  interface Answer {
    readonly statusCode: number;
    readonly code?: string;
    readonly message?: string;
  }

  /** The SDK's error for an answer of Stripe. */
  function errorOf({ statusCode, code, message = 'No' }: Answer) {
    const type = 'invalid_request_error' as const;
    return Stripe.errors.StripeError.generate({
      type,
      message,
      statusCode,
      requestId: 'req_1',
      headers: {},
      ...(code === undefined ? {} : { code }),
    });
  }

  const poorKey =
    "The provided key 'rk_test_***' does not have the required permissions for this endpoint on account 'acct_1'. Having the 'rak_accounts_write' permission would allow this request to continue.";

  describe("Stripe's refusal", () => {
    // Holds pay-188.
    it.each([
      [{ statusCode: 401 }, 'invalid'],
      [{ statusCode: 401, code: 'api_key_expired' }, 'invalid'],
      [{ statusCode: 401, code: 'platform_api_key_expired' }, 'invalid'],
      [{ statusCode: 403, code: 'platform_api_key_expired' }, 'invalid'],
      [{ statusCode: 403, code: 'secret_key_required' }, 'invalid'],
      [{ statusCode: 403, message: poorKey }, 'permission'],
      [
        { statusCode: 403, message: 'The restricted API key does not have any Connect permissions.' },
        'permission',
      ],
    ] as const)('%j is about the server’s own key: %s', (answer, why) => {
      expect(failureOf(errorOf(answer))).toMatchObject({
        kind: 'unavailable',
        key: { why, requestId: 'req_1' },
      });
    });

    it('names the missing permission', () => {
      expect(failureOf(errorOf({ statusCode: 403, message: poorKey }))).toMatchObject({
        key: { permission: 'rak_accounts_write' },
      });
    });

    it.each([
      [{ statusCode: 403, code: 'account_invalid', message: 'No permission for acct_1' }, 'gone'],
      [{ statusCode: 403, code: 'livemode_mismatch' }, 'gone'],
      [{ statusCode: 404, code: 'resource_missing' }, 'gone'],
      [{ statusCode: 400, code: 'country_unsupported' }, 'refused'],
      [{ statusCode: 403, code: 'not_allowed_on_standard_account' }, 'refused'],
      [{ statusCode: 429, code: 'rate_limit' }, 'unavailable'],
      [{ statusCode: 500 }, 'unavailable'],
    ] as const)('%j is not about the key: %s', (answer, kind) => {
      const failure = failureOf(errorOf(answer));
      expect(failure).toMatchObject({ kind });
      expect(failure).not.toHaveProperty('key');
    });
  });

  describe('a code that Stripe uses for a replaced key and for a disconnected account', () => {
    const refused = errorOf({ statusCode: 403, code: 'platform_api_key_expired' });
    const clientWhose = (own: () => Promise<unknown>) =>
      ({ accounts: { retrieveCurrent: own } }) as unknown as Stripe;
    const ask = (own: () => Promise<unknown>) => askedOf(clientWhose(own))(() => Promise.reject(refused));

    it('is about the account while Stripe answers for the server’s own account', async () => {
      expect(await ask(() => Promise.resolve({ id: 'acct_own' }))).toMatchObject({
        problem: { kind: 'gone' },
      });
    });

    it('is about the key when Stripe does not answer for the server’s own account', async () => {
      const expired = errorOf({ statusCode: 401, code: 'api_key_expired' });
      expect(await ask(() => Promise.reject(expired))).toMatchObject({
        problem: { kind: 'unavailable', key: { why: 'invalid' } },
      });
    });
  });
});
