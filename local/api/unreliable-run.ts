import { randomUUID } from 'node:crypto';
import { currencies } from '@busker/core/money/money';
import { seededRandom } from '@busker/emulator-stripe/events/webhooks';
import type { Deps } from '@busker/functions/deps';
import { runSweep, type SweepName } from '@busker/functions/jobs/run-sweep';
import { refundTip } from '@busker/functions/refunds/refund-tip';
import { syncTip } from '@busker/functions/tips/sync-tip';
import {
  compareWithStripe,
  type UnreliableRun,
  listAtStripe,
  type IntentAtStripe,
} from './compare-with-stripe';
import { adaUid, type OpenApi } from './open-api';

type Random = () => number;

const goodCard = '4242424242424242';
const declinedCard = '4000000000000002';

/** How fans pay: all by card, or by any way that Stripe offers for the payment. */
type PaidBy = 'card' | 'any-way';

/** Simulates people. A lost or failed action is not retried here; only the product retries. */
async function oneTip(api: OpenApi, paidBy: PaidBy, index: number, random: Random): Promise<void> {
  const [small, , large] = currencies[api.currency].presets;
  const cents = small + Math.floor(random() * 2 * large);
  if (random() < 0.2) return hostedTip(api, cents, random);
  const tip = await api.sendTip({ tipAmount: cents, total: cents }).catch(() => null);
  if (tip === null || random() < 0.05) return;
  const { paymentIntentId, tipId } = tip;
  const less = { tipAmount: small, coverCosts: false, total: small };
  const changes = random() < 0.1;
  if (changes) await api.call('POST', `/v1/tips/${tipId}/amount`, less, tip.tipToken).catch(() => null);
  if (random() < 0.1) await api.pay(paymentIntentId, 'pm_card_chargeDeclined').catch(() => null);
  await (paidBy === 'card' ? payByCard(api, tip, random) : payByAnyWay(api, tip, index, random));
  const [refunds, disputes, byOwner] = [random() < 0.3, random() < 0.1, random() < 0.7];
  const amount = random() < 0.3 ? null : 1 + Math.floor(random() * cents);
  if (refunds && byOwner) await refundAtBusker(api.deps, tipId, amount);
  if (refunds && !byOwner) await refundAtStripe(api, paymentIntentId, amount).catch(() => null);
  if (disputes) await dispute(api, paymentIntentId, random()).catch(() => null);
}

interface Unpaid {
  readonly paymentIntentId: string;
  readonly clientSecret: string;
}

const payByCard = (api: OpenApi, { paymentIntentId }: Unpaid, random: Random): Promise<unknown> =>
  api.pay(paymentIntentId, cardOf(random())).catch(() => null);

/**
 * The fans take the ways in turn: a few tips have each of them, which drawn ways would not. Some fans fail at the bank
 * and then pay by card; some banks answer days later.
 */
async function payByAnyWay(api: OpenApi, tip: Unpaid, index: number, random: Random): Promise<void> {
  const methods = await methodsOf(api, tip).catch(() => ['card']);
  const method = methods[index % methods.length] ?? 'card';
  if (method === 'card') return void (await payByCard(api, tip, random));
  const chance = random();
  const outcome = chance < 0.1 ? 'fail' : chance < 0.2 ? 'later' : 'complete';
  await api.payAtBank(tip, method, outcome).catch(() => null);
  if (outcome === 'fail') await payByCard(api, tip, random);
}

/** The ways that Stripe offers for a payment. Link is part of the card form. */
async function methodsOf(api: OpenApi, { paymentIntentId }: Unpaid): Promise<readonly string[]> {
  const intent = (await api.atStripe('GET', `/v1/payment_intents/${paymentIntentId}`)) as IntentAtStripe;
  return intent.payment_method_types.filter((type) => type !== 'link');
}

/** On Stripe's page; some fans leave it, some of them after a declined card. */
async function hostedTip(api: OpenApi, cents: number, random: Random): Promise<void> {
  const request = { ...(await api.tipRequest('hosted')), tipAmount: cents, total: cents };
  const ask = () => api.call('POST', '/v1/tips', request).catch(() => null);
  // The answer was lost, so a page may exist. Pressing the same button asks again.
  const url = (await ask())?.json['url'] ?? (await ask())?.json['url'];
  if (url === undefined) return;
  if (random() < 0.5) await api.payOnPage(url, declinedCard).catch(() => null);
  if (random() < 0.7) await api.payOnPage(url, goodCard).catch(() => null);
}

function cardOf(chance: number): string {
  if (chance < 0.05) return 'pm_card_createDispute';
  if (chance < 0.2) return 'pm_card_pendingRefund';
  if (chance < 0.25) return 'pm_card_refundFail';
  return chance < 0.3 ? 'pm_card_createIssuerFraudRecord' : 'pm_card_visa';
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

/** All objects at Stripe that the next steps act on. */
interface Everything {
  readonly paid: readonly IntentAtStripe[];
  readonly refunds: readonly { readonly id: string; readonly status: string }[];
  readonly disputes: readonly { readonly id: string; readonly status: string }[];
}

async function everything(api: OpenApi): Promise<Everything> {
  const intents = await listAtStripe<IntentAtStripe>(api, '/v1/payment_intents');
  return {
    paid: intents.filter(({ status }) => status === 'succeeded'),
    refunds: await listAtStripe(api, '/v1/refunds'),
    disputes: await listAtStripe(api, '/v1/disputes'),
  };
}

interface Scenario {
  readonly api: OpenApi;
  readonly deps: Deps;
}

type Act = () => Promise<unknown>;

/** Days after the payments: refunds in the product and at Stripe, disputes and warnings. */
function someDaysLater({ api, deps }: Scenario, { paid }: Everything, random: Random): readonly Act[] {
  return paid.flatMap(({ id, amount, metadata: { tip_id: tipId = '' } }) => {
    const [what, part, kind] = [random(), 1 + Math.floor(random() * amount), random()];
    if (what < 0.1) return [() => refundAtStripe(api, id, part).catch(() => null)];
    if (what < 0.2) return [() => refundAtBusker(deps, tipId, part)];
    // Opened now and closed later or never.
    if (what < 0.28) return [() => dispute(api, id, kind < 0.5 ? 0.1 : 0.19 + 0.01 * kind).catch(() => null)];
    return what < 0.36 ? [() => api.control('warnings/create', { charge: id })] : [];
  });
}

/** Weeks later: disputes close, banks return refunds, and more refunds are made. */
function someWeeksLater(
  { api, deps }: Scenario,
  { paid, refunds, disputes }: Everything,
  random: Random,
): readonly Act[] {
  const open = disputes.filter(({ status }) => /needs_response|under_review/.test(status));
  const ends = open.flatMap(({ id, status }): Act[] => {
    const [ended, won] = [random() < 0.7, random() < 0.5];
    const outcome = status.startsWith('warning_') ? 'warning_closed' : won ? 'won' : 'lost';
    return ended ? [() => api.control('disputes/close', { dispute: id, outcome })] : [];
  });
  const failures = refunds
    .filter(() => random() < 0.3)
    .map(
      ({ id }): Act =>
        () =>
          api.control('refunds/fail', { refund: id }),
    );
  return [...ends, ...failures, ...someDaysLater({ api, deps }, { paid, refunds, disputes }, random)];
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** One clock for Stripe, for the schedules and for requests. */
interface Clocks {
  readonly deps: Deps;
  readonly advance: (milliseconds: number) => Promise<void>;
}

function clocksOf(api: OpenApi): Clocks {
  let ahead = 0;
  return {
    deps: { ...api.deps, clock: { now: () => Date.now() + ahead } },
    async advance(milliseconds) {
      ahead += milliseconds;
      await api.control('clock/advance', { milliseconds });
    },
  };
}

/**
 * Runs tips under faults: 30 % of webhook deliveries are lost, 30 % are duplicated, all are reordered; connections to
 * Stripe break before and after the work, and 5 % of its answers are a 500 (some of them replayed for the same key).
 * Then the faults end, and the sweeps of two days run. Days later there are refunds, disputes and warnings, with more
 * faults; weeks later refunds fail and disputes close, with every event lost. Then the sweeps run once more, and
 * everything is compared with Stripe.
 */
export async function unreliableRun(
  api: OpenApi,
  tips: number,
  seed: number,
  paidBy: PaidBy,
): Promise<UnreliableRun> {
  const clocks = clocksOf(api);
  // Each part has its own random numbers, so that the order of the parts does not change the results.
  const chances = (of: number) => seededRandom(seed + of * 7919);
  await addFaults(api, 0.3);
  await manyAtOnce(tips, (index) => oneTip(api, paidBy, index, chances(index)));
  await clearFaults(api);
  await sweepTwoDays(clocks);
  for (const [round, later] of [someDaysLater, someWeeksLater].entries()) {
    const all = await everything(api);
    // In the second round every event is lost. Most of these changes have two events, so a lower rate would lose few
    // changes.
    await addFaults(api, round === 0 ? 0.6 : 1);
    await clocks.advance((round === 0 ? 5 : 30) * day);
    const acts = later({ api, deps: clocks.deps }, all, chances(tips + round));
    await manyAtOnce(acts.length, async (index) => void (await acts[index]?.()));
    await runSweep(clocks.deps, 'daily');
    await runSweep(clocks.deps, 'hourly');
    await clearFaults(api);
  }
  await sweepTwoDays(clocks);
  await api.stripe.webhooksIdle();
  return compareWithStripe(api);
}

export async function addFaults(api: OpenApi, drop: number): Promise<void> {
  await api.control('webhookFaults', { drop, duplicate: 0.3, shuffle: 200 });
  const faults = [
    { fault: { kind: 'fail', status: 500, when: 'before' }, share: 0.03 },
    { fault: { kind: 'fail', status: 500, when: 'during' }, share: 0.01 },
    { fault: { kind: 'fail', status: 500, when: 'after' }, share: 0.01 },
    { fault: { kind: 'cut', when: 'before' }, share: 0.05 },
    { fault: { kind: 'cut', when: 'after' }, share: 0.05 },
  ];
  for (const fault of faults) await api.control('faults/add', { route: '*', ...fault });
}

export async function clearFaults(api: OpenApi): Promise<void> {
  await api.control('faults/clear');
  await api.control('webhookFaults', { drop: 0, duplicate: 0, shuffle: 0 });
}

export async function manyAtOnce(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let begun = 0;
  const worker = async () => {
    for (; begun < count;) {
      begun += 1;
      await work(begun - 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(48, count) }, worker));
}

/** Runs the schedules of two days in order, and advances Stripe's clock with them, so that keys and sessions expire. */
async function sweepTwoDays({ deps, advance }: Clocks): Promise<void> {
  const plan: readonly (readonly [minutes: number, name: SweepName])[] = [
    [5, 'every-5-minutes'],
    [60, 'hourly'],
    [60, 'every-5-minutes'],
    [24 * 60, 'daily'],
    [60, 'hourly'],
    [5, 'every-5-minutes'],
    [23 * 60, 'daily'],
    [2 * 60, 'hourly'],
  ];
  for (const [minutes, name] of plan) {
    await advance(minutes * minute);
    await runSweep(deps, name);
  }
}
