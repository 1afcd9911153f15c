import { beforeEach, describe, expect, it } from 'vitest';
import {
  CARD_PAGE,
  cardPages,
  cardFrame,
  challengeFrame,
  elementEvents,
  mountCard,
  pay,
  typeCard,
} from '../testing/card-pages';
import { ADA } from '../testing/open-sandbox';
import axe from 'axe-core';

describe('Stripe.js', () => {
  const cards = cardPages();
  const REAL_LOOKING = '4111111111111111';
  const stateOf = (id: string) =>
    cards.sandbox.stripe.paymentIntents.retrieve(id, {}, { stripeAccount: ADA });

  describe('paying in the card frame', () => {
    // Holds pay-183.
    it('completes a payment through the real loader, and the page never sees the card number', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page);
      const intent = await cards.newIntent();
      await typeCard(frame, '4242424242424242');
      expect(await pay(cards.page, intent.secret)).toEqual({ status: 'succeeded' });
      expect((await stateOf(intent.id)).status).toBe('succeeded');
      const isForeign = await cards.page.evaluate(() => {
        try {
          return window.frames[0]?.document === undefined;
        } catch {
          return true;
        }
      });
      expect(isForeign).toBe(true);
      expect(cards.opened.pageProblems).toEqual([]);
      const types = (await elementEvents(cards.page)).map(([type]) => type);
      expect(types.slice(0, 2)).toEqual(['loaderstart', 'ready']);
      expect(await elementEvents(cards.page)).toContainEqual([
        'change',
        expect.objectContaining({ elementType: 'payment', complete: true, empty: false, collapsed: false }),
      ]);
    });

    it('reports a decline and succeeds on the same intent with another card', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page);
      const intent = await cards.newIntent();
      await typeCard(frame, '4000000000000002');
      expect(await pay(cards.page, intent.secret)).toEqual({
        code: 'card_declined',
        message: 'Your card was declined.',
      });
      await typeCard(frame, '4242424242424242');
      expect(await pay(cards.page, intent.secret)).toEqual({ status: 'succeeded' });
    });

    it.each([
      ['Complete authentication', { status: 'succeeded' }, 'succeeded'],
      ['Fail authentication', { code: 'payment_intent_authentication_failure' }, 'requires_payment_method'],
      ['Close', { code: 'payment_intent_authentication_failure' }, 'requires_payment_method'],
    ])('shows the 3-D Secure challenge above everything else: %s', async (button, outcome, status) => {
      await cards.open(`${CARD_PAGE}<div style="position:fixed;inset:0;z-index:2147483600"></div>`);
      const frame = await mountCard(cards.page);
      const intent = await cards.newIntent();
      await typeCard(frame, '4000000000003220');
      const paying = pay(cards.page, intent.secret);
      await challengeFrame(cards.page).getByRole('button', { name: button, exact: true }).click();
      expect(await paying).toMatchObject(outcome);
      expect((await stateOf(intent.id)).status).toBe(status);
      expect(await cards.page.locator('iframe[title="3D Secure authentication"]').count()).toBe(0);
    });

    // Holds pay-180.
    it('refuses every card that is not a test card, and stores no part of its number', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page);
      const intent = await cards.newIntent();
      await typeCard(frame, REAL_LOOKING);
      const refused = await pay(cards.page, intent.secret);
      expect(refused).toMatchObject({
        code: 'card_declined',
        message: expect.stringContaining('non test card'),
      });
      expect(JSON.stringify(refused)).not.toContain(REAL_LOOKING);
      expect((await stateOf(intent.id)).latest_charge).toBeNull();
    });

    // Holds pay-042.
    it('reports a different currency before any attempt', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page, { currency: 'eur' });
      const intent = await cards.newIntent();
      await typeCard(frame, '4242424242424242');
      expect(await pay(cards.page, intent.secret)).toMatchObject({
        message: 'The provided currency (eur) does not match the expected currency (usd).',
      });
      expect((await stateOf(intent.id)).last_payment_error).toBeNull();
    });

    it('redirects to the return URL when the page asks for it', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page);
      const intent = await cards.newIntent();
      await typeCard(frame, '4242424242424242');
      const back = `${new URL(cards.page.url()).origin}/back`;
      void pay(cards.page, intent.secret, { redirect: 'always', confirmParams: { return_url: back } }).catch(
        () => null,
      );
      await cards.page.waitForURL(/\/back\?/);
      const query = new URL(cards.page.url()).searchParams;
      expect(Object.fromEntries(query)).toEqual({
        payment_intent: intent.id,
        payment_intent_client_secret: intent.secret,
        redirect_status: 'succeeded',
      });
    });
  });

  describe('mounting', () => {
    // Holds pay-027.
    it("in a shadow root fails with Stripe's message", async () => {
      await cards.open('<div id="host"></div>');
      const thrown = await cards.page.evaluate(async (key) => {
        const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
        const place = document.createElement('div');
        root?.append(place);
        const stripe = await window.loadStripe(key);
        const element = stripe.elements({ mode: 'payment', amount: 500, currency: 'usd' }).create('payment');
        try {
          element.mount(place);
          return 'mounted';
        } catch (problem) {
          return problem instanceof Error ? `${problem.name}: ${problem.message}` : 'unknown';
        }
      }, 'pk_test_sandbox_unit');
      expect(thrown).toBe(
        'IntegrationError: Elements cannot be mounted in a ShadowRoot. Please mount in the Light DOM.',
      );
    });

    // Holds web-001, tag-058, pay-028.
    it('in a light DOM child that a shadow root shows through a slot works', async () => {
      await cards.open('<div id="host"><div slot="pay" id="pay"></div></div>');
      await cards.page.evaluate(() => {
        const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
        if (root) root.innerHTML = '<section><slot name="pay"></slot></section>';
      });
      const frame = await mountCard(cards.page);
      const intent = await cards.newIntent();
      await typeCard(frame, '4242424242424242');
      expect(await pay(cards.page, intent.secret)).toEqual({ status: 'succeeded' });
    });

    // Holds pay-030.
    it('survives a move in the DOM: the element is ready again, and empty', async () => {
      await cards.open(`${CARD_PAGE}<div id="elsewhere"></div>`);
      const frame = await mountCard(cards.page);
      await typeCard(frame, '4242424242424242');
      await cards.page.evaluate(() => {
        const child = document.querySelector('#pay');
        if (child) document.querySelector('#elsewhere')?.append(child);
        window.elementEvents = [];
      });
      await expect
        .poll(async () => (await elementEvents(cards.page)).map(([type]) => type))
        .toContain('ready');
      expect(await cardFrame(cards.page).getByLabel('Card number').inputValue()).toBe('');
    });

    // Holds pay-034.
    it("reports a load error when the page's Content-Security-Policy blocks the frame", async () => {
      const policy = "frame-src 'none'";
      await cards.open(CARD_PAGE, { headers: { 'content-security-policy': policy } });
      await cards.page.clock.install();
      await mountCard(cards.page);
      await cards.page.clock.fastForward(11_000);
      await expect
        .poll(async () => (await elementEvents(cards.page)).find(([type]) => type === 'loaderror'))
        .toEqual([
          'loaderror',
          { elementType: 'payment', error: expect.objectContaining({ type: 'api_connection_error' }) },
        ]);
    });

    it('reports a load error when the account cannot take cards', async () => {
      await cards.sandbox.control('accounts/capability', { account: ADA, cardPayments: 'restricted' });
      await cards.open(CARD_PAGE);
      await mountCard(cards.page);
      await expect
        .poll(async () => (await elementEvents(cards.page)).map(([type]) => type))
        .toContain('loaderror');
      await cards.sandbox.control('accounts/capability', { account: ADA, cardPayments: 'active' });
    });
  });
});

describe('its form', () => {
  const cards = cardPages();

  /** The relative luminance of `rgb(…)` (WCAG). */
  const luminance = (rgb: string): number => {
    const [red = 0, green = 0, blue = 0] = (rgb.match(/\d+/g) ?? []).map((part) => {
      const level = Number(part) / 255;
      return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  /** The contrast ratio of two colours (WCAG). */
  const contrast = (ink: string, paper: string): number => {
    const [light = 0, dark = 0] = [luminance(ink), luminance(paper)].toSorted((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };

  describe('the card form', () => {
    // Holds pay-184.
    it('labels every field, sets autocomplete, and passes the accessibility check', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page);
      const fields = [
        ['Card number', 'cc-number'],
        ['Expiration date', 'cc-exp'],
        ['Security code', 'cc-csc'],
        ['Country', 'country'],
        ['ZIP code', 'postal-code'],
      ] as const;
      for (const [label, autocomplete] of fields)
        expect(await frame.getByLabel(label).getAttribute('autocomplete')).toBe(autocomplete);
      await pay(cards.page, (await cards.newIntent()).secret);
      const inner = cards.page.frames().find((frame_) => frame_.url().endsWith('/frame/card'));
      await inner?.evaluate(axe.source);
      const faults = await inner?.evaluate(async () => {
        const { axe: checker } = window as unknown as { axe: typeof axe };
        return (await checker.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] })).violations.map(
          ({ id }) => id,
        );
      });
      expect(faults).toEqual([]);
    });

    it('shows an error for each field and focuses the first', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page);
      expect(await pay(cards.page, 'pi_1_secret_1')).toMatchObject({ code: 'incomplete_number' });
      await expect
        .poll(() => frame.getByRole('alert').filter({ hasText: /./ }).allTextContents())
        .toHaveLength(3);
      expect(await frame.getByLabel('Card number').getAttribute('aria-invalid')).toBe('true');
      const cases = [
        ['4242424242424241', '12 / 40', '123', 'invalid_number'],
        ['4242424242424242', '13 / 40', '123', 'invalid_expiry_month'],
        ['4242424242424242', '12 / 20', '123', 'invalid_expiry_year_past'],
        ['4242424242424242', '12 / 40', '99', 'incomplete_cvc'],
        ['378282246310005', '12 / 40', '123', 'incomplete_cvc'],
      ] as const;
      for (const [number, expiry, cvc, code] of cases) {
        await typeCard(frame, number, expiry, cvc);
        expect(await pay(cards.page, 'pi_1_secret_1')).toMatchObject({ code });
      }
    });

    it('formats the number and the date while the buyer types', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page);
      await frame.getByLabel('Card number').pressSequentially('378282246310005');
      expect(await frame.getByLabel('Card number').inputValue()).toBe('3782 822463 10005');
      await frame.getByLabel('Expiration date').pressSequentially('430');
      expect(await frame.getByLabel('Expiration date').inputValue()).toBe('04 / 30');
    });

    it('is in German on a German page', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page, { locale: 'de' });
      await frame.getByLabel('Kartennummer').waitFor();
      expect(await frame.getByLabel('Ablaufdatum').getAttribute('placeholder')).toBe('MM / JJ');
    });

    it('runs right to left in Arabic, with digits from left to right', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page, { locale: 'ar' });
      const number = frame.getByLabel('رقم البطاقة');
      await number.waitFor();
      const directions = await number.evaluate((box) => [
        box.closest('form')?.dir,
        getComputedStyle(box).direction,
      ]);
      expect(directions).toEqual(['rtl', 'ltr']);
      const code = await frame.getByLabel('رمز الأمان').boundingBox();
      const date = await frame.getByLabel('تاريخ الانتهاء').boundingBox();
      expect(date?.x).toBeGreaterThan(code?.x ?? Infinity);
      expect(await pay(cards.page, 'pi_1_secret_1')).toMatchObject({ message: 'رقم بطاقتك غير مكتمل.' });
    });

    it('has enough contrast on a dark card with any accent colour', async () => {
      await cards.open(CARD_PAGE);
      const background = 'rgb(23, 25, 30)';
      const frame = await mountCard(cards.page, {
        appearance: {
          theme: 'night',
          variables: {
            colorPrimary: '#0b6e4f',
            colorBackground: background,
            colorText: '#f3f4f6',
            colorTextSecondary: '#a9b0bc',
            colorDanger: '#ffb4ab',
          },
        },
      });
      await pay(cards.page, 'pi_1_secret_1');
      const colours = await frame.locator('form').evaluate((form) =>
        [...form.querySelectorAll('label, input, select, option, .Error, .note, .note *')].map((element) => {
          const { color, backgroundColor } = getComputedStyle(element);
          return [`${element.tagName} ${element.id}`, color, backgroundColor] as const;
        }),
      );
      const unreadable = colours.filter(
        ([, ink, paper]) => contrast(ink, paper === 'rgba(0, 0, 0, 0)' ? background : paper) < 4.5,
      );
      expect(unreadable).toEqual([]);
    });

    it('asks for a postal code only in countries where banks check it', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page);
      await frame.getByLabel('Country').selectOption('DE');
      await expect.poll(() => frame.getByLabel('Postal code').isVisible()).toBe(false);
      await frame.getByLabel('Country').selectOption('GB');
      await expect.poll(() => frame.getByLabel('Postal code').isVisible()).toBe(true);
    });

    it('can leave out address fields, and then requires them at confirmation', async () => {
      await cards.open(CARD_PAGE);
      const fields = { billingDetails: { address: { country: 'never', postalCode: 'never' } } };
      const frame = await mountCard(cards.page, { element: { fields } });
      await frame.getByRole('button', { name: 'Use a test card' }).click();
      expect(await frame.getByLabel('Country').isVisible()).toBe(false);
      const without = await pay(cards.page, (await cards.newIntent()).secret);
      expect(without.threw).toContain('IntegrationError: You specified "never"');
      const address = { country: 'US', postal_code: '10001' };
      const confirmParams = { payment_method_data: { billing_details: { address } } };
      expect(await pay(cards.page, (await cards.newIntent()).secret, { confirmParams })).toEqual({
        status: 'succeeded',
      });
    });

    // Holds pay-184.
    it('applies the appearance and rejects CSS injection', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page, {
        appearance: {
          theme: 'night',
          variables: {
            colorBackground: 'rgb(1, 2, 3)',
            colorText: 'red; } body { display: none',
            wrongName: '1px',
          },
          rules: { '.Input': { borderRadius: '17px', backgroundImage: 'url(https://evil.example/x)' } },
        },
      });
      const looks = await frame.getByLabel('Card number').evaluate((box) => {
        const { backgroundColor, borderRadius, backgroundImage } = getComputedStyle(box);
        return {
          backgroundColor,
          borderRadius,
          backgroundImage,
          body: getComputedStyle(document.body).display,
        };
      });
      expect(looks).toEqual({
        backgroundColor: 'rgb(1, 2, 3)',
        borderRadius: '17px',
        backgroundImage: 'none',
        body: 'block',
      });
      expect(cards.opened.pageProblems).toEqual([expect.stringContaining('wrongName')]);
    });

    it('is usable by keyboard: Tab enters the frame, passes its fields and leaves it, and Escape reaches the page', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page);
      await frame.getByLabel('Card number').focus();
      for (let count = 0; count < 6; count += 1) await cards.page.keyboard.press('Tab');
      expect(await cards.page.evaluate(() => document.activeElement?.textContent)).toBe('After');
      await frame.getByLabel('Card number').press('Escape');
      await expect
        .poll(async () => (await elementEvents(cards.page)).map(([type]) => type))
        .toEqual(expect.arrayContaining(['focus', 'blur', 'escape']));
    });
  });
});

describe('its methods', () => {
  const cards = cardPages();

  describe('misuse of the API by a page', () => {
    const thrownBy = (source: string): Promise<string> =>
      cards.page.evaluate(`(async () => {
      try {
        const stripe = await window.loadStripe('pk_test_sandbox_unit', { stripeAccount: 'acct_ada' });
        ${source}
        return 'nothing';
      } catch (problem) {
        return problem.name;
      }
    })()`);
    const deferred = `{mode:'payment',amount:500,currency:'usd'}`;

    it.each([
      ['an empty key', `window.Stripe('')`],
      ['a secret key', `window.Stripe('sk_test_sandbox_unit')`],
      [
        'the removed paymentMethodTypes',
        `stripe.elements({mode:'payment',amount:5,currency:'usd',paymentMethodTypes:['card']})`,
      ],
      ['a fraction as amount', `stripe.elements({mode:'payment',amount:5.5,currency:'usd'})`],
      ['an upper-case currency', `stripe.elements({mode:'payment',amount:500,currency:'USD'})`],
      [
        'a second payment element',
        `const e = stripe.elements(${deferred}); e.create('payment'); e.create('payment')`,
      ],
      ['a selector without a match', `stripe.elements(${deferred}).create('payment').mount('#nowhere')`],
      [
        'no return_url',
        `const e = stripe.elements(${deferred}); e.create('payment').mount('#pay'); await stripe.confirmPayment({elements: e, clientSecret: 'pi_1_secret_1'})`,
      ],
      [
        'confirming before submit',
        `const e = stripe.elements(${deferred}); e.create('payment').mount('#pay'); await stripe.confirmPayment({elements: e, clientSecret: 'pi_1_secret_1', redirect: 'if_required'})`,
      ],
      ['a malformed client secret', `await stripe.retrievePaymentIntent('nonsense')`],
    ])('throws an IntegrationError for %s', async (_, code) => {
      await cards.open(CARD_PAGE);
      expect(await thrownBy(code)).toBe('IntegrationError');
    });

    // Holds pay-039.
    it('requires submit() again after the amount has changed', async () => {
      await cards.open(CARD_PAGE);
      const frame = await mountCard(cards.page);
      await typeCard(frame, '4242424242424242');
      const thrown = await cards.page.evaluate(
        async (secret) => {
          await window.elements.submit();
          await window.elements.update({ amount: 700 });
          const options = {
            elements: window.elements,
            clientSecret: secret,
            redirect: 'if_required',
          } as const;
          return window.stripe.confirmPayment(options).catch((problem: unknown) => String(problem));
        },
        (await cards.newIntent()).secret,
      );
      expect(thrown).toContain('You must call `elements.submit()`');
    });
  });

  describe('other methods', () => {
    // Holds pay-172.
    it('retrieve an intent without its server-side fields, and handle its next action', async () => {
      await cards.open(CARD_PAGE);
      await mountCard(cards.page);
      const intent = await cards.sandbox.stripe.paymentIntents.create(
        {
          amount: 500,
          currency: 'usd',
          payment_method: 'pm_card_threeDSecure2Required',
          confirm: true,
          use_stripe_sdk: true,
          metadata: { secret: 'x' },
        },
        { stripeAccount: ADA },
      );
      const secret = intent.client_secret ?? '';
      const read = await cards.page.evaluate((value) => window.stripe.retrievePaymentIntent(value), secret);
      expect(read.paymentIntent).toMatchObject({ id: intent.id, status: 'requires_action' });
      expect(read.paymentIntent).not.toHaveProperty('metadata');
      const acting = cards.page.evaluate(
        (value) => window.stripe.handleNextAction({ clientSecret: value }),
        secret,
      );
      await challengeFrame(cards.page).getByRole('button', { name: 'Complete authentication' }).click();
      expect((await acting).paymentIntent).toMatchObject({ status: 'succeeded' });
      const wrong = await cards.page.evaluate(
        (value) => window.stripe.retrievePaymentIntent(`${value}x`),
        secret,
      );
      expect(wrong.error).toMatchObject({ code: 'resource_missing' });
    });

    it('offer no wallet', async () => {
      await cards.open(CARD_PAGE);
      await mountCard(cards.page);
      const methods = await cards.page.evaluate(
        () =>
          new Promise((resolve) => {
            const element = window.elements.create('expressCheckout');
            element.on('ready', ({ availablePaymentMethods }) => resolve(availablePaymentMethods ?? 'none'));
            element.mount('#pay');
          }),
      );
      expect(methods).toBe('none');
    });
  });
});

describe('paying in an app', () => {
  const cards = cardPages();
  const swish = { type: 'swish', currency: 'sek', name: 'Swish' };
  const mbWay = { type: 'mb_way', currency: 'eur', name: 'MB WAY' };
  const pix = { type: 'pix', currency: 'brl', name: 'Pix' };
  const code = ({ name } = swish) => cards.page.frameLocator(`iframe[title="Pay with ${name}"]`);

  /** A page of this width with the way chosen in its form; pays when `begin` is called. */
  async function choose({ type, currency, name }: typeof swish, width: number) {
    const types = ['card', type];
    await cards.sandbox.control('accounts/way', { account: ADA, type, status: 'active' });
    await cards.open(CARD_PAGE);
    await cards.page.setViewportSize({ width, height: 700 });
    const frame = await mountCard(cards.page, { amount: 5000, currency, types });
    await frame.getByRole('radio', { name }).check();
    const { id, secret } = await cards.newIntent(5000, currency, types);
    const begin = () => pay(cards.page, secret, { confirmParams: { return_url: cards.page.url() } });
    return { id, begin, note: frame.getByRole('status') };
  }
  type Chosen = Awaited<ReturnType<typeof choose>>;

  const statusOf = async ({ id }: Chosen) =>
    (await cards.sandbox.stripe.paymentIntents.retrieve(id, {}, { stripeAccount: ADA })).status;

  // Holds pay-233.
  describe('paying in an app on a wide screen', () => {
    let chosen: Chosen;
    let paying: ReturnType<typeof pay>;
    beforeEach(async () => {
      chosen = await choose(swish, 1024);
      paying = chosen.begin();
      await code().getByRole('img', { name: 'Code to scan' }).waitFor();
    });

    it('shows a code above the page, takes the focus, and pays by keyboard', async () => {
      const authorize = code().getByRole('button', { name: 'Authorize' });
      expect(await code().getByRole('dialog', { name: 'Pay with Swish' }).isVisible()).toBe(true);
      await expect.poll(() => authorize.evaluate((button) => button === document.activeElement)).toBe(true);
      await cards.page.keyboard.press('Enter');
      expect(await paying).toEqual({ status: 'succeeded' });
      expect(await cards.page.locator('iframe[title="Pay with Swish"]').count()).toBe(0);
    });

    it.each(['Escape', 'Close', 'Fail'] as const)(
      'is not paid after %s, and can be tried again',
      async (way) => {
        if (way === 'Escape') await cards.page.keyboard.press('Escape');
        else await code().getByRole('button', { name: way }).click();
        expect((await paying).code).toBe('payment_intent_authentication_failure');
        expect(await statusOf(chosen)).toBe('requires_payment_method');
        const again = chosen.begin();
        await code().getByRole('button', { name: 'Authorize' }).click();
        expect(await again).toEqual({ status: 'succeeded' });
      },
    );

    it('is decided in three days if the buyer says so', async () => {
      await code().getByRole('button', { name: 'Answer in three days' }).click();
      expect(await paying).toEqual({ status: 'processing' });
    });
  });

  // Holds pay-233.
  it('opens the app’s page in the place of the page on a narrow screen, and comes back', async () => {
    const chosen = await choose(swish, 360);
    const shop = cards.page.url();
    void chosen.begin().catch(() => undefined);
    await cards.page.getByRole('heading', { name: 'Pay with Swish' }).waitFor();
    await cards.page.getByRole('button', { name: 'Authorize' }).click();
    await cards.page.waitForURL(`${shop}?payment_intent=${chosen.id}&*redirect_status=succeeded`);
    expect(await statusOf(chosen)).toBe('succeeded');
  });

  // Holds pay-238.
  it.each([
    [pix, 'Scan the code with the app to pay.', 1],
    [mbWay, 'Confirm the payment in your bank’s app within 240 seconds.', 0],
  ])('$name keeps the page on a narrow screen, says so, and pays above it', async (way, text, codes) => {
    const chosen = await choose(way, 360);
    expect(await chosen.note.count()).toBe(0);
    const shop = cards.page.url();
    const paying = chosen.begin();
    await code(way).getByText(text).waitFor();
    expect(await code(way).getByRole('img', { name: 'Code to scan' }).count()).toBe(codes);
    await code(way).getByRole('button', { name: 'Authorize' }).click();
    expect(await paying).toEqual({ status: 'succeeded' });
    expect(cards.page.url()).toBe(shop);
  });

  // Holds pay-238.
  it('a payment by MB WAY that nobody confirms ends after four minutes, and can be tried again', async () => {
    const chosen = await choose(mbWay, 360);
    const paying = chosen.begin();
    await code(mbWay).getByRole('button', { name: 'Authorize' }).waitFor();
    await cards.sandbox.control('clock/advance', { milliseconds: 200_000 });
    expect(await statusOf(chosen)).toBe('requires_action');
    await cards.sandbox.control('clock/advance', { milliseconds: 41_000 });
    expect(await statusOf(chosen)).toBe('requires_payment_method');
    await code(mbWay).getByRole('button', { name: 'Authorize' }).click();
    expect((await paying).code).toBe('payment_intent_payment_attempt_expired');
  });
});
