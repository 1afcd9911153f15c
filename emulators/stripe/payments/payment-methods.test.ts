import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { ADA, openSandbox, type OpenSandbox, PUBLISHABLE_KEY, payAtBank } from '../testing/open-sandbox';
import { MOBILEPAY_FEE, stripeFee } from '../events/fees';
import { findCardByNumber, TEST_CARDS } from '../reference/test-cards';
import fc from 'fast-check';
import { decimalsOf, MAXIMUM, presentedAmount, roundedShare } from '../reference/amounts';
import axe from 'axe-core';
import type { Page } from '@playwright/test';
import { chooseCurrency, fanIn } from '../testing/hosted-page';
import { openBrowser } from '../testing/card-pages';

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

describe('exchange rates', () => {
  const currencies = fc.constantFrom('usd', 'eur', 'gbp', 'chf', 'jpy', 'krw', 'huf', 'mxn', 'inr', 'aud');
  /** The sandbox's rates, written a second time. */
  const PER_DOLLAR: Readonly<Record<string, number>> = {
    usd: 1,
    eur: 0.92,
    gbp: 0.79,
    chf: 0.88,
    jpy: 150,
    krw: 1380,
    huf: 360,
    mxn: 18,
    inr: 84,
    aud: 1.52,
  };
  const plain = (amount: number, from: string, to: string): number =>
    (((amount / 10 ** decimalsOf(from)) * (PER_DOLLAR[to] ?? 0)) / (PER_DOLLAR[from] ?? 1)) *
    10 ** decimalsOf(to);

  // Holds pay-341.
  it.each([
    [500, 'usd', 'eur', 478],
    [500, 'eur', 'usd', 565],
    [500, 'usd', 'jpy', 780],
    [500, 'usd', 'krw', 7176],
    [5000, 'jpy', 'usd', 3467],
    // Rounding alone would be 1 of 1.4.
    [1, 'gbp', 'usd', 2],
  ])('%i minor units of %s are %s %i with the fee', (amount, from, to, expected) => {
    expect(presentedAmount(amount, from, to)).toBe(expected);
  });

  // Holds pay-341.
  it('an amount in the fan’s currency is a positive whole number, and has at most the fee and one unit more than the plain conversion', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAXIMUM }), currencies, currencies, (amount, from, to) => {
        const presented = presentedAmount(amount, from, to);
        expect(Number.isSafeInteger(presented)).toBe(true);
        expect(presented).toBeGreaterThan(0);
        // The comparison has floating-point errors, the amount has none.
        const exact = plain(amount, from, to);
        expect(presented).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
        expect(presented).toBeLessThan((exact * 1.04 + 1) * (1 + 1e-12));
      }),
      { numRuns: 300 * inject('times') },
    );
  });

  it('a share is rounded half up', () => {
    expect([1n, 2n, 3n, 4n].map((part) => roundedShare(5n, part, 4n))).toEqual([1n, 3n, 4n, 5n]);
  });
});

describe('the choice of a currency', () => {
  const onAda = { stripeAccount: ADA };
  let sandbox: OpenSandbox;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let pageProblems: readonly string[];
  beforeAll(async () => {
    sandbox = await openSandbox();
    await sandbox.control('accounts/way', { account: ADA, type: 'cashapp', status: 'active' });
    browser = await openBrowser(sandbox.stripeJsUrl);
  });
  afterAll(async () => {
    await browser.close();
    await sandbox.close();
  });
  afterEach(() => page.context().close());

  async function visit(country: string, locale: 'en' | 'de' = 'en') {
    ({ page, pageProblems } = await browser.open(''));
    const session = await sandbox.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Tip' } } },
        ],
        success_url: `${new URL(page.url()).origin}/thanks`,
        customer_email: fanIn(country),
        adaptive_pricing: { enabled: true },
        allowed_payment_method_types: ['card', 'cashapp', 'ideal'],
        locale,
      },
      onAda,
    );
    await page.goto(session.url ?? '');
    return session.id;
  }

  const ways = () =>
    page
      .locator('input[name="way"]')
      .evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value')));
  const total = () => page.locator('p[data-total]').textContent();
  const faults = async (): Promise<string[]> => {
    await page.evaluate(axe.source);
    return page.evaluate(async () => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const { violations } = await checker.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'],
      });
      return violations.map(
        ({ id, nodes }) => `${id} ${nodes.map(({ target }) => String(target)).join(' ')}`,
      );
    });
  };

  async function payByCard(): Promise<void> {
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.getByLabel('Expiration date').fill('12 / 40');
    await page.getByLabel('Security code').fill('123');
    await page.getByLabel('ZIP code').fill('10001');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.waitForURL('**/thanks');
  }

  const presented = async (id: string) =>
    (await sandbox.stripe.checkout.sessions.retrieve(id, {}, onAda)).presentment_details;

  // Holds pay-341.
  it('the page asks for the fan’s currency first, names rate and fee, and is paid in it', async () => {
    const id = await visit('DE');
    const group = page.getByRole('group', { name: 'Choose a currency' });
    expect(await group.getByRole('radio', { name: '€4.78' }).isChecked()).toBe(true);
    expect(await total()).toBe('€4.78');
    expect(await page.getByText('1 USD = 0.9568 EUR, including a 4% conversion fee').isVisible()).toBe(true);
    expect(await faults()).toEqual([]);
    await payByCard();
    expect(await presented(id)).toEqual({ presentment_amount: 478, presentment_currency: 'eur' });
    expect(pageProblems).toEqual([]);
  });

  // Holds pay-341.
  it('the total and the ways to pay follow the currency that is chosen by keyboard, and the page is paid in it', async () => {
    const id = await visit('DE');
    expect(await ways()).toEqual(['card', 'ideal']);
    await page.getByRole('radio', { name: 'iDEAL' }).check();
    await page.getByRole('radio', { name: '€4.78' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await total()).toBe('$5.00');
    expect(await page.locator('dd[data-total]').textContent()).toBe('$5.00');
    expect(await ways()).toEqual(['card', 'cashapp']);
    expect(await page.getByRole('radio', { name: 'Card' }).isChecked()).toBe(true);
    expect(await faults()).toEqual([]);
    await payByCard();
    expect(await presented(id)).toBeUndefined();
  });

  it('the choice is in German on a German page, and can be taken back', async () => {
    await visit('CH', 'de');
    expect(await page.getByRole('group', { name: 'Währung wählen' }).count()).toBe(1);
    const rate = '1 USD = 0,9152 CHF, einschließlich 4 % Umrechnungsgebühr';
    expect(await page.getByText(rate).isVisible()).toBe(true);
    await chooseCurrency(page, 'usd');
    expect(await total()).toMatch(/^5,00\s\$$/);
    await chooseCurrency(page, 'chf');
    expect(await total()).toMatch(/^4,58\sCHF$/);
  });

  it('a fan who has our currency has nothing to choose', async () => {
    await visit('US');
    expect(await page.getByRole('group', { name: 'Choose a currency' }).count()).toBe(0);
    expect(await ways()).toEqual(['card', 'cashapp']);
  });
});
