import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeElements, type FakeElements, type OnMount } from './fake-elements';
import type { ExpressOptions } from './payment-surface';
import { openExpress } from './stripe-express';

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
const made = (onMount: OnMount = () => undefined): FakeElements => fakeElements({ expressCheckout: onMount });
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
        paymentMethods: { applePay: 'auto', googlePay: 'auto', paypal: 'never', klarna: 'never', ...offered },
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
    fake.emit('expressCheckout', 'confirm', { paymentFailed: (failure: unknown) => failures.push(failure) });
    await Promise.resolve();
    expect(failures).toEqual(expected);
  });

  it('"cancel" is passed on', async () => {
    const onCancel = vi.fn<() => void>();
    (await opened({ onCancel })).emit('expressCheckout', 'cancel');
    expect(onCancel).toHaveBeenCalledOnce();
  });
});
