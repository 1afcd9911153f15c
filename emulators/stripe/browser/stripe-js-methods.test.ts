import { describe, expect, it } from 'vitest';
import { CARD_PAGE, cardPages } from '../testing/card-pages';
import { ADA } from '../testing/open-sandbox';
import { challengeFrame, mountCard, typeCard } from '../testing/pay-page';

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
        const options = { elements: window.elements, clientSecret: secret, redirect: 'if_required' } as const;
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
