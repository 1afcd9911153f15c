import { isDeepStrictEqual } from 'node:util';
import { paths } from '@busker/core/documents/documents';
import {
  reservedBy,
  tipDocument,
  totalsShardDocument,
  sumTotals,
} from '@busker/core/money-documents/tip-document';
import { noContribution, addContribution, type TipContribution } from '@busker/core/money/money';
import { projectTip, isNews } from '@busker/core/tip-state/tip-projection';
import type { Tip } from '@busker/core/tip/tip';
import { allDocuments } from '@busker/functions/store/store';
import { refundRequestsOf, refusedRequests, requestStatus } from '@busker/functions/tips/sync-tip';
import { adaUid, type OpenApi } from './open-api';

export interface UnreliableRun {
  /** All stored tips, in any state. */
  readonly stored: number;
  readonly paid: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly warned: number;
  /** Tips that differ from Stripe, with the fields that differ. */
  readonly differing: readonly string[];
  /** Whether the totals equal the sum of Stripe's own lists exactly. */
  readonly totalsExact: boolean;
  /** What the tips say was added to the owner's balance, minus the sum of Stripe's balance transactions, in minor units. */
  readonly booksOff: number;
}

/** Compares every stored tip with Stripe, and the totals with all payments at Stripe, including those without a tip. */
export async function compareWithStripe(api: OpenApi): Promise<UnreliableRun> {
  const intents = await listAtStripe<IntentAtStripe>(api, '/v1/payment_intents');
  const differing: string[] = [];
  const tips: Tip[] = [];
  for await (const { value: tip } of allDocuments(api.deps.store, paths.tips(adaUid), tipDocument.decode)) {
    tips.push(tip);
    const ofTip = intents.filter(({ metadata }) => metadata['tip_id'] === tip.tipId);
    differing.push(...(await differences(api, tip, ofTip)));
  }
  let counted = noContribution;
  for (const intent of intents) counted = addContribution(counted, await contributionAt(api, intent));
  const stored: TipContribution[] = [];
  for await (const { value } of allDocuments(
    api.deps.store,
    paths.totals(adaUid),
    totalsShardDocument.decode,
  )) {
    stored.push(sumTotals([value])[api.currency] ?? noContribution);
  }
  const totals = stored.reduce(addContribution, noContribution);
  return {
    stored: tips.length,
    paid: tips.filter(({ payment }) => payment.status === 'succeeded').length,
    refunded: tips.filter(({ contrib }) => contrib.refunded > 0).length,
    disputed: tips.filter(({ dispute: { status } }) => status !== 'none').length,
    warned: tips.filter(({ warning }) => warning !== null).length,
    differing,
    totalsExact: isDeepStrictEqual(totals, counted),
    booksOff: tips.reduce((sum, tip) => sum + onBalance(tip), 0) - (await balanceOf(api, intents)),
  };
}

const onBalance = ({ fees, returned }: Tip): number =>
  (fees.net ?? 0) + (returned === null ? 0 : returned.refundNet + returned.disputeNet);

interface Booked {
  readonly id: string;
  readonly net: number;
}

/** Stripe's own sum of everything that was booked for these payments, without the product's code. */
async function balanceOf(api: OpenApi, intents: readonly IntentAtStripe[]): Promise<number> {
  const net = async (id: unknown) =>
    typeof id === 'string'
      ? ((await api.atStripe('GET', `/v1/balance_transactions/${id}`)) as Booked).net
      : 0;
  let sum = 0;
  for (const { id, status } of intents) {
    if (status !== 'succeeded') continue;
    const query = `&payment_intent=${id}`;
    for (const charge of await listAtStripe<Charged>(api, '/v1/charges', query))
      sum += await net(charge.balance_transaction);
    for (const refund of await listAtStripe<Charged>(api, '/v1/refunds', query))
      sum += (await net(refund.balance_transaction)) + (await net(refund.failure_balance_transaction));
    for (const dispute of await listAtStripe<Disputed>(api, '/v1/disputes', query))
      sum += dispute.balance_transactions.reduce((total, each) => total + each.net, 0);
  }
  return sum;
}

interface Charged {
  readonly id: string;
  readonly balance_transaction: string | null;
  readonly failure_balance_transaction?: string | null;
}

interface Disputed {
  readonly id: string;
  readonly balance_transactions: readonly Booked[];
}

async function differences(
  { deps }: OpenApi,
  tip: Tip,
  ofTip: readonly IntentAtStripe[],
): Promise<readonly string[]> {
  const { paymentIntentId, accountId } = tip.stripe;
  const declined = ofTip.some(({ last_payment_error: error }) => error !== null);
  const missedDecline =
    declined && tip.payment.attempts === 0 ? [`${tip.tipId}: a decline was not recorded`] : [];
  if (paymentIntentId === null) {
    // The fan left Stripe's page, or never opened it.
    return tip.payment.status === 'expired'
      ? missedDecline
      : [...missedDecline, `${tip.tipId}: ${tip.payment.status}`];
  }
  const all = { hasRefunds: true, hasDispute: true, hasWarning: true };
  const asked = await deps.payments.snapshot({
    account: accountId,
    paymentIntentId,
    checkoutSessionId: tip.stripe.checkoutSessionId,
    ...(tip.cycle === undefined ? {} : { invoiceId: tip.cycle.invoiceId }),
    ...all,
  });
  if (!asked.ok) throw new Error(`Stripe does not answer for ${tip.tipId}`);
  const requests = await refundRequestsOf(deps.store, tip);
  // Stripe's lists do not contain the refunds that Stripe refused.
  const refunds = [...asked.value.refunds, ...refusedRequests(requests)];
  const now = projectTip(tip, { ...asked.value, refunds }, reservedBy(requests));
  const behind = requests.filter((request) => {
    const refund = asked.value.refunds.find(({ requestId }) => requestId === request.requestId);
    return request.status === 'requested' || (refund && requestStatus(refund) !== request.status);
  });
  return [
    ...missedDecline,
    ...(isNews(tip, now) ? [difference(tip, now)] : []),
    ...behind.map(({ requestId, status }) => `${tip.tipId}: refund ${requestId} is not ${status}`),
  ];
}

function difference(tip: Tip, now: Tip): string {
  const keys = (Object.keys(tip) as (keyof Tip)[]).filter(
    (key) =>
      !['rev', 'updatedAt', 'syncedAt'].includes(key) &&
      JSON.stringify(tip[key]) !== JSON.stringify(now[key]),
  );
  return `${tip.tipId}: ${keys.map((key) => `${key} ${JSON.stringify(tip[key])} is ${JSON.stringify(now[key])}`).join('; ')}`;
}

interface Moved {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
}

/** Computed from Stripe's own objects, without the product's code. */
export async function contributionAt(api: OpenApi, intent: IntentAtStripe): Promise<TipContribution> {
  if (intent.status !== 'succeeded') return noContribution;
  const query = `&payment_intent=${intent.id}`;
  const refunds = await listAtStripe<Moved>(api, '/v1/refunds', query);
  const disputes = await listAtStripe<Moved>(api, '/v1/disputes', query);
  const sum = (of: readonly Moved[]) => of.reduce((total, { amount }) => total + amount, 0);
  const live = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const held = disputes.filter(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status));
  return { count: 1, gross: intent.amount_received, refunded: sum(live), disputed: sum(held) };
}

/** The fields of a payment intent that the tests read, as in Stripe's API. Amounts in minor units. */
export interface IntentAtStripe {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly payment_method_types: readonly string[];
  readonly amount_received: number;
  readonly last_payment_error: object | null;
  readonly metadata: Readonly<Record<string, string>>;
}

interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/** A complete list of Stripe's API for Ada's account, without the product's code. */
export async function listAtStripe<T extends { readonly id: string }>(
  api: OpenApi,
  path: string,
  query = '',
): Promise<readonly T[]> {
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const after = last === undefined ? '' : `&starting_after=${last.id}`;
    const page = (await api.atStripe('GET', `${path}?limit=100${query}${after}`)) as Page<T>;
    all.push(...page.data);
    if (!page.has_more) return all;
  }
}
