import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeElements, type FakeElements } from './fake-elements';
import type { ExpressOptions, SurfaceOptions } from './payment-surface';
import { stripeJsVersion } from './stripe-js-version';
import { openStripeSurface } from './stripe-surface';

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
