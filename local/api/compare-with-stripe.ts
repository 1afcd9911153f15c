import { paths } from '../../core/documents/documents';
import { reservedBy } from '../../core/documents/refund-document';
import type { Tip } from '../../core/tip/tip';
import { noContribution, type TipContribution } from '../../core/money/totals';
import { decodeTip } from '../../core/documents/tip-document';
import { projectTip, tellsNews } from '../../core/tip/state/tip-projection';
import { decodeTotalsShard, sumTotals } from '../../core/documents/totals-document';
import { addContribution } from '../../core/money/totals';
import { allDocuments } from '../../functions/store/all-documents';
import {
  refundRequestsOf,
  refusedRequests,
  requestStatus,
} from '../../functions/tips/refund/refund-requests';
import { listAtStripe, type IntentAtStripe } from './list-at-stripe';
import { adaUid, type OpenApi } from './open-api';

export interface UnreliableRun {
  /** Tips that were stored, whatever became of them. */
  readonly stored: number;
  readonly paid: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly warned: number;
  /** Tips that differ from what Stripe says of them, with the fields that do. */
  readonly differing: readonly string[];
  /** Whether the totals are, to the unit, the sum of what Stripe's own lists say. */
  readonly totalsExact: boolean;
}

/** Every stored tip beside Stripe, and the totals beside all payments that Stripe has, whichever tip knows of them. */
export async function compareWithStripe(api: OpenApi): Promise<UnreliableRun> {
  const intents = await listAtStripe<IntentAtStripe>(api, '/v1/payment_intents');
  const differing: string[] = [];
  const tips: Tip[] = [];
  for await (const { value: tip } of allDocuments(api.deps.store, paths.tips(adaUid), decodeTip)) {
    tips.push(tip);
    const ofTip = intents.filter(({ metadata }) => metadata['tip_id'] === tip.tipId);
    differing.push(...(await differences(api, tip, ofTip)));
  }
  let counted = noContribution;
  for (const intent of intents) counted = addContribution(counted, await contributionAt(api, intent));
  const told: TipContribution[] = [];
  for await (const { value } of allDocuments(api.deps.store, paths.totals(adaUid), decodeTotalsShard)) {
    told.push(sumTotals([value]).usd ?? noContribution);
  }
  const totals = told.reduce(addContribution, noContribution);
  return {
    stored: tips.length,
    paid: tips.filter(({ payment }) => payment.status === 'succeeded').length,
    refunded: tips.filter(({ contrib }) => contrib.refunded > 0).length,
    disputed: tips.filter(({ dispute: { status } }) => status !== 'none').length,
    warned: tips.filter(({ warning }) => warning !== null).length,
    differing,
    totalsExact: JSON.stringify(totals) === JSON.stringify(counted),
  };
}

async function differences(
  { deps }: OpenApi,
  tip: Tip,
  ofTip: readonly IntentAtStripe[],
): Promise<readonly string[]> {
  const { paymentIntentId, accountId } = tip.stripe;
  const declined = ofTip.some(({ last_payment_error: error }) => error !== null);
  const unheard = declined && tip.payment.attempts === 0 ? [`${tip.tipId}: nobody heard of a decline`] : [];
  if (paymentIntentId === null) {
    // Left on Stripe's page, or never begun.
    return tip.payment.status === 'expired' ? unheard : [...unheard, `${tip.tipId}: ${tip.payment.status}`];
  }
  const all = { hasRefunds: true, hasDispute: true, hasWarning: true };
  const asked = await deps.payments.snapshot({
    account: accountId,
    paymentIntentId,
    checkoutSessionId: tip.stripe.checkoutSessionId,
    ...all,
  });
  if (!asked.ok) throw new Error(`Stripe does not answer for ${tip.tipId}`);
  const requests = await refundRequestsOf(deps.store, tip);
  // Stripe's lists do not hold the refunds that it refused to make.
  const refunds = [...asked.value.refunds, ...refusedRequests(requests)];
  const now = projectTip(tip, { ...asked.value, refunds }, reservedBy(requests));
  const behind = requests.filter((request) => {
    const refund = asked.value.refunds.find(({ requestId }) => requestId === request.requestId);
    return request.status === 'requested' || (refund && requestStatus(refund) !== request.status);
  });
  return [
    ...unheard,
    ...(tellsNews(tip, now) ? [difference(tip, now)] : []),
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

/** Straight from Stripe's own objects, past all of our code. */
async function contributionAt(api: OpenApi, intent: IntentAtStripe): Promise<TipContribution> {
  if (intent.status !== 'succeeded') return noContribution;
  const query = `&payment_intent=${intent.id}`;
  const refunds = await listAtStripe<Moved>(api, '/v1/refunds', query);
  const disputes = await listAtStripe<Moved>(api, '/v1/disputes', query);
  const sum = (of: readonly Moved[]) => of.reduce((total, { amount }) => total + amount, 0);
  const live = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const held = disputes.filter(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status));
  return { count: 1, gross: intent.amount_received, refunded: sum(live), disputed: sum(held) };
}
