import { randomUUID } from 'node:crypto';
import { noContribution, type Tip, type TipContribution } from '../../core/tip';
import { reservedBy } from '../../core/refund-document';
import { projectTip, tellsNews } from '../../core/tip-projection';
import { decodeTip } from '../../core/tip-document';
import { addContribution, decodeTotalsShard, sumTotals } from '../../core/totals-document';
import { paths } from '../../core/documents';
import { allDocuments } from '../../functions/all-documents';
import type { Deps } from '../../functions/deps';
import { refundRequestsOf } from '../../functions/tips/refund-requests';
import { refundTip } from '../../functions/tips/refund-tip';
import { runSweep, type SweepName } from '../../functions/sweeps/run-sweep';
import { syncTip } from '../../functions/tips/sync-tip';
import { seededRandom } from '../stripe/events/unrest';
import { adaUid, type OpenApi } from './open-api';

export interface UnreliableRun {
  /** Tips that were stored, whatever became of them. */
  readonly stored: number;
  readonly paid: number;
  readonly refunded: number;
  readonly disputed: number;
  /** Tips that differ from what Stripe says of them, with the fields that do. */
  readonly differing: readonly string[];
  /** Whether the totals are, to the unit, the sum of what Stripe's own lists say. */
  readonly totalsExact: boolean;
}

const minute = 60_000;

/**
 * Fans, owners and banks on a bad day: three in ten webhook deliveries are lost, three in ten come twice, all are shuffled; sockets to
 * Stripe are cut before and after the work was done, and one answer in twenty is a 500 (some of them kept under their key and
 * repeated). Then the faults end, the sweeps run as they do within two days, and everything is compared with Stripe.
 */
export async function unreliableRun(api: OpenApi, tips: number, seed: number): Promise<UnreliableRun> {
  const random = seededRandom(seed);
  await api.control('unrest', { drop: 0.3, duplicate: 0.3, shuffle: 200 });
  const faults = [
    { fault: { kind: 'fail', status: 500, when: 'before' }, share: 0.03 },
    { fault: { kind: 'fail', status: 500, when: 'during' }, share: 0.01 },
    { fault: { kind: 'fail', status: 500, when: 'after' }, share: 0.01 },
    { fault: { kind: 'cut', when: 'before' }, share: 0.05 },
    { fault: { kind: 'cut', when: 'after' }, share: 0.05 },
  ];
  for (const fault of faults) await api.control('faults/add', { route: '*', ...fault });
  let begun = 0;
  const fan = async () => {
    for (; begun < tips;) {
      begun += 1;
      await oneTip(api, random);
    }
  };
  await Promise.all(Array.from({ length: Math.min(48, tips) }, fan));
  await api.control('faults/clear');
  await api.control('unrest', { drop: 0, duplicate: 0, shuffle: 0 });
  await sweepTwoDays(api);
  return compareWithStripe(api);
}

/** What people do is lost or fails as it may: nothing here is tried twice but by the product itself. */
async function oneTip(api: OpenApi, random: () => number): Promise<void> {
  const cents = 300 + Math.floor(random() * 2000);
  const tip = await api.sendTip({ tipAmount: cents, total: cents }).catch(() => null);
  if (tip === null || random() < 0.05) return;
  const { paymentIntentId, tipId } = tip;
  if (random() < 0.1) await api.pay(paymentIntentId, 'pm_card_chargeDeclined').catch(() => null);
  await api.pay(paymentIntentId, cardOf(random())).catch(() => null);
  const [refunds, disputes, byOwner] = [random() < 0.3, random() < 0.1, random() < 0.7];
  const amount = random() < 0.3 ? null : 1 + Math.floor(random() * cents);
  if (refunds && byOwner) await refundAtBusker(api.deps, tipId, amount);
  if (refunds && !byOwner) await refundAtStripe(api, paymentIntentId, amount).catch(() => null);
  if (disputes) await dispute(api, paymentIntentId, random()).catch(() => null);
}

function cardOf(chance: number): string {
  if (chance < 0.05) return 'pm_card_createDispute';
  if (chance < 0.1) return 'pm_card_pendingRefund';
  if (chance < 0.15) return 'pm_card_refundFail';
  return chance < 0.2 ? 'pm_card_createIssuerFraudRecord' : 'pm_card_visa';
}

async function refundAtBusker(deps: Deps, tipId: string, amount: number | null): Promise<void> {
  const reference = { uid: adaUid, tipId };
  await syncTip(deps, reference, { cause: 'poll', eventId: null });
  const refund = { requestId: randomUUID(), amount, reason: 'duplicate', by: 'owner' } as const;
  await refundTip(deps, reference, refund);
}

function refundAtStripe(api: OpenApi, paymentIntentId: string, amount: number | null) {
  const parts = amount === null ? {} : { amount: String(amount) };
  return api.atStripe('POST', '/v1/refunds', { payment_intent: paymentIntentId, ...parts });
}

async function dispute(api: OpenApi, charge: string, chance: number): Promise<void> {
  const kind = chance < 0.3 ? 'inquiry' : 'fraudulent';
  const opened = (await api.control('disputes/create', { charge, kind })) as { readonly id: string };
  if (chance < 0.2) return;
  const outcome = kind === 'inquiry' ? 'warning_closed' : chance < 0.6 ? 'won' : 'lost';
  await api.control('disputes/close', { dispute: opened.id, outcome });
}

/** The schedules of two days, in the order of their time; Stripe's clock goes along, so that keys are forgotten and sessions end. */
async function sweepTwoDays(api: OpenApi): Promise<void> {
  const plan: readonly (readonly [minutes: number, name: SweepName])[] = [
    [5, 'every-5-minutes'],
    [60, 'hourly'],
    [60, 'every-5-minutes'],
    [24 * 60, 'daily'],
    [60, 'hourly'],
    [5, 'every-5-minutes'],
    [23 * 60, 'daily'],
  ];
  let ahead = 0;
  const deps = { ...api.deps, clock: { now: () => Date.now() + ahead } };
  for (const [minutes, name] of plan) {
    ahead += minutes * minute;
    await api.control('clock/advance', { milliseconds: minutes * minute });
    await runSweep(deps, name);
  }
}

async function compareWithStripe(api: OpenApi): Promise<UnreliableRun> {
  const { deps } = api;
  const differing: string[] = [];
  const tips: Tip[] = [];
  let counted = noContribution;
  for await (const { value: tip } of allDocuments(deps.store, paths.tips(adaUid), decodeTip)) {
    tips.push(tip);
    const { paymentIntentId, accountId } = tip.stripe;
    if (paymentIntentId === null) {
      if (tip.payment.status !== 'expired') differing.push(`${tip.tipId}: ${tip.payment.status}`);
      continue;
    }
    const asked = await deps.payments.snapshot({
      account: accountId,
      paymentIntentId,
      checkoutSessionId: null,
      hasRefunds: true,
      hasDispute: true,
      hasWarning: true,
    });
    if (!asked.ok) throw new Error(`Stripe does not answer for ${tip.tipId}`);
    const requests = await refundRequestsOf(deps.store, tip);
    const now = projectTip(tip, asked.value, reservedBy(requests));
    if (tellsNews(tip, now)) differing.push(difference(tip, now));
    if (requests.some(({ status }) => status === 'requested'))
      differing.push(`${tip.tipId}: a refund is open`);
    counted = addContribution(counted, await contributionAt(api, paymentIntentId));
  }
  const told: TipContribution[] = [];
  for await (const { value } of allDocuments(deps.store, paths.totals(adaUid), decodeTotalsShard)) {
    told.push(sumTotals([value]).usd ?? noContribution);
  }
  const totals = told.reduce(addContribution, noContribution);
  return {
    stored: tips.length,
    paid: tips.filter(({ payment }) => payment.status === 'succeeded').length,
    refunded: tips.filter(({ contrib }) => contrib.refunded > 0).length,
    disputed: tips.filter(({ dispute: { status } }) => status !== 'none').length,
    differing,
    totalsExact: JSON.stringify(totals) === JSON.stringify(counted),
  };
}

function difference(tip: Tip, now: Tip): string {
  const keys = (Object.keys(tip) as (keyof Tip)[]).filter(
    (key) =>
      !['rev', 'updatedAt', 'syncedAt'].includes(key) &&
      JSON.stringify(tip[key]) !== JSON.stringify(now[key]),
  );
  return `${tip.tipId}: ${keys.map((key) => `${key} ${JSON.stringify(tip[key])} is ${JSON.stringify(now[key])}`).join('; ')}`;
}

interface ListOf<T> {
  readonly data: readonly T[];
}

/** Straight from Stripe's own objects, past all of our code. */
async function contributionAt(api: OpenApi, id: string): Promise<TipContribution> {
  const ask = (method: string, path: string) => api.atStripe(method, path);
  const intent = (await ask('GET', `/v1/payment_intents/${id}`)) as {
    status: string;
    amount_received: number;
  };
  if (intent.status !== 'succeeded') return noContribution;
  const query = `payment_intent=${id}&limit=100`;
  const refunds = (await ask('GET', `/v1/refunds?${query}`)) as ListOf<{ status: string; amount: number }>;
  const disputes = (await ask('GET', `/v1/disputes?${query}`)) as ListOf<{ status: string; amount: number }>;
  const sum = (of: readonly { readonly amount: number }[]) =>
    of.reduce((total, { amount }) => total + amount, 0);
  const live = refunds.data.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const held = disputes.data.filter(({ status }) =>
    ['needs_response', 'under_review', 'lost'].includes(status),
  );
  return { count: 1, gross: intent.amount_received, refunded: sum(live), disputed: sum(held) };
}
