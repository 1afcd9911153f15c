import { expect, it } from 'vitest';
import type { BooksAnswer } from '../../../core/api/books-api';
import { afterFeesApart, BookSums } from '../../../core/tip/book-sums';
import { feeSums } from '../../../core/money/fee-lines';
import { paths } from '../../../core/documents/documents';
import {
  adasStage,
  adaToken,
  adaUid,
  bearerOf,
  paidTip,
  putPayments,
  adaPayments,
  sendEvent,
  signIn,
} from '../../testing/ada';
import { begin, monthlyReference, monthlyStage, type MonthlyStage } from '../../testing/monthly-stage';
import { reconcileAccount } from '../looks/look-by-hand';

const day = 24 * 60 * 60_000;
const cut = { kind: 'unavailable', error: new Error('cut') } as const;

/** All that a balance got for a payment of USD 5.37. */
const charge = { currency: 'usd', stripeFee: 46, applicationFee: 0, net: 491 };
const billingFee = 4;

async function books(stage: MonthlyStage): Promise<BooksAnswer> {
  const { json, status } = await stage.call(
    'GET',
    '/v1/me/books?from=2027-01-01&until=2027-12-31&zone=UTC',
    undefined,
    bearerOf(adaToken),
  );
  expect(status).toBe(200);
  return json as unknown as BooksAnswer;
}

/** What is left of a year in dollars. */
function leftOf({ months, fees }: BooksAnswer): number {
  const sums = new BookSums();
  for (const sum of months.flatMap((month) => month.sums)) sums.addSum(sum);
  const after = afterFeesApart(sums.all(), feeSums(fees.flatMap((month) => month.sums)));
  return after.reduce((left, { booked }) => left + booked.kept, 0);
}

async function book(stage: MonthlyStage, paymentIntentId: string): Promise<void> {
  stage.stripe.book(paymentIntentId, { ...charge, id: `txn_${paymentIntentId}` });
  await sendEvent(stage, 'charge.updated', { paymentIntentId });
}

/** A monthly tip that was paid once and renewed so often, all of it booked. */
async function renewed(
  renewals: number,
  config: Parameters<typeof monthlyStage>[1] = {},
): Promise<{ readonly stage: MonthlyStage; readonly id: string }> {
  const stage = await monthlyStage(undefined, config);
  stage.deps.clock.advance(Date.UTC(2027, 2, 31, 12) - stage.deps.clock.now());
  const id = await begin(stage);
  const first = stage.deps.payments.sessions.get(stage.sessionId)?.paymentIntentId ?? '';
  await book(stage, first);
  for (let count = 0; count < renewals; count += 1) {
    stage.deps.clock.advance(30 * day);
    const paymentIntentId = stage.billing.renew(id);
    await sendEvent(stage, 'invoice.paid', { reference: monthlyReference });
    await book(stage, paymentIntentId);
  }
  stage.deps.clock.advance(day);
  return { stage, id };
}

// Holds pay-430.
it('books less the fees booked apart are the balance after three renewals', async () => {
  const { stage } = await renewed(3);
  const answer = await books(stage);
  const balance = 4 * (charge.net - billingFee);
  expect(leftOf(answer)).toBe(balance);
  expect(answer.fees.map(({ month, sums }) => [month, sums])).toEqual(
    [
      ['2027-04', billingFee],
      ['2027-05', 2 * billingFee],
      ['2027-06', billingFee],
    ].map(([month, amount]) => [month, [{ currency: 'usd', amount }]]),
  );
  expect(answer.feesUntil).toBe(stage.deps.clock.now());
});

// Holds pay-431.
it('counts a fee once, whoever reads it again, and a fee that Stripe gives back lowers the fees', async () => {
  const { stage } = await renewed(1);
  const before = leftOf(await books(stage));
  stage.deps.clock.advance(16 * 60_000);
  expect(leftOf(await books(stage))).toBe(before);
  const at = stage.deps.clock.now();
  stage.deps.payments.fees.push({
    id: 'txn_back',
    account: 'acct_ada',
    at,
    currency: 'usd',
    amount: -billingFee,
  });
  stage.deps.payments.fees.push({ id: 'txn_other', account: 'acct_eve', at, currency: 'usd', amount: 99 });
  stage.deps.clock.advance(16 * 60_000);
  expect(leftOf(await books(stage))).toBe(before + billingFee);
});

// Holds pay-431.
it('asks Stripe once in a quarter of an hour, and about what is new', async () => {
  const { stage } = await renewed(1);
  const { payments, clock } = stage.deps;
  const since: number[] = [];
  const listFees = payments.listFees.bind(payments);
  payments.listFees = (account, from) => {
    since.push(from);
    return listFees(account, from);
  };
  const first = clock.now();
  for (let count = 0; count < 5; count += 1) await books(stage);
  clock.advance(15 * 60_000);
  await books(stage);
  expect(since).toEqual([Date.UTC(2027, 2, 30, 12), first - day]);
});

// Holds pay-432.
it('shows the books while Stripe does not answer, says until when the fees are known, and asks three times at most', async () => {
  const { stage, id } = await renewed(1, { limitFactor: 1 });
  const known = await books(stage);
  stage.deps.clock.advance(31 * day);
  await book(stage, stage.billing.renew(id));
  await sendEvent(stage, 'invoice.paid', { reference: monthlyReference });
  stage.deps.clock.advance(day);
  const { payments } = stage.deps;
  const asked = () => payments.calls.filter((call) => call === 'listFees').length;
  const before = asked();
  for (let count = 0; count < 10; count += 1) {
    payments.outage = cut;
    const stale = await books(stage);
    expect([stale.feesUntil, stale.fees]).toEqual([known.feesUntil, known.fees]);
  }
  expect(asked() - before).toBe(3);
  stage.deps.clock.advance(11 * 60_000);
  payments.outage = null;
  expect((await books(stage)).fees).not.toEqual(known.fees);
});

// Holds pay-432.
it('keeps the fees of an account that was disconnected, and reads on when it is back', async () => {
  const { stage } = await renewed(2);
  const known = await books(stage);
  putPayments(stage.deps, adaUid, { ...adaPayments, disconnectedAt: stage.deps.clock.now() });
  const { payments, clock } = stage.deps;
  const before = payments.calls.length;
  clock.advance(day);
  const at = clock.now() - 60_000;
  payments.fees.push({ id: 'txn_late', account: 'acct_ada', at, currency: 'usd', amount: 5 });
  const meanwhile = await books(stage);
  expect([meanwhile.fees, meanwhile.feesUntil]).toEqual([known.fees, known.feesUntil]);
  expect(payments.calls.slice(before)).not.toContain('listFees');
  putPayments(stage.deps, adaUid, adaPayments);
  expect(leftOf(await books(stage))).toBe(leftOf(known) - 5);
});

// Holds pay-432.
it('reads the fees of owners who offer monthly tips at every look, and nobody else’s', async () => {
  const { stage } = await renewed(1);
  const { payments, store, accounts } = stage.deps;
  const asked = () => payments.calls.filter((call) => call === 'listFees').length;
  store.put(paths.stripeAccount('acct_ada'), {
    v: 1,
    accountId: 'acct_ada',
    uid: adaUid,
    connectedAt: new Date(0),
    comparedAt: null,
  });
  accounts.states.set('acct_ada', {
    accountId: 'acct_ada',
    country: 'US',
    currency: 'usd',
    cardPayments: 'active',
    linkPayments: true,
    requirements: [],
  });
  await reconcileAccount(stage.deps, 'acct_ada');
  expect(asked()).toBe(0);
  await books(stage);
  await reconcileAccount(stage.deps, 'acct_ada');
  expect(asked()).toBe(2);
});

it('asks Stripe nothing for an owner without a paid tip', async () => {
  const stage = await monthlyStage();
  expect(await books(stage)).toMatchObject({ fees: [], feesUntil: null });
  expect(stage.deps.payments.calls).not.toContain('listFees');
});

// Holds pay-431.
it('gives the owner these fees with everything else that is stored', async () => {
  const { stage } = await renewed(1);
  await books(stage);
  signIn(stage.deps, adaUid, adaToken);
  const { json } = await stage.call('GET', '/v1/me/export.json', undefined, bearerOf(adaToken));
  expect(json['fees']).toMatchObject([{ accountId: 'acct_ada', currency: 'usd', amount: billingFee }, {}]);
});

it('is the same for tips that are given once', async () => {
  const stage = await adasStage();
  await paidTip(stage);
  const answer = await stage.call(
    'GET',
    '/v1/me/books?from=2027-01-01&until=2027-12-31&zone=UTC',
    undefined,
    bearerOf(adaToken),
  );
  expect(answer.json['fees']).toEqual([]);
});
