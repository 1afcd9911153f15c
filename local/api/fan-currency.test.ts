import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fanIn, pressPay, shownPrices, cardFields } from '../../emulators/stripe/testing/hosted-page';
import { stored } from '../../functions/store/store';
import { totalsAgree } from '../../functions/reconcile/reconcile-account';
import { refundTip } from '../../functions/refunds/refund-tip';
import { adaUid, openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi({ LIMIT_FACTOR: '1000' });
});
afterAll(() => api.close());

const fansPayInTheirCurrency = (fanCurrency: boolean) =>
  api.deps.store.transaction(async (tx) => {
    const profile = await tx.read(stored.profile(adaUid));
    if (profile === undefined) throw new Error('Ada is not published');
    tx.write(stored.profile(adaUid), { ...profile, tips: { ...profile.tips, fanCurrency } });
  });

const tipOf = (tipId: string) => api.deps.store.read(stored.tip(adaUid, tipId));

/** A fan in Germany, and Stripe's page for a tip of five dollars. The owner lets fans pay in their own currency, or does not. */
async function open({ fanCurrency }: { readonly fanCurrency: boolean }) {
  await fansPayInTheirCurrency(fanCurrency);
  const request = { ...(await api.tipRequest('hosted')), receiptEmail: fanIn('DE') };
  const { json } = await api.call('POST', '/v1/tips', request);
  const { tipId = '', tipToken = '', url = '' } = json;
  const rows = async () => {
    const { json: receipt } = await api.call('GET', `/v1/tips/${tipId}/receipt`, undefined, tipToken);
    return Object.fromEntries(receipt['rows'] as unknown as readonly (readonly [string, string])[]);
  };
  const pay = async (fields: Record<string, string>) => {
    const where = { url: api.stripe.url, publishableKey: api.env.STRIPE_PUBLISHABLE_KEY };
    const paid = await pressPay(where, url.split('/').at(-1) ?? '', fields);
    await api.stripe.webhooksIdle();
    return paid;
  };
  return { tipId, url, rows, pay };
}

const card = cardFields('4242424242424242');

// Holds pay-349.
it('a fan in Germany pays five dollars as euros: the tip is in dollars, and receipt and refunds say both', async () => {
  const { tipId, url, rows, pay } = await open({ fanCurrency: true });
  const [euros, dollars] = await shownPrices(url);
  expect([euros, dollars]).toMatchObject([
    { currency: 'eur', isChosen: true },
    { currency: 'usd', amount: 500 },
  ]);
  await pay({ ...card, currency: 'eur' });
  const presented = { amount: euros?.amount, currency: 'eur' };
  expect(await tipOf(tipId)).toMatchObject({
    state: 'paid',
    amount: 500,
    currency: 'usd',
    moderation: { state: 'visible', reasons: [] },
    payment: { presented },
  });
  expect(await rows()).toMatchObject({ Tip: '$5.00', Total: '€4.78 ($5.00)' });
  const refund = async (amount: number | null) => {
    const wanted = { requestId: randomUUID(), amount, reason: 'requested_by_customer', by: 'owner' } as const;
    expect(await refundTip(api.deps, { uid: adaUid, tipId }, wanted)).toMatchObject({ ok: true });
    await api.stripe.webhooksIdle();
    return rows();
  };
  expect(await refund(200)).toMatchObject({ Refunded: '€1.91 ($2.00)' });
  expect(await refund(null)).toMatchObject({ Refunded: '€4.78 ($5.00)' });
  expect(await tipOf(tipId)).toMatchObject({
    state: 'refunded',
    refund: { status: 'full', refunded: 500, presented: { refunded: euros?.amount, pending: 0 } },
  });
  expect(await totalsAgree(api.deps, adaUid)).toBe(true);
});

// Holds pay-349.
it('a fan who chooses the owner’s currency on Stripe’s page gets a receipt in that currency alone', async () => {
  const { rows, pay } = await open({ fanCurrency: true });
  await pay({ ...card, currency: 'usd' });
  expect(await rows()).toMatchObject({ Total: '$5.00' });
});

// Holds pay-348.
it('an owner who does not allow it has a page in the owner’s currency alone', async () => {
  const { url, rows, pay } = await open({ fanCurrency: false });
  expect(await shownPrices(url)).toEqual([]);
  await pay(card);
  expect(await rows()).toMatchObject({ Total: '$5.00' });
});
