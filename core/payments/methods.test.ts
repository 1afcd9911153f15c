import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { currencyCodes } from '../money/money';
import { declineMessage, declineMessages, type DeclineMessage, type StripeFault } from './decline-codes';
import {
  hostedMethods,
  methodName,
  methodOf,
  methodPlaces,
  methodState,
  methods,
  methodsFor,
  needsFanCurrency,
  ownMethodTypes,
  paidWithName,
  paymentMethodTypes,
  statementText,
  usualMethods,
  walletName,
  withoutLink,
  type MethodFacts,
} from './methods';

describe('ways', () => {
  const never = [
    'klarna',
    'affirm',
    'afterpay_clearpay',
    'paypal',
    'sepa_debit',
    'us_bank_account',
    'crypto',
  ];

  describe('the list of ways to pay', () => {
    it.each([
      ['eur', 'card link ideal wero bancontact eps p24 mobilepay mb_way amazon_pay revolut_pay'],
      ['usd', 'card link cashapp amazon_pay'],
      ['chf', 'card link twint amazon_pay'],
      ['sek', 'card link swish mobilepay amazon_pay'],
      ['pln', 'card link p24 revolut_pay'],
      ['jpy', 'card link amazon_pay'],
      ['brl', 'card link pix'],
      ['inr', 'card link upi'],
      ['isk', 'card link'],
    ] as const)('of %s in the page is %s', (currency, list) => {
      expect(methodsFor(currency, 'in-page').join(' ')).toBe(list);
    });

    // Holds pay-348.
    it('of fans who pay in their own currency is all that the hosted page has for any currency', () => {
      const each = new Set(currencyCodes.flatMap((currency) => methodsFor(currency, 'hosted')));
      expect(new Set(hostedMethods())).toEqual(each);
      expect(hostedMethods()).toEqual(expect.arrayContaining(['ideal', 'blik', 'twint', 'pix']));
      expect(hostedMethods().filter((type) => never.includes(type) || type === 'wero')).toEqual([]);
    });

    // Holds pay-219.
    it('adds BLIK on the hosted page, and leaves out Wero, whose name that page refuses', () => {
      expect(methodsFor('pln', 'hosted')).toEqual(['card', 'link', 'p24', 'blik', 'revolut_pay']);
      expect(methodsFor('eur', 'hosted')).toEqual(
        methodsFor('eur', 'in-page').filter((type) => type !== 'wero'),
      );
    });

    it("has nothing that leaves the page in another site's frame, since banks refuse frames", () => {
      expect(methodsFor('eur', 'in-frame')).toEqual(['card', 'link', 'mb_way']);
      expect(methodsFor('chf', 'in-frame')).toEqual(['card', 'link']);
    });

    it('always begins with cards, names each type once, and never a loan, a debit or PayPal', () => {
      for (const currency of currencyCodes) {
        for (const where of methodPlaces) {
          const list = methodsFor(currency, where);
          expect(list.slice(0, 2)).toEqual(usualMethods);
          expect(new Set(list).size).toBe(list.length);
          expect(list.filter((type) => never.includes(type))).toEqual([]);
        }
      }
    });

    it('leaves out Link for an account without it', () => {
      expect(withoutLink(methodsFor('eur', 'in-frame'), false)).toEqual(['card', 'mb_way']);
      expect(withoutLink(usualMethods, true)).toEqual(usualMethods);
    });
  });

  describe('the table of ways', () => {
    it('has one row for each type, and finds it by the name of Stripe', () => {
      expect(methods.map(({ type }) => type)).toEqual(paymentMethodTypes);
      expect(methodOf('ideal')).toMatchObject({ refundDays: 180, refundSlow: true, refundArrives: 7 });
      expect(methodOf('sepa_debit')).toBeUndefined();
      expect(methodOf(null)).toBeUndefined();
    });

    it('names what is on the statement exactly where it is neither the owner nor Stripe', () => {
      for (const { statement, statementName } of methods) {
        expect(statementName === null).toBe(statement !== 'other');
      }
    });

    it('gives a time of arrival only for slow refunds', () => {
      for (const { refundSlow, refundArrives } of methods)
        expect(refundSlow || refundArrives === null).toBe(true);
    });
  });
});

describe('statement text', () => {
  it.each([
    ['cashapp', 'CashApp*…'],
    ['pix', 'Ebanx'],
    ['swish', 'Stripe'],
    ['mb_way', 'Stripe'],
    ['card', null],
    ['ideal', null],
    ['sepa_debit', null],
    [null, null],
  ])('a payment by %s is on the statement as %s', (type, text) => expect(statementText(type)).toBe(text));
});

describe('way name', () => {
  it('every way to pay but the card has a name, and nothing else has', () => {
    expect(paymentMethodTypes.filter((type) => methodName(type) === null)).toEqual(['card']);
    expect([methodName('ideal'), methodName('klarna'), methodName(null), methodName('toString')]).toEqual([
      'iDEAL',
      null,
      null,
      null,
    ]);
  });

  it('a card in a wallet has the name of the wallet', () => {
    expect(paidWithName({ paymentMethodType: 'card', wallet: 'apple_pay' })).toBe('Apple Pay');
    expect(paidWithName({ paymentMethodType: 'ideal' })).toBe('iDEAL');
    expect(paidWithName({ paymentMethodType: 'card' })).toBeNull();
    expect([walletName('masterpass'), walletName('toString'), walletName(null)]).toEqual([null, null, null]);
  });
});

describe('way state', () => {
  const ideal = methodOf('ideal') ?? null;
  const facts = (change: Partial<MethodFacts>): MethodFacts => ({
    capability: 'active',
    shown: true,
    ...change,
  });

  describe('the state of a way to pay, for its owner', () => {
    it.each([
      ['on', facts({})],
      ['on', facts({ shown: null })],
      ['waiting', facts({ capability: 'pending' })],
      ['missing', facts({ capability: 'restricted' })],
      ['missing', facts({ capability: 'none' })],
      ['off', facts({ capability: 'none', shown: null })],
      ['off', facts({ capability: 'refused' })],
      ['off', facts({ shown: false })],
      ['off', facts({ shown: false, capability: 'restricted' })],
    ] as const)('is %s with %o', (state, given) => {
      expect(methodState('eur', ideal, given, false)).toBe(state);
    });

    it('names the currency first, since nothing the owner does changes it', () => {
      expect(methodState('usd', ideal, facts({ capability: 'none', shown: false }), false)).toBe(
        'other-currency',
      );
      expect(methodState(null, ideal, facts({}), false)).toBe('on');
    });

    // Holds pay-412.
    it.each([
      ['on', facts({})],
      ['missing', facts({ capability: 'restricted' })],
      ['off', facts({ shown: false })],
    ] as const)('is %s in another currency too where fans may pay in their own', (state, given) => {
      expect(methodState('usd', ideal, given, true)).toBe(state);
      expect(needsFanCurrency('usd', ideal)).toBe(true);
      expect(needsFanCurrency('eur', ideal)).toBe(false);
      expect(needsFanCurrency('usd', null)).toBe(false);
    });

    it('stays that of another currency for a way that Stripe’s page does not have', () => {
      expect(methodState('usd', methodOf('wero') ?? null, facts({}), true)).toBe('other-currency');
      expect(methodState('eur', methodOf('wero') ?? null, facts({}), true)).toBe('on');
    });

    it('of a wallet has no currency', () => {
      expect(methodState('isk', null, facts({}), false)).toBe('on');
    });
  });

  it('every way to pay is in the list of the owner, after the wallets that pay as cards', () => {
    expect(ownMethodTypes.slice(0, 3)).toEqual(['card', 'apple_pay', 'google_pay']);
    expect(
      [...ownMethodTypes].filter((type) => (paymentMethodTypes as readonly string[]).includes(type)),
    ).toEqual(paymentMethodTypes);
  });
});

describe('the message of a decline', () => {
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
});
