import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, PUBLISHABLE_KEY, openSandbox, type OpenSandbox } from '../testing/open-sandbox';
import { payAtBank } from '../testing/pay-at-bank';
import { MOBILEPAY_FEE, stripeFee } from '../events/fees';
import { TEST_CARDS, findCardByNumber } from '../reference/test-cards';

describe('cards', () => {
  let sandbox: OpenSandbox;
  let stripe: Stripe;
  const onAda = { stripeAccount: ADA };
  beforeAll(async () => {
    sandbox = await openSandbox();
    stripe = sandbox.stripe;
  });
  afterAll(() => sandbox.close());

  interface Answer {
    readonly status: number;
    readonly body: {
      readonly status?: string;
      readonly next_action?: { readonly use_stripe_sdk: { readonly source: string } } | null;
      readonly error?: { readonly code: string; readonly decline_code?: string; readonly message: string };
    };
  }

  /** Sends a card as the form in a browser does, with the publishable key. */
  async function browser(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    const answer = await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PUBLISHABLE_KEY}`, 'stripe-account': ADA },
      body: new URLSearchParams(fields),
    });
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  }

  const open = () => stripe.paymentIntents.create({ amount: 1500, currency: 'usd' }, onAda);
  const enter = (intent: Stripe.PaymentIntent, number: string, rest: Readonly<Record<string, string>> = {}) =>
    browser(`/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      use_stripe_sdk: 'true',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '40',
      'payment_method_data[card][cvc]': number.startsWith('37') ? '1234' : '123',
      ...rest,
    });
  const statusAndResult = ({ status, body }: Answer) => {
    const { error } = body;
    return error === undefined ? [status, body.status] : [status, error.code, error.decline_code ?? null];
  };
  const latestCharge = async (id: string) => {
    const { latest_charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, onAda);
    return latest_charge as Stripe.Charge;
  };

  const ok = [200, 'succeeded'];
  const declined = (declineCode: string) => [402, 'card_declined', declineCode];

  /** From https://docs.stripe.com/testing: the number, the ready-made payment method, and the outcome. */
  const DIRECT: readonly [number: string, method: string, outcome: readonly unknown[]][] = [
    ['4242424242424242', 'pm_card_visa', ok],
    ['4000000000000341', 'pm_card_chargeCustomerFail', declined('generic_decline')],
    ['5555555555554444', 'pm_card_mastercard', ok],
    ['378282246310005', 'pm_card_amex', ok],
    ['4000000000000002', 'pm_card_chargeDeclined', declined('generic_decline')],
    ['4000000000009995', 'pm_card_chargeDeclinedInsufficientFunds', declined('insufficient_funds')],
    ['4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', declined('lost_card')],
    ['4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', declined('stolen_card')],
    ['4000000000000069', 'pm_card_chargeDeclinedExpiredCard', [402, 'expired_card', null]],
    ['4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', [402, 'incorrect_cvc', null]],
    ['4000000000000119', 'pm_card_chargeDeclinedProcessingError', [402, 'processing_error', null]],
    [
      '4000000000006975',
      'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
      declined('card_velocity_exceeded'),
    ],
    ['4100000000000019', 'pm_card_radarBlock', declined('fraudulent')],
    ['4000000000004954', 'pm_card_riskLevelHighest', declined('fraudulent')],
    ['4000000000009235', 'pm_card_riskLevelElevated', ok],
    ['4000000000000101', 'pm_card_cvcCheckFail', ok],
    ['4000008400001280', 'pm_card_threeDSecureRequiredProcessingError', declined('generic_decline')],
    ['4000000032200000', 'pm_card_threeDSecure2Frictionless', ok],
    ['4000000000003055', 'pm_card_threeDSecureOptional', ok],
    ['4000000000000259', 'pm_card_createDispute', ok],
    ['4000000000002685', 'pm_card_createDisputeProductNotReceived', ok],
    ['4000000000001976', 'pm_card_createDisputeInquiry', ok],
    ['4000000000005423', 'pm_card_createIssuerFraudRecord', ok],
    ['4000000000007726', 'pm_card_pendingRefund', ok],
    ['4000000000005126', 'pm_card_refundFail', ok],
    ['4000000000000077', 'pm_card_bypassPending', ok],
    ['4000003720000278', 'pm_card_bypassPendingInternational', ok],
  ];
  const ASKING: readonly [number: string, method: string, outcome: readonly unknown[]][] = [
    ['4000000000003220', 'pm_card_threeDSecure2Required', ok],
    ['4000002500003155', 'pm_card_authenticationRequiredOnSetup', ok],
    ['4000002760003184', 'pm_card_authenticationRequired', ok],
    [
      '4000008260003178',
      'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
      declined('insufficient_funds'),
    ],
    ['4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', declined('generic_decline')],
  ];

  describe('test cards', () => {
    // Holds pay-181.
    it('are exactly those that Stripe documents', () => {
      const listed = [...DIRECT, ...ASKING].map(([number]) => number);
      expect(TEST_CARDS.map(({ number }) => number).sort()).toEqual([...listed].sort());
      for (const [number, method] of [...DIRECT, ...ASKING])
        expect(findCardByNumber(number)?.methods).toContain(method);
    });

    // Holds pay-181.
    it.each(DIRECT)('%s (%s) has the documented outcome', async (number, method, outcome) => {
      const byHand = await open();
      expect(statusAndResult(await enter(byHand, number))).toEqual(outcome);
      const byServer = await open();
      const asked = { payment_method: method, use_stripe_sdk: true };
      const answer = await stripe.paymentIntents.confirm(byServer.id, asked, onAda).then(
        ({ status }) => [200, status],
        ({ statusCode, code, decline_code }: Stripe.errors.StripeCardError) => [
          statusCode,
          code,
          // The SDK sends an absent value as an empty text.
          decline_code || null,
        ],
      );
      expect(answer).toEqual(outcome);
    });

    // Holds pay-181.
    it.each(ASKING)('%s (%s) requires authentication first', async (number, _, outcome) => {
      for (const answer of ['complete', 'fail'] as const) {
        const intent = await open();
        const asked = await enter(intent, number);
        expect(statusAndResult(asked)).toEqual([200, 'requires_action']);
        const source = asked.body.next_action?.use_stripe_sdk.source ?? '';
        const stranger = await browser(`/sandbox/3ds/${intent.id}/${answer}`, { source: 'src_other' });
        expect(stranger.status).toBe(404);
        await browser(`/sandbox/3ds/${intent.id}/${answer}`, { source });
        const { status, last_payment_error: error } = await stripe.paymentIntents.retrieve(
          intent.id,
          {},
          onAda,
        );
        const ended = status === 'succeeded' ? ok : [402, error?.code, error?.decline_code ?? null];
        expect(ended).toEqual(
          answer === 'complete' ? outcome : [402, 'payment_intent_authentication_failure', null],
        );
        expect((await browser(`/sandbox/3ds/${intent.id}/${answer}`, { source })).status).toBe(404);
      }
    });

    it.each([
      ['4242424242424242', { type: 'authorized', risk_level: 'normal' }, 'pass', 'US'],
      ['4000000000009235', { type: 'authorized', risk_level: 'elevated' }, 'pass', 'US'],
      ['4000000000000101', { type: 'authorized', risk_level: 'normal' }, 'fail', 'US'],
      ['4000003720000278', { type: 'authorized', risk_level: 'normal' }, 'pass', 'IE'],
      ['4000000000000002', { type: 'issuer_declined', network_status: 'declined_by_network' }, 'pass', 'US'],
      ['4100000000000019', { type: 'blocked', risk_level: 'highest' }, 'pass', 'US'],
    ])(
      '%s creates a charge with the documented outcome and its event',
      async (number, outcome, cvc, country) => {
        const intent = await open();
        await enter(intent, number);
        const charge = await latestCharge(intent.id);
        expect(charge.outcome).toMatchObject(outcome);
        expect(charge.payment_method_details?.card).toMatchObject({
          last4: number.slice(-4),
          country,
          ...(charge.status === 'succeeded' && { checks: { cvc_check: cvc } }),
        });
      },
    );
  });

  describe('card details', () => {
    const field = (name: string) => `payment_method_data[card][${name}]`;
    const lastYear = String(new Date().getUTCFullYear() - 1);
    // Holds pay-181.
    it.each([
      ['an incorrect number', '4242424242424241', {}, 'incorrect_number'],
      ['too few digits', '42424242', {}, 'incorrect_number'],
      ['a real card number', '4111111111111111', {}, 'card_declined'],
      ['month 13', '4242424242424242', { [field('exp_month')]: '13' }, 'invalid_expiry_month'],
      ['month 0', '4242424242424242', { [field('exp_month')]: '0' }, 'invalid_expiry_month'],
      ['a past year', '4242424242424242', { [field('exp_year')]: lastYear }, 'invalid_expiry_year'],
      [
        'a year too far in the future',
        '4242424242424242',
        { [field('exp_year')]: '2199' },
        'invalid_expiry_year',
      ],
      ['a security code of two digits', '4242424242424242', { [field('cvc')]: '99' }, 'invalid_cvc'],
      ['a security code of four digits', '4242424242424242', { [field('cvc')]: '1234' }, 'invalid_cvc'],
      ['a security code with letters', '378282246310005', { [field('cvc')]: 'abcd' }, 'invalid_cvc'],
    ])('with %s are refused before any attempt', async (_, number, fields, code) => {
      const intent = await open();
      const answer = await enter(intent, number, fields);
      expect([answer.status, answer.body.error?.code]).toEqual([402, code]);
      expect(answer.body.error?.message).not.toContain(number);
      const after = await stripe.paymentIntents.retrieve(intent.id, {}, onAda);
      expect(after).toMatchObject({ status: 'requires_payment_method', latest_charge: null });
    });

    it.each([
      ['4242 4242 4242 4242', {}],
      ['4242-4242-4242-4242', {}],
      ['4242424242424242', { [field('exp_year')]: '2040' }],
      ['378282246310005', { [field('cvc')]: '123' }],
    ])('with %s %j are accepted', async (number, fields) => {
      expect(statusAndResult(await enter(await open(), number, fields))).toEqual(ok);
    });
  });
});

describe('what each way costs', () => {
  const account = 'acct_euro';
  const on = { stripeAccount: account };
  let sandbox: OpenSandbox;

  beforeAll(async () => {
    sandbox = await openSandbox();
    await sandbox.control('accounts/seed', { id: account, country: 'NL', currency: 'eur' });
    await sandbox.control('accounts/way', { account, type: 'amazon_pay', status: 'active' });
  });
  afterAll(() => sandbox.close());

  async function paidBy(type: string): Promise<Stripe.PaymentIntent> {
    const intent = await sandbox.stripe.paymentIntents.create(
      {
        amount: 1000,
        currency: 'eur',
        allowed_payment_method_types: ['card', 'ideal', 'amazon_pay', 'mobilepay'],
      },
      on,
    );
    const unpaid = { paymentIntentId: intent.id, clientSecret: intent.client_secret ?? '' };
    await payAtBank({ url: sandbox.url, publishableKey: PUBLISHABLE_KEY, account }, unpaid, type);
    return intent;
  }

  it('each way has a fee of its own, and most cost what a card costs', async () => {
    const { id } = await paidBy('ideal');
    await sandbox.control('clock/advance', { milliseconds: 60_000 });
    const { data } = await sandbox.stripe.charges.list(
      { payment_intent: id, expand: ['data.balance_transaction'] },
      on,
    );
    expect(data[0]?.balance_transaction).toMatchObject({ amount: 1000, fee: 29, net: 971 });
    expect(stripeFee('NL', 1000, 'amazon_pay')).toEqual(stripeFee('NL', 1000));
    expect(stripeFee('NL', 20, 'bancontact').amount).toBe(20);
  });

  it('a dispute is opened only where the buyer can dispute', async () => {
    const bank = await paidBy('ideal');
    await expect(sandbox.control('disputes/create', { charge: bank.id })).rejects.toThrow(/ideal/);
    const wallet = await paidBy('amazon_pay');
    expect(await sandbox.control('disputes/create', { charge: wallet.id })).toMatchObject({
      status: 'needs_response',
    });
  });

  it('MobilePay has a fee of its own, which is booked the next midnight and apart from the payment', async () => {
    await sandbox.control('accounts/way', { account, type: 'mobilepay', status: 'active' });
    const { id } = await paidBy('mobilepay');
    const apart = async () => {
      const { data } = await sandbox.stripe.balanceTransactions.list({ type: 'stripe_fee' }, on);
      return data.map(({ amount, fee, source }) => ({ amount, fee, source }));
    };
    await sandbox.control('clock/advance', { milliseconds: 60_000 });
    const { data } = await sandbox.stripe.charges.list(
      { payment_intent: id, expand: ['data.balance_transaction'] },
      on,
    );
    expect(data[0]?.balance_transaction).toMatchObject({ fee: stripeFee('NL', 1000).amount });
    expect(await apart()).toEqual([]);
    await sandbox.control('clock/advance', { milliseconds: 24 * 3_600_000 });
    expect(await apart()).toEqual([{ amount: -MOBILEPAY_FEE, fee: 0, source: null }]);
  });
});
