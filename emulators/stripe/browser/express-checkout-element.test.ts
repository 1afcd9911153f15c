import { beforeEach, expect, it } from 'vitest';
import { CARD_PAGE } from '../testing/card-pages';
import { ADA, PUBLISHABLE_KEY } from '../testing/open-sandbox';
import { rowPages, waysOfRow } from '../testing/row-page';

const { cards, control, browserHas, buttons, rowEvents, openRow, press } = rowPages();

beforeEach(async () => {
  await browserHas('applePay', 'googlePay', 'link', 'amazonPay');
  await control('accounts/way', { type: 'amazon_pay', status: 'active' });
});

// Holds pay-380.
it('has Link and Amazon Pay where the browser and the account have them, and names them in its events', async () => {
  const four = ['Tip with Apple Pay', 'Google Pay', 'Pay with Link', 'Pay with Amazon Pay'];
  expect(await openRow()).toEqual(four);
  const elementType = 'expressCheckout';
  expect(await rowEvents()).toEqual([
    [
      'ready',
      {
        elementType,
        availablePaymentMethods: { applePay: true, googlePay: true, link: true, amazonPay: true },
      },
    ],
    [
      'availablepaymentmethodschange',
      {
        elementType,
        paymentMethods: {
          applePay: { available: true },
          googlePay: { available: true },
          link: { available: true },
          amazonPay: { available: true },
        },
      },
    ],
  ]);
  await browserHas('amazonPay');
  expect(await openRow()).toEqual(['Pay with Amazon Pay']);
  await browserHas();
  expect(await openRow()).toEqual([]);
  expect(await rowEvents()).toEqual([
    ['ready', { elementType }],
    ['availablepaymentmethodschange', { elementType }],
  ]);
});

// Holds pay-380.
it.each([
  ['the page does not want it', { settings: { paymentMethods: { link: 'never', amazonPay: 'never' } } }, []],
  ['the list lacks it', { types: ['card'] }, []],
  ['it does not take the currency', { currency: 'pln' }, ['Pay with Link']],
])('leaves out Link and Amazon Pay where %s', async (_, given, left) => {
  await browserHas('link', 'amazonPay');
  expect(await openRow(given)).toEqual(left);
});

// Holds pay-380.
it('leaves out what the account lacks or has switched off', async () => {
  await browserHas('link', 'amazonPay');
  await control('accounts/way', { type: 'amazon_pay', status: 'inactive' });
  expect(await openRow()).toEqual(['Pay with Link']);
  await control('accounts/way', { type: 'amazon_pay', status: 'active' });
  await control('accounts/preference', { type: 'link', preference: 'off' });
  expect(await openRow()).toEqual(['Pay with Amazon Pay']);
  await control('accounts/preference', { type: 'link', preference: 'none' });
});

// Holds pay-380.
it.each([
  ['US', ['link', 'amazonPay']],
  ['BR', []],
  ['CA', ['link']],
])('has for an account in %s what its country has', async (country, names) => {
  const account = `acct_in${country}`;
  await cards.sandbox.control('accounts/seed', { id: account, country });
  await cards.sandbox.control('accounts/wallets', { account, wallets: ['link', 'amazonPay'] });
  await cards.sandbox.control('accounts/way', { account, type: 'amazon_pay', status: 'active' });
  const asked = new URLSearchParams({
    referrer_host: 'localhost',
    'deferred_intent[mode]': 'payment',
    'deferred_intent[amount]': '500',
    'deferred_intent[currency]': 'usd',
    ...Object.fromEntries(
      waysOfRow.map((type, at) => [`deferred_intent[allowed_payment_method_types][${at}]`, type]),
    ),
  });
  const answer = await fetch(`${cards.sandbox.url}/v1/elements/sessions?${asked}`, {
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}`, 'stripe-account': account },
  });
  expect(await answer.json()).toMatchObject({ wallets: names });
});

// Holds pay-380.
it('has no Amazon Pay in a frame, whose page cannot be left', async () => {
  await cards.open(CARD_PAGE);
  await cards.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const frame = document.createElement('iframe');
        frame.name = 'framed';
        frame.addEventListener('load', () => resolve());
        frame.src = '/framed';
        document.body.append(frame);
      }),
  );
  const named = await cards.page.frame('framed')?.evaluate(
    async ([key, stripeAccount, types]) => {
      const stripe = await window.loadStripe(key as string, { stripeAccount: stripeAccount as string });
      const elements = stripe.elements({
        mode: 'payment',
        amount: 500,
        currency: 'usd',
        allowedPaymentMethodTypes: types as string[],
      });
      return new Promise((resolve) => {
        const element = elements.create('expressCheckout');
        element.on('ready', (event) => resolve(event.availablePaymentMethods));
        element.mount('#pay');
      });
    },
    [PUBLISHABLE_KEY, ADA, waysOfRow] as const,
  );
  expect(named).toEqual({ applePay: true, googlePay: true, link: true, amazonPay: false });
});

// Holds pay-381.
it('keeps the page’s order and its number of rows; what has no room is named as possible and not as shown', async () => {
  const layout = { maxColumns: 1, maxRows: 2, overflow: 'never' };
  const settings = { layout, paymentMethodOrder: ['link', 'apple_pay'] };
  expect(await openRow({ settings })).toEqual(['Pay with Link', 'Tip with Apple Pay']);
  expect(await rowEvents()).toMatchObject([
    ['ready', { availablePaymentMethods: { googlePay: true, amazonPay: true } }],
    [
      'availablepaymentmethodschange',
      { paymentMethods: { link: { available: true }, amazonPay: { available: false } } },
    ],
  ]);
  const first = ['Pay with Link', 'Tip with Apple Pay'];
  expect(await openRow({ settings: { ...settings, layout: { maxRows: 2 } } })).toEqual([
    ...first,
    'Show more',
  ]);
  await press('Show more');
  expect(await buttons()).toEqual([...first, 'Google Pay', 'Pay with Amazon Pay']);
});
