import { beforeEach, describe, expect, it } from 'vitest';
import { CARD_PAGE, cardPages } from '../testing/card-pages';
import { ADA } from '../testing/open-sandbox';
import { mountCard, pay } from '../testing/pay-page';

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
