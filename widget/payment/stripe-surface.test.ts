import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeElements, type FakeElements, type OnMount } from './fake-elements';
import type { ExpressOptions, SurfaceOptions } from './payment-surface';
import { openExpress } from './stripe-express';
import {
  openStripeSurface,
  readConfirmation,
  readLookUp,
  stripeFor,
  stripeJsVersion,
} from './stripe-surface';

describe('stripe surface', () => {
  let place: HTMLElement;

  beforeEach(() => {
    const card = document.body.appendChild(document.createElement('busker-card'));
    place = card.appendChild(document.createElement('div'));
    // There is no layout in this environment. What is added last is on top here.
    document.elementsFromPoint = () => [...document.body.children].toReversed();
  });
  afterEach(() => {
    Reflect.deleteProperty(document, 'elementsFromPoint');
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  /** The package of Stripe.js remembers the first constructor that it sees. */
  const constructor = Object.assign(() => ({ elements: (settings: unknown) => makeGroup(settings) }), {
    version: stripeJsVersion,
  });
  let makeGroup: (settings: unknown) => unknown;

  /** Opens the card form over these elements; the page has loaded Stripe.js. */
  async function open({ elements }: FakeElements, change: Partial<SurfaceOptions> = {}) {
    const groups: unknown[] = [];
    makeGroup = (settings) => {
      groups.push(settings);
      return elements;
    };
    vi.stubGlobal('Stripe', constructor);
    const answer = await openStripeSurface({
      place,
      look: { dark: false } as SurfaceOptions['look'],
      locale: 'en',
      publishableKey: 'pk_test_sandbox_1',
      stripeAccount: null,
      stripeJs: 'https://js.stripe.com/v3/',
      ways: ['card', 'link'],
      express: null,
      amount: 500,
      currency: 'usd',
      signal: new AbortController().signal,
      ...change,
    });
    return { answer, groups };
  }
  const express = (): ExpressOptions => ({
    place,
    owner: 'Ada',
    line: { name: 'Tip', amount: 500 },
    onShown: () => undefined,
    onPress: () => null,
    onAgree: () => Promise.resolve(null),
    onCancel: () => undefined,
  });
  const failing = {
    payment: (emit: (event: string, detail: object) => void) => emit('loaderror', { error: {} }),
  };

  describe('the card form', () => {
    it('is not tried on a page that is isolated from other sites', async () => {
      vi.stubGlobal('crossOriginIsolated', true);
      const { answer, groups } = await open(fakeElements({}));
      expect({ answer, groups }).toEqual({ answer: { ok: false, problem: 'blocked' }, groups: [] });
    });

    // Holds pay-332.
    it.each([
      ['no-method', 'Stripe has no way to pay left of the list', { type: 'invalid_request_error' }],
      ['blocked', 'its frame fails', { type: 'api_connection_error' }],
      ['blocked', 'Stripe fails', { type: 'api_error' }],
    ] as const)('is no form and says "%s" when %s', async (problem, _case, error) => {
      const fake = fakeElements({ payment: (emit) => emit('loaderror', { error }) });
      const { answer } = await open(fake);
      expect({ answer, destroyed: fake.destroyed }).toEqual({
        answer: { ok: false, problem },
        destroyed: ['payment'],
      });
    });

    it('has the amount and exactly the list of the server, without a payment', async () => {
      const { groups } = await open(fakeElements(failing), { ways: ['card', 'ideal', 'eps'] });
      expect(groups).toEqual([
        expect.objectContaining({
          mode: 'payment',
          amount: 500,
          currency: 'usd',
          allowedPaymentMethodTypes: ['card', 'ideal', 'eps'],
        }),
      ]);
    });

    it.each([
      [['card', 'link'], 'tabs'],
      [['card', 'link', 'ideal'], 'accordion'],
    ])('for the ways %j is made of %s', async (ways, type) => {
      const fake = fakeElements(failing);
      await open(fake, { ways });
      expect(fake.created).toEqual([{ type: 'payment', settings: { layout: { type } } }]);
    });

    it('offers no wallet of the row above it again, and both go together', async () => {
      const ready = { availablePaymentMethods: { applePay: true } };
      const fake = fakeElements({ ...failing, expressCheckout: (emit) => emit('ready', ready) });
      await open(fake, { express: express() });
      expect(fake.created.map(({ type }) => type)).toEqual(['expressCheckout', 'payment']);
      expect(fake.created[1]?.settings).toMatchObject({ wallets: { applePay: 'never' } });
      expect(fake.destroyed).toEqual(['expressCheckout', 'payment']);
    });

    it('is not touched by a row of wallets that Stripe refuses to make', async () => {
      const fake = fakeElements(failing, 'expressCheckout');
      await open(fake, { express: express() });
      expect(fake.created).toEqual([{ type: 'payment', settings: { layout: { type: 'tabs' } } }]);
    });
  });
});

describe('load stripe', () => {
  afterEach(() => vi.restoreAllMocks());

  const sandbox = {
    publishableKey: 'pk_test_sandbox_1',
    stripeJs: 'http://127.0.0.1:1/v3/',
    stripeAccount: null,
    locale: 'en',
  };

  it.each(['load', 'error'] as const)(
    'a payment script that ends with "%s" without Stripe is reported and removed',
    async (event) => {
      const removed: string[] = [];
      vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
        const [script] = nodes;
        if (!(script instanceof HTMLScriptElement)) throw new Error('Something else was added');
        vi.spyOn(script, 'remove').mockImplementation(() => void removed.push(script.src));
        queueMicrotask(() => script.dispatchEvent(new Event(event)));
      });
      expect(await stripeFor(sandbox)).toEqual({ ok: false, problem: 'blocked' });
      expect(await stripeFor(sandbox)).toEqual({ ok: false, problem: 'blocked' });
      expect(removed).toEqual([sandbox.stripeJs, sandbox.stripeJs]);
    },
  );

  it('two sheets that open at the same time add the payment script once, and again after it failed', async () => {
    const append = vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
      const [script] = nodes;
      if (script instanceof HTMLScriptElement) queueMicrotask(() => script.dispatchEvent(new Event('error')));
    });
    await Promise.all([stripeFor(sandbox), stripeFor(sandbox)]);
    expect(append).toHaveBeenCalledTimes(1);
    await stripeFor(sandbox);
    expect(append).toHaveBeenCalledTimes(2);
  });
});

describe('stripe outcome', () => {
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
});

describe('the wallet buttons of Stripe', () => {
  let place: HTMLElement;
  let shown: boolean[];

  beforeEach(() => {
    place = document.body.appendChild(document.createElement('div'));
    shown = [];
  });
  afterEach(() => {
    document.body.replaceChildren();
    vi.useRealTimers();
  });

  const line = { name: 'Tip', amount: 500 };
  const options = (change: Partial<ExpressOptions> = {}): ExpressOptions => ({
    place,
    owner: 'Ada',
    line,
    onShown: (isShown) => void shown.push(isShown),
    onPress: () => line,
    onAgree: () => Promise.resolve(null),
    onCancel: () => undefined,
    ...change,
  });
  const made = (onMount: OnMount = () => undefined): FakeElements =>
    fakeElements({ expressCheckout: onMount });
  const open = (fake: FakeElements, change: Partial<ExpressOptions> = {}, ways = ['card', 'link']) =>
    openExpress(fake.elements, options(change), ways, false);

  const googlePay = { applePay: false, googlePay: true, link: false };

  describe('the row of wallet buttons', () => {
    // Holds pay-329.
    it.each<[string, OnMount]>([
      ['the browser has no wallet', (emit) => emit('ready', { availablePaymentMethods: undefined })],
      ['each wallet is missing', (emit) => emit('ready', { availablePaymentMethods: { googlePay: false } })],
      [
        'Stripe cannot load it, as on a domain that is not registered',
        (emit) => emit('loaderror', { error: {} }),
      ],
      [
        'a change takes the last wallet away',
        (emit) => emit('availablepaymentmethodschange', { paymentMethods: undefined }),
      ],
    ])('is not there and is removed when %s', async (_case, onMount) => {
      const fake = made(onMount);
      expect(await open(fake)).toBeNull();
      expect({ isShown: shown.includes(true), destroyed: fake.destroyed }).toEqual({
        isShown: false,
        destroyed: ['expressCheckout'],
      });
    });

    it('is not there when nothing came within a second; what comes later shows nothing', async () => {
      vi.useFakeTimers();
      const fake = made();
      const opening = open(fake);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await opening).toBeNull();
      fake.emit('expressCheckout', 'ready', { availablePaymentMethods: googlePay });
      expect({ isShown: shown.includes(true), destroyed: fake.destroyed.length }).toEqual({
        isShown: false,
        destroyed: 1,
      });
    });

    it('is not created in a place that has left the page', async () => {
      const fake = made();
      place.remove();
      expect(await open(fake)).toBeNull();
      expect(fake.created).toEqual([]);
    });

    it('is there with the wallets of the browser, which the card form does not offer again', async () => {
      const row = await open(made((emit) => emit('ready', { availablePaymentMethods: googlePay })));
      expect({ shown, elsewhere: row?.elsewhere }).toEqual({
        shown: [true],
        elsewhere: { googlePay: 'never' },
      });
    });

    it('follows what Stripe says later: a wallet that goes hides the row, one that comes shows it again', async () => {
      const fake = made((emit) =>
        emit('availablepaymentmethodschange', { paymentMethods: { link: { available: true } } }),
      );
      const row = await open(fake);
      expect(row?.elsewhere).toEqual({ link: 'never' });
      const change = (paymentMethods: object | undefined) =>
        fake.emit('expressCheckout', 'availablepaymentmethodschange', { paymentMethods });
      change({ link: { available: false }, applePay: undefined });
      change({ link: { available: true } });
      change(undefined);
      expect(shown).toEqual([true, false, true, false]);
    });

    it('that is removed says so once, and nothing afterwards', async () => {
      const fake = made((emit) => emit('ready', { availablePaymentMethods: googlePay }));
      const row = await open(fake);
      row?.destroy();
      row?.destroy();
      fake.emit('expressCheckout', 'ready', { availablePaymentMethods: googlePay });
      expect({ shown, destroyed: fake.destroyed }).toEqual({
        shown: [true, false],
        destroyed: ['expressCheckout'],
      });
    });

    it.each([
      [['card'], { link: 'never', amazonPay: 'never' }],
      [['card', 'link', 'amazon_pay'], { link: 'auto', amazonPay: 'auto' }],
    ])(
      'with the ways %j offers %j beside Apple Pay and Google Pay, never PayPal or a loan',
      async (ways, offered) => {
        const fake = made((emit) => emit('ready', {}));
        await open(fake, {}, ways);
        expect(fake.created[0]?.settings).toMatchObject({
          paymentMethods: {
            applePay: 'auto',
            googlePay: 'auto',
            paypal: 'never',
            klarna: 'never',
            ...offered,
          },
          buttonType: { applePay: 'tip' },
          lineItems: [line],
        });
      },
    );
  });

  describe('an event of Stripe', () => {
    const opened = async (change: Partial<ExpressOptions>) => {
      const fake = made((emit) => emit('ready', { availablePaymentMethods: googlePay }));
      await open(fake, change);
      return fake;
    };
    const press = (fake: FakeElements) => {
      const answers: unknown[] = [];
      fake.emit('expressCheckout', 'click', {
        resolve: (details: unknown) => answers.push(details),
        reject: () => answers.push('rejected'),
      });
      return answers;
    };

    it('"click" is answered in the same turn, with the sum or with a refusal', async () => {
      expect(press(await opened({}))).toEqual([{ lineItems: [line] }]);
      expect(press(await opened({ onPress: () => null }))).toEqual(['rejected']);
    });

    it.each([
      ['Nothing was charged.', [{ reason: 'fail', message: 'Nothing was charged.' }]],
      [null, []],
    ])('"confirm" that ends with %j answers the wallet with %j', async (message, expected) => {
      const failures: unknown[] = [];
      const fake = await opened({ onAgree: () => Promise.resolve(message) });
      fake.emit('expressCheckout', 'confirm', {
        paymentFailed: (failure: unknown) => failures.push(failure),
      });
      await Promise.resolve();
      expect(failures).toEqual(expected);
    });

    it('"cancel" is passed on', async () => {
      const onCancel = vi.fn<() => void>();
      (await opened({ onCancel })).emit('expressCheckout', 'cancel');
      expect(onCancel).toHaveBeenCalledOnce();
    });
  });
});
