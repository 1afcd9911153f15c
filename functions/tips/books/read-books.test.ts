import { expect, it } from 'vitest';
import { decodeTip, encodeTip } from '../../../core/documents/tip-document';
import { paths } from '../../../core/documents/documents';
import type { BooksAnswer } from '../../../core/api/books-api';
import type { Tip } from '../../../core/tip/tip';
import {
  adasStage,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  refusedFields,
  sendEvent,
  signIn,
  type Stage,
} from '../../testing/ada';
import { tipIn } from '../../testing/stored-state';

const asked = async (stage: Stage, query: string, token = adaToken) =>
  stage.call('GET', `/v1/me/books?${query}`, undefined, bearerOf(token));

/** A tip that was paid and booked, moved to that time. */
async function bookedTip(stage: Stage, paidAt: number, given: Partial<Tip> = {}): Promise<void> {
  const { tipId, paymentIntentId } = await paidTip(stage);
  stage.stripe.book(paymentIntentId, {
    id: `txn_${tipId}`,
    currency: 'usd',
    stripeFee: 45,
    applicationFee: 0,
    net: 455,
  });
  await sendEvent(stage, 'charge.updated', { paymentIntentId, reference: { uid: adaUid, tipId } });
  const path = paths.tip(adaUid, tipId);
  const tip = decodeTip(stage.deps.store.dump()[path]);
  if (!tip.ok) throw new Error('The tip cannot be read');
  const payment = { ...tip.value.payment, succeededAt: paidAt };
  stage.deps.store.put(path, encodeTip({ ...tip.value, payment, ...given }));
}

const all = 'from=2026-01-01&until=2026-12-31&zone=Europe/Berlin';

it('adds up a year by month of the owner, and by country of the card', async () => {
  const stage = await adasStage();
  await bookedTip(stage, Date.UTC(2026, 0, 31, 23, 30));
  await bookedTip(stage, Date.UTC(2026, 1, 10));
  await bookedTip(stage, Date.UTC(2026, 10, 1), {
    fan: { name: null, message: null, anonymous: true, country: 'DE' },
  });
  await bookedTip(stage, Date.UTC(2025, 11, 31, 22, 30));
  await paidTip(stage);
  const { status, json } = await asked(stage, all);
  expect(status).toBe(200);
  const { months, countries, firstPaidAt } = json as unknown as BooksAnswer;
  expect(months.map(({ month, sums }) => [month, sums.map(({ count }) => count)])).toContainEqual([
    '2026-02',
    [2],
  ]);
  expect(months[0]?.sums).toMatchObject([
    { currency: 'usd', bookedIn: 'usd', count: 2, received: 1000, booked: { stripeFee: 90, kept: 910 } },
  ]);
  expect(countries.map(({ country }) => country)).toEqual(['US', 'DE']);
  expect(firstPaidAt).toBe(Date.UTC(2025, 11, 31, 22, 30));
});

it('counts the refund of a tip in the month in which the tip was paid', async () => {
  const stage = await adasStage();
  const returned = {
    refundNet: -500,
    disputeNet: 0,
    disputeFee: 0,
    refundedAt: Date.UTC(2026, 5, 1),
    disputedAt: null,
  };
  const contrib = { count: 1, gross: 500, refunded: 500, disputed: 0 };
  await bookedTip(stage, Date.UTC(2026, 2, 1), { returned, contrib });
  const { json } = await asked(stage, all);
  expect(json['months']).toMatchObject([
    { month: '2026-03', sums: [{ refunded: 500, booked: { refunds: -500, kept: -45 } }] },
  ]);
});

it('refuses unclear ranges by name, and everybody else', async () => {
  const stage = await adasStage();
  const refused = async (query: string) => refusedFields(await asked(stage, query));
  expect(await refused('from=2026-01-01&until=2026-12-31&zone=Mars')).toEqual(['zone']);
  expect(await refused('from=2026-02-30&until=2026-12-31&zone=UTC')).toEqual(['from']);
  expect(await refused('from=2026-02-01&until=2026-01-31&zone=UTC')).toEqual(['until']);
  expect(await refused('from=2025-01-01&until=2026-12-31&zone=UTC')).toEqual(['until']);
  expect(await refused('zone=UTC')).toEqual(['from', 'until']);
  expect((await asked(stage, all, 'nobody')).status).toBe(401);
  await bookedTip(stage, Date.UTC(2026, 1, 10));
  signIn(stage.deps, 'uid-eve', 'token-eve');
  expect((await asked(stage, all, 'token-eve')).json).toEqual({
    months: [],
    countries: [],
    feesApart: [],
    fees: [],
    feesUntil: null,
    firstPaidAt: null,
  });
});

it('refuses a range with too many tips before it reads one', async () => {
  const stage = await adasStage();
  await bookedTip(stage, Date.UTC(2026, 1, 10));
  const { store } = stage.deps;
  store.sum = async () => ({ count: 20_001, sums: {} as never });
  const before = store.requests;
  const { status, json } = await asked(stage, all);
  expect([status, json['code']]).toEqual([422, 'books-too-long']);
  // Only the account's deletion and the counter of requests.
  expect(store.requests - before).toBeLessThanOrEqual(3);
});

// Holds dash-161.
it('names the ways to pay of its tips whose own fee Stripe books apart, whatever the currency', async () => {
  const stage = await adasStage();
  const { stripe } = tipIn(stage, (await paidTip(stage)).tipId);
  const byWay = (paymentMethodType: string) => ({ stripe: { ...stripe, paymentMethodType } });
  await bookedTip(stage, Date.UTC(2026, 0, 10), byWay('card'));
  await bookedTip(stage, Date.UTC(2026, 1, 10), byWay('mobilepay'));
  await bookedTip(stage, Date.UTC(2026, 1, 11), byWay('mobilepay'));
  expect((await asked(stage, all)).json['feesApart']).toEqual(['mobilepay']);
  const january = 'from=2026-01-01&until=2026-01-31&zone=Europe/Berlin';
  expect((await asked(stage, january)).json['feesApart']).toEqual([]);
});
