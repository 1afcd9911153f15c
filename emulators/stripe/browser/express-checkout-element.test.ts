import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CARD_PAGE,
  cardPages,
  rowPages,
  waysOfRow,
  cardFrame,
  elementEvents,
  mountCard,
  pay,
} from '../testing/card-pages';
import { ADA, PUBLISHABLE_KEY } from '../testing/open-sandbox';
import fc from 'fast-check';
import {
  brandOf,
  type CardValues,
  checkCard,
  digitsOf,
  passesLuhn,
  spaceExpiry,
  spaceNumber,
} from './card-number';
import { cardWords } from './card-words';
import { IntegrationError, readAppearance, readDeferred, warnAboutUnknown } from './elements-options';

describe('the row of buttons', () => {
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
    [
      'the page does not want it',
      { settings: { paymentMethods: { link: 'never', amazonPay: 'never' } } },
      [],
    ],
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
});

describe('wallets by host', () => {
  const cards = cardPages();
  const on = { stripeAccount: ADA };

  /** The wallets that the row of buttons is ready with, on a page of this host; null = none. */
  async function walletsAt(host: string, types = ['card', 'link']): Promise<readonly string[] | null> {
    await cards.open(CARD_PAGE, { host });
    await mountCard(cards.page, { types });
    return cards.page.evaluate(
      () =>
        new Promise((resolve) => {
          const place = document.body.appendChild(document.createElement('div'));
          const element = window.elements.create('expressCheckout');
          element.on('ready', ({ availablePaymentMethods: found }) =>
            resolve(
              found
                ? Object.entries(found)
                    .filter(([, isThere]) => isThere)
                    .map(([name]) => name)
                : null,
            ),
          );
          element.mount(place);
        }),
    );
  }

  // Holds pay-343.
  it('shows wallets on the hosts that are registered for the account, and on this machine', async () => {
    const all = ['applePay', 'googlePay', 'link', 'amazonPay'];
    await cards.sandbox.control('accounts/wallets', { account: ADA, wallets: all });
    await cards.sandbox.control('accounts/way', { account: ADA, type: 'amazon_pay', status: 'active' });
    const shown = (host: string) => walletsAt(host, ['card', 'link', 'amazon_pay']);
    expect(await shown('127.0.0.1')).toEqual(all);
    expect(await shown('localhost')).toEqual(all);
    expect(await shown('shop.localhost')).toBeNull();

    const domains = cards.sandbox.stripe.paymentMethodDomains;
    await domains.create({ domain_name: 'shop.localhost' });
    expect(await shown('shop.localhost')).toBeNull();
    const { id } = await domains.create({ domain_name: 'shop.localhost' }, on);
    expect(await shown('shop.localhost')).toEqual(all);
    expect(await shown('www.shop.localhost')).toBeNull();
    await domains.update(id, { enabled: false }, on);
    expect(await shown('shop.localhost')).toBeNull();
  });

  // Holds pay-343.
  it('shows no wallet that the account has switched off, and none where no card is offered', async () => {
    await cards.sandbox.control('accounts/wallets', { account: ADA, wallets: ['applePay', 'googlePay'] });
    await cards.sandbox.control('accounts/way', { account: ADA, type: 'amazon_pay', status: 'active' });
    const prefer = (preference: string) =>
      cards.sandbox.control('accounts/preference', { account: ADA, type: 'apple_pay', preference });
    await prefer('off');
    expect(await walletsAt('localhost')).toEqual(['googlePay']);
    await prefer('none');
    expect(await walletsAt('localhost', ['amazon_pay'])).toBeNull();
  });
});

describe('paying with a wallet', () => {
  const { cards, control, browserHas, rowEvents, openRow, press } = rowPages();
  const on = { stripeAccount: ADA };

  beforeEach(async () => {
    await browserHas('applePay', 'googlePay', 'link', 'amazonPay');
    await control('accounts/way', { type: 'amazon_pay', status: 'active' });
  });

  /** Answers presses, and pays with this intent when the fan has agreed. The result is in `outcome`. */
  const answerWith = (secret: string) =>
    cards.page.evaluate((clientSecret) => {
      window.row.on('click', ({ resolve }) => resolve({ lineItems: [{ name: 'Tip for Ada', amount: 500 }] }));
      window.row.on('confirm', ({ expressPaymentType, paymentFailed }) => {
        void window.elements.submit().then(async () => {
          const confirmParams = { return_url: `${location.origin}/back` };
          const { elements } = window;
          const given = { elements, clientSecret, confirmParams, redirect: 'if_required' } as const;
          const { error, paymentIntent } = await window.stripe.confirmPayment(given);
          if (error) paymentFailed({ reason: 'fail', message: 'Not paid.' });
          window.outcome = { expressPaymentType, status: paymentIntent?.status, code: error?.code };
        });
      });
    }, secret);
  const outcome = () => cards.page.evaluate(() => window.outcome);

  const chargeOf = async (id: string) => {
    const { latest_charge: charge } = await cards.sandbox.stripe.paymentIntents.retrieve(
      id,
      { expand: ['latest_charge'] },
      on,
    );
    return typeof charge === 'string' ? null : charge;
  };

  // Holds pay-382.
  it('pays by Link and not by card when the fan agrees in the dialog; a refusal and leaving it charge nothing', async () => {
    await openRow();
    const { id, secret } = await cards.newIntent(500, 'usd', waysOfRow);
    await answerWith(secret);
    const dialog = cards.page.getByRole('dialog', { name: 'Link (test mode)' });
    await press('Pay with Link');
    await expect.poll(() => dialog.getByText('Tip for Ada: $5.00').isVisible()).toBe(true);
    await press('Cancel');
    await expect.poll(rowEvents).toContainEqual(['cancel', { elementType: 'expressCheckout' }]);
    expect(await chargeOf(id)).toBeNull();

    await press('Pay with Link');
    await press('Decline');
    await expect.poll(outcome).toEqual({ expressPaymentType: 'link', code: 'card_declined' });
    expect(await chargeOf(id)).toMatchObject({ status: 'failed', payment_method_details: { type: 'link' } });
    await dialog.waitFor({ state: 'detached' });

    await press('Pay with Link');
    await press('Pay');
    await expect.poll(outcome).toEqual({ expressPaymentType: 'link', status: 'succeeded' });
    const paid = await chargeOf(id);
    expect(paid).toMatchObject({ status: 'succeeded', payment_method_details: { type: 'link', link: {} } });
    expect(paid?.payment_method_details).not.toHaveProperty('card');
  });

  // Holds pay-382.
  it('opens nothing when the page does not answer a press on Link within a second', async () => {
    await openRow();
    await press('Pay with Link');
    await expect.poll(async () => JSON.stringify(await rowEvents())).toContain('"expressPaymentType":"link"');
    await cards.page.waitForTimeout(1_500);
    expect(await cards.page.getByRole('dialog').count()).toBe(0);
  });

  // Holds pay-383.
  it.each([
    ['Authorize', 'succeeded', 'amazon_pay'],
    ['Fail', 'requires_payment_method', undefined],
  ])('leaves for Amazon’s page, and %s there comes back to the page', async (answer, status, way) => {
    await openRow();
    const { id, secret } = await cards.newIntent(500, 'usd', waysOfRow);
    await answerWith(secret);
    await press('Pay with Amazon Pay');
    await cards.page.getByRole('heading', { name: 'Pay with Amazon Pay' }).waitFor();
    await press(answer);
    await cards.page.waitForURL('**/back?*');
    expect(new URL(cards.page.url()).searchParams.get('payment_intent')).toBe(id);
    expect(await cards.sandbox.stripe.paymentIntents.retrieve(id, {}, on)).toMatchObject({ status });
    expect((await chargeOf(id))?.payment_method_details?.type).toBe(way);
  });

  // Holds pay-384.
  it('has Link in the form only where no row has it: then the form pays by Link too', async () => {
    await browserHas('link');
    const ways = async (element: object): Promise<readonly string[]> => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page, { types: waysOfRow, element });
      await frame.getByRole('radio', { name: 'Amazon Pay' }).waitFor();
      return frame.locator('label.way').allTextContents();
    };
    expect(await ways({ wallets: { link: 'never' } })).toEqual(['Card', 'Amazon Pay']);
    expect(await ways({})).toEqual(['Card', 'Link', 'Amazon Pay']);
    await cardFrame(cards.page).getByRole('radio', { name: 'Link' }).check();
    const { id, secret } = await cards.newIntent(500, 'usd', waysOfRow);
    expect(await pay(cards.page, secret)).toEqual({ status: 'succeeded' });
    expect((await chargeOf(id))?.payment_method_details).toMatchObject({ type: 'link' });
  });
});

describe('what is offered', () => {
  const cards = cardPages();
  const prefer = (type: string, preference: string) =>
    cards.sandbox.control('accounts/preference', { account: ADA, type, preference });

  // Holds pay-342.
  it('reports Stripe’s refusal as a load error when nothing is left of the list', async () => {
    await prefer('card', 'off');
    await cards.open(CARD_PAGE);
    await mountCard(cards.page);
    await expect
      .poll(async () => (await elementEvents(cards.page)).find(([type]) => type === 'loaderror'))
      .toEqual([
        'loaderror',
        {
          elementType: 'payment',
          error: {
            type: 'invalid_request_error',
            message: expect.stringContaining('No valid payment method types'),
          },
        },
      ]);
    expect((await elementEvents(cards.page)).map(([type]) => type)).not.toContain('ready');
    await prefer('card', 'none');
  });

  // Holds pay-342.
  it('offers what is left of the list by name, without the fields of a card', async () => {
    await cards.sandbox.control('accounts/way', { account: ADA, type: 'amazon_pay', status: 'active' });
    await prefer('card', 'off');
    await cards.open(CARD_PAGE);
    const frame = await mountCard(cards.page, { types: ['card', 'link', 'amazon_pay'] });
    await frame.getByRole('radio', { name: 'Amazon Pay' }).waitFor();
    expect(await frame.getByRole('radio').count()).toBe(1);
    expect(await frame.getByLabel('Card number').isVisible()).toBe(false);
    await prefer('card', 'none');
  });
});

// Unit tests of the card form's parts. The browser tests cover the whole form.
describe('a card number', () => {
  it.each([
    ['4242424242424242', 'visa', '4242 4242 4242 4242'],
    ['378282246310005', 'amex', '3782 822463 10005'],
    ['34', 'amex', '34'],
    ['5100', 'mastercard', '5100'],
    ['5599', 'mastercard', '5599'],
    ['2223', 'mastercard', '2223'],
    ['2720', 'mastercard', '2720'],
    ['5000', 'unknown', '5000'],
    ['5600', 'unknown', '5600'],
    ['2100', 'unknown', '2100'],
    ['2800', 'unknown', '2800'],
    ['36', 'unknown', '36'],
  ])('%s is a %s number and is formatted as %s', (digits, brand, spaced) => {
    expect([brandOf(digits), spaceNumber(digits)]).toEqual([brand, spaced]);
  });

  it('keeps only as many digits as its brand has', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,19}$/), (digits) => {
        const length = brandOf(digits) === 'amex' ? 15 : 16;
        expect(digitsOf(spaceNumber(digits))).toBe(digits.slice(0, length));
      }),
    );
  });

  it('has one valid check digit, and swapping two adjacent digits makes it invalid', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{15}$/), (digits) => {
        const right = Array.from('0123456789').filter((last) => passesLuhn(digits + last));
        expect(right).toHaveLength(1);
        const [a = '', b = ''] = digits;
        // Luhn cannot detect a swap of equal digits, or of 0 and 9.
        const undetectable = a === b || (a === '0' && b === '9') || (a === '9' && b === '0');
        expect(undetectable || !passesLuhn(`${b}${a}${digits.slice(2)}${right.join('')}`)).toBe(true);
      }),
    );
    for (const real of ['4242424242424242', '5555555555554444', '378282246310005'])
      expect(passesLuhn(real)).toBe(true);
  });
});

describe('an expiration date', () => {
  it.each([
    ['1', '1'],
    ['0', '0'],
    ['2', '02 / '],
    ['9', '09 / '],
    ['12', '12 / '],
    ['1226', '12 / 26'],
    ['12 / 26', '12 / 26'],
    ['12265', '12 / 26'],
    ['426', '04 / 26'],
  ])('typed as %s becomes %s', (typed, spaced) => {
    expect(spaceExpiry(typed)).toBe(spaced);
  });
});

describe('card validation', () => {
  const now = new Date(2026, 10, 22);
  const good: CardValues = {
    number: '4242 4242 4242 4242',
    expiry: '11 / 26',
    cvc: '123',
    country: 'US',
    postalCode: '10001',
  };
  const wrong = (change: Partial<CardValues>, postalCode = true) =>
    checkCard({ ...good, ...change }, { postalCode }, now);

  it.each<[change: Partial<CardValues>, issues: readonly (readonly [string, string])[]]>([
    [{}, []],
    [{ number: '4242 4242 4242 424' }, [['number', 'incomplete_number']]],
    [{ number: '4242 4242 4242 4241' }, [['number', 'invalid_number']]],
    [{ number: '3782 822463 10005', cvc: '1234' }, []],
    [{ number: '3782 822463 10005' }, [['cvc', 'incomplete_cvc']]],
    [{ expiry: '11 / 2' }, [['expiry', 'incomplete_expiry']]],
    [{ expiry: '00 / 30' }, [['expiry', 'invalid_expiry_month']]],
    [{ expiry: '13 / 30' }, [['expiry', 'invalid_expiry_month']]],
    [{ expiry: '12 / 26' }, []],
    [{ expiry: '01 / 27' }, []],
    [{ expiry: '10 / 26' }, [['expiry', 'invalid_expiry_year_past']]],
    [{ expiry: '12 / 25' }, [['expiry', 'invalid_expiry_year_past']]],
    [{ cvc: '12' }, [['cvc', 'incomplete_cvc']]],
    [{ postalCode: '' }, []],
    [{ postalCode: ' 1 ' }, [['postalCode', 'incomplete_zip']]],
    [{ postalCode: '10' }, [['postalCode', 'incomplete_zip']]],
    [{ postalCode: '100' }, []],
    [{ postalCode: '1', country: 'GB' }, [['postalCode', 'incomplete_zip']]],
    [{ postalCode: '1', country: 'CA' }, [['postalCode', 'incomplete_zip']]],
    [{ postalCode: '1', country: 'DE' }, []],
  ])('%j gives %j', (change, issues) => {
    expect(wrong(change)).toEqual(issues);
  });

  // Holds pay-184.
  it('reports errors in the order of the fields and skips hidden fields', () => {
    const empty = { number: '', expiry: '', cvc: '', postalCode: '1' };
    expect(wrong(empty).map(([field]) => field)).toEqual(['number', 'expiry', 'cvc', 'postalCode']);
    expect(wrong({ postalCode: '1' }, false)).toEqual([]);
  });
});

describe('options of elements()', () => {
  afterEach(() => void vi.restoreAllMocks());
  const deferred = { mode: 'payment', amount: 500, currency: 'usd' };

  // Holds pay-184.
  it('are parsed, and are null when the page passes a client secret', () => {
    expect(readDeferred(deferred)).toEqual({ ...deferred, allowedTypes: [] });
    const types = { allowedPaymentMethodTypes: ['card', 'link'] };
    expect(readDeferred({ ...deferred, ...types })?.allowedTypes).toEqual(['card', 'link']);
    expect(readDeferred({ ...deferred, amount: 1, captureMethod: 'automatic' })?.amount).toBe(1);
    expect(readDeferred({ clientSecret: 'pi_1_secret_2' })).toBeNull();
  });

  it.each([
    [{ ...deferred, paymentMethodTypes: ['card'] }, 'no longer supported'],
    [{ ...deferred, payment_method_types: ['card'] }, 'no longer supported'],
    [{ ...deferred, mode: 'setup' }, 'mode'],
    [{ ...deferred, amount: 0 }, 'amount'],
    [{ ...deferred, amount: 5.5 }, 'amount'],
    [{ ...deferred, amount: '500' }, 'amount'],
    [{ ...deferred, currency: 'USD' }, 'currency'],
    [{ ...deferred, currency: 'usdx' }, 'currency'],
    [{ ...deferred, currency: 7 }, 'currency'],
    [{ ...deferred, captureMethod: 'manual' }, 'manual'],
    [{ ...deferred, capture_method: 'manual' }, 'manual'],
    [{ ...deferred, allowedPaymentMethodTypes: 'card' }, 'allowedPaymentMethodTypes'],
    [{ ...deferred, allowedPaymentMethodTypes: [7] }, 'allowedPaymentMethodTypes'],
    [{ clientSecret: 'seti_1_secret_2' }, 'clientSecret'],
    [{ clientSecret: 7 }, 'clientSecret'],
  ])('%j is refused because of its %s', (options, word) => {
    expect(() => readDeferred(options)).toThrow(IntegrationError);
    expect(() => readDeferred(options)).toThrow(word);
  });

  it('log a warning when they are unknown, and have no other effect', () => {
    const said: unknown[] = [];
    vi.spyOn(console, 'warn').mockImplementation((line) => void said.push(line));
    const known = [
      'clientSecret',
      'appearance',
      'locale',
      'fonts',
      'loader',
      'captureMethod',
      'capture_method',
    ];
    const types = ['allowedPaymentMethodTypes', 'excludedPaymentMethodTypes', 'paymentMethodTypes'];
    warnAboutUnknown(Object.fromEntries([...known, ...types].map((name) => [name, 1])));
    warnAboutUnknown({ ...deferred, surprise: 1 });
    expect(said).toEqual([expect.stringContaining('surprise')]);
    expect(readAppearance(undefined)).toEqual({});
    const look = { theme: 'night', variables: { colorPrimary: '#123456', sparkle: '1' } };
    expect(readAppearance(look)).toEqual(look);
    expect(said).toEqual([expect.stringContaining('surprise'), expect.stringContaining('sparkle')]);
    for (const none of [null, [], 'night']) expect(() => readAppearance(none)).toThrow(IntegrationError);
  });
});

describe('card words', () => {
  /** The languages that the tip card requests from Stripe.js. */
  const locales = ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', 'ja', 'ko', 'zh-Hans', 'ar'];

  describe('card form translations', () => {
    it.each(locales)('are complete in %s, and differ from every other language', (locale) => {
      const { words, language } = cardWords(locale, 'sv');
      expect(language).toBe(locale);
      expect(Object.keys(words)).toEqual(Object.keys(cardWords('en', 'sv').words));
      for (const text of Object.values(words)) expect(text.trim()).not.toBe('');
      const alike = locales.filter((other) => cardWords(other, 'sv').words.note === words.note);
      expect(alike).toEqual([locale]);
    });

    it('are written right to left only in Arabic', () => {
      expect(locales.filter((locale) => cardWords(locale, 'en').direction === 'rtl')).toEqual(['ar']);
    });

    it("use the browser's language for “auto”, and English for an unsupported language", () => {
      expect(cardWords('auto', 'pl-PL').words).toBe(cardWords('pl', 'en').words);
      for (const unsupported of ['sv', 'zh-TW', 'zh-Hant'])
        expect(cardWords(unsupported, 'de')).toEqual(cardWords('en', 'de'));
    });
  });
});
