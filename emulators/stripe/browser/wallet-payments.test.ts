import { beforeEach, expect, it } from 'vitest';
import { CARD_PAGE } from '../testing/card-pages';
import { ADA } from '../testing/open-sandbox';
import { cardFrame, mountCard, pay } from '../testing/pay-page';
import { rowPages, waysOfRow } from '../testing/row-page';

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
