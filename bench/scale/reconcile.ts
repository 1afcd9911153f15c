import { randomUUID } from 'node:crypto';
import { collections, paths } from '@busker/core/documents/documents';
import { jobDocument, isJobId } from '@busker/core/jobs/job-document';
import {
  stripeAccountDocument,
  newStripeAccount,
  type StripeAccountOwner,
} from '@busker/core/money-documents/stripe-account-document';
import { seededRandom } from '@busker/emulator-stripe/events/webhooks';
import { runAnyJob } from '@busker/functions/jobs/recurring-jobs';
import { hostDomain } from '@busker/functions/card-domains/host-domain';
import { readable } from '@busker/functions/store/store';
import { atStripe } from '@busker/functions/testing/in-memory-payments';
import type { BenchOptions, BenchRow } from '../bench-row';
import { monthlyCost, moveTo, scaleScenario, zipf, type ScaleScenario } from './scenario';

const hour = 60 * 60_000;
const day = 24 * hour;

/** How many accounts there are of each class, the active ones first. */
interface Classes {
  readonly active: number;
  readonly cool: number;
  readonly idle: number;
}

/**
 * Accounts that have been checked for months: the active and the cool ones are due at some time of the day that begins now, the idle ones at some time
 * of the next 30 days.
 */
function settleAccounts({ inner, clock, owners }: ScaleScenario, { active, cool, idle }: Classes): void {
  const now = clock.now();
  const ago = (days: number) => now - days * day;
  owners.forEach(({ accountId, uid }, rank) => {
    const part = (rank * 0.618_034) % 1;
    const seen: StripeAccountOwner = {
      ...newStripeAccount(accountId, uid, ago(400)),
      hostDomain: hostDomain(inner.config),
      comparedAt: ago(1 - part),
      nextLookAt: now + part * day,
      tracesAt: ago(7 * part),
      stateAt: ago(30 * part),
      look: 'active',
      lastTipAt: ago(1 + 38 * part),
      totalsAt: ago(1 + 38 * part),
    };
    const classes: readonly [number, Partial<StripeAccountOwner>][] = [
      [active, {}],
      [active + cool, { look: 'cool', lastTipAt: ago(42 + 137 * part), totalsAt: ago(42 + 137 * part) }],
      [
        active + cool + idle,
        // None is due in the last hours of a month: it would be checked in this month or in the next.
        { look: 'idle', lastTipAt: null, totalsAt: null, nextLookAt: now + 29.5 * part * day },
      ],
    ];
    const [, own = {}] = classes.find(([upTo]) => rank < upTo) ?? [];
    inner.store.put(paths.stripeAccount(accountId), stripeAccountDocument.encode({ ...seen, ...own }));
  });
}

/** How many accounts have been due for more than an hour, the time from one round to the next. */
function leftOut({ inner, clock }: ScaleScenario): number {
  const due = Object.entries(inner.store.dump()).filter(
    ([path, data]) => path.startsWith('stripeAccounts/') && Number(data['nextLookAt']) <= clock.now() - hour,
  );
  return due.length;
}

/** Fans of the first `owners` owners send tips by Zipf's law, evenly over `ms` milliseconds. Each is paid, booked, and known by its event. */
async function sendTips(scenario: ScaleScenario, tips: number, owners: number, ms: number): Promise<void> {
  const { app, inner, clock } = scenario;
  const stripe = atStripe(inner.payments, clock.now);
  const rank = zipf(owners, seededRandom(2));
  const began = clock.now();
  const post = async (path: string, body: object, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', origin: 'https://blog.example', ...more };
    const answer = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  for (let tip = 0; tip < tips; tip += 1) {
    moveTo(clock, began + (tip * ms) / tips);
    const owner = scenario.owners[rank()];
    if (owner === undefined) continue;
    const { handle, uid, accountId } = owner;
    const fan = { 'x-forwarded-for': `198.51.${Math.floor(tip / 250) % 250}.${tip % 250}` };
    const { session } = await post('/v1/tip-sessions', { handle }, fan);
    const amounts = { tipAmount: 500, coverCosts: false, total: 500, currency: 'usd' };
    const request = { handle, ...amounts, clientRequestId: randomUUID(), session, surface: 'elements' };
    const { tipId = '', clientSecret = '' } = await post('/v1/tips', request, fan);
    const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
    stripe.pay(paymentIntentId);
    stripe.book(paymentIntentId, {
      id: `txn_${tipId}`,
      stripeFee: 45,
      applicationFee: 0,
      net: 455,
      currency: 'usd',
    });
    const event = {
      id: `evt_${tipId}`,
      type: 'payment_intent.succeeded',
      account: accountId,
      livemode: false,
    };
    const about = { objectId: paymentIntentId, paymentIntentId, reference: { uid, tipId } };
    await post('/v1/stripe/webhook', { ...event, ...about }, { 'stripe-signature': 'genuine' });
  }
}

/** The job that is due first. Asked of the inner store: how a server learns of it is not measured. */
async function nextJob({ inner }: ScaleScenario) {
  const [found] = await inner.store.find(
    {
      from: collections.jobs,
      where: [['state', 'in', ['due', 'running']]],
      orderBy: [['dueAt', 'asc']],
      limit: 1,
    },
    jobDocument.decode,
  );
  if (found === undefined) return null;
  const id = found.path.slice(collections.jobs.length + 1);
  if (!isJobId(id)) throw new Error(`No job: ${found.path}`);
  return { id, dueAt: readable(found.path, found.value).dueAt };
}

/** Lets the virtual clock run until `until` (epoch milliseconds), and runs each job when it is due, one after the other. */
async function passTime(scenario: ScaleScenario, until: number): Promise<void> {
  const { deps, clock } = scenario;
  for (let job = await nextJob(scenario); job !== null && job.dueAt <= until; job = await nextJob(scenario)) {
    moveTo(clock, job.dueAt);
    // A killed runner: its lease ends by itself.
    await runAnyJob(deps, job.id).catch(() => undefined);
  }
  moveTo(clock, until);
}

/** The jobs that check accounts, from now on. */
async function startReconciling({ deps }: ScaleScenario): Promise<void> {
  await deps.jobs.want('reconcile', 'all');
  await deps.jobs.want('follow-unsettled', 'all');
}

/** Ends the runner at some moment of its work: from then on it reaches neither the store nor Stripe. Its lease stays. */
function killOnce({ inner }: ScaleScenario, afterRequests: number): { readonly revive: () => void } {
  let left = afterRequests;
  inner.store.fault = () => {
    left -= 1;
    if (left < 0) throw new Error('The process was killed');
  };
  return { revive: () => (inner.store.fault = () => undefined) };
}

/** A day of checks of 10,000 accounts: 2,700 tips on the day before, five runners killed in the middle of their work. */
export async function dayOfChecks({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const scale = quick ? 0.02 : 1;
  const classes = { active: 2_000 * scale, cool: 3_000 * scale, idle: 5_000 * scale };
  const size = classes.active + classes.cool + classes.idle;
  const scenario = await scaleScenario(size, { published: classes.active });
  const { store, calls, clock } = scenario;
  await sendTips(scenario, 2_700 * scale, classes.active, day);
  moveTo(clock, Math.ceil(clock.now() / day) * day);
  settleAccounts(scenario, classes);
  store.reset();
  calls.reset();
  const began = clock.now();
  await startReconciling(scenario);
  for (let kill = 1; kill <= 5; kill += 1) {
    const { revive } = killOnce(scenario, 40 * kill + 20);
    await passTimeKilled(scenario, began + (kill * day) / 7);
    revive();
    await passTime(scenario, began + (kill * day) / 7 + 1);
  }
  await passTime(scenario, began + day);
  const { requests, read, written } = store.counts;
  log(`a day of looks: ${calls.toString()}`);
  const what = `a day of looks at ${size} accounts`;
  return [
    { what: `${what}: calls of Stripe`, value: calls.total, unit: 'count', atMost: 11_000 * scale },
    { what: 'calls in the busiest second', value: calls.busiest, unit: 'count', atMost: 25 },
    { what: 'requests of the store', value: requests, unit: 'count', atMost: quick ? null : 12_000 },
    { what: 'documents read', value: read, unit: 'count', atMost: 40_000 * scale },
    { what: 'documents written', value: written, unit: 'count', atMost: null },
    { what: 'accounts looked at twice', value: calls.repeated('listBookings'), unit: 'ratio', atMost: 0.02 },
    { what: 'accounts left out', value: leftOut(scenario), unit: 'count', atMost: 0 },
    {
      what: 'a month of it in the store',
      value: monthlyCost({ requests, read, written }, 0),
      unit: 'USD',
      atMost: null,
    },
  ];
}

/** Until the runner is killed. */
async function passTimeKilled(scenario: ScaleScenario, until: number): Promise<void> {
  await passTime(scenario, until).catch(() => undefined);
}

/** 30 virtual days in which nothing happens to 10,000 accounts. */
export async function idleMonth({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const size = quick ? 200 : 10_000;
  const scenario = await scaleScenario(size, { published: 0 });
  const { store, calls, clock } = scenario;
  settleAccounts(scenario, { active: 0, cool: 0, idle: size });
  await startReconciling(scenario);
  // The first check of an account also stores what Stripe says about it.
  await passTime(scenario, clock.now() + 30 * day - 1);
  store.reset();
  calls.reset();
  await passTime(scenario, clock.now() + 30 * day);
  log(`30 idle days: ${calls.toString()}`);
  return [
    {
      what: `30 days of ${size} idle accounts: calls of Stripe`,
      value: calls.total,
      unit: 'count',
      atMost: size,
    },
    {
      what: 'requests of the store',
      value: store.counts.requests,
      unit: 'count',
      atMost: quick ? null : 2 * size,
    },
    { what: 'documents read', value: store.counts.read, unit: 'count', atMost: null },
    { what: 'accounts left out', value: leftOut(scenario), unit: 'count', atMost: 0 },
  ];
}

/** Stripe does not answer for two virtual days, and for one of them it refuses the key. */
export async function stripeAway({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const size = quick ? 50 : 1_000;
  const scenario = await scaleScenario(size, { published: size });
  const { inner, clock } = scenario;
  settleAccounts(scenario, { active: size, cool: 0, idle: 0 });
  await startReconciling(scenario);
  await passTime(scenario, clock.now() + day);
  const unavailable = { kind: 'unavailable', error: new Error('No answer') } as const;
  const refused = {
    ...unavailable,
    key: { why: 'invalid', code: 'platform_api_key_expired', requestId: null, permission: null },
  } as const;
  for (const outage of [unavailable, refused]) {
    inner.payments.outage = outage;
    inner.accounts.outage = outage;
    await passTime(scenario, clock.now() + day);
  }
  inner.payments.outage = null;
  inner.accounts.outage = null;
  await passTime(scenario, clock.now() + day);
  const marked = Object.entries(inner.store.dump()).filter(
    ([path, data]) => path.endsWith('/server/payments') && data['disconnectedAt'] !== null,
  );
  const behind = Object.entries(inner.store.dump()).filter(
    ([path, data]) => path.startsWith('stripeAccounts/') && Number(data['comparedAt']) < clock.now() - day,
  );
  log(`Stripe away: ${inner.lines.length} lines in the log`);
  return [
    {
      what: `Stripe away for 2 days, ${size} accounts: marked as disconnected`,
      value: marked.length,
      unit: 'count',
      atMost: 0,
    },
    { what: 'not compared within a day afterwards', value: behind.length, unit: 'count', atMost: 0 },
  ];
}
