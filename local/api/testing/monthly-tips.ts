import { wordsVersion } from '@busker/core/monthly/monthly-words';
import { syncMonthly } from '@busker/functions/monthly/sync-monthly';
import { stored, allDocuments } from '@busker/functions/store/store';
import { cycleTipIdOf } from '@busker/functions/tips/tip-access';
import { paths } from '@busker/core/documents/documents';
import { jobIdOf } from '@busker/core/jobs/job-document';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { ledgerEntryDocument } from '@busker/core/money-documents/stripe-account-document';
import { addContribution, noContribution, type TipContribution } from '@busker/core/money/money';
import type { Monthly, MonthlyState } from '@busker/core/monthly/monthly';
import { seededRandom } from '@busker/emulator-stripe/events/webhooks';
import { runAnyJob } from '@busker/functions/jobs/recurring-jobs';
import { runSweep } from '@busker/functions/jobs/run-sweep';
import { adaAccount, adaUid, type OpenApi } from '../open-api';
import {
  compareWithStripe,
  type UnreliableRun,
  contributionAt,
  listAtStripe,
  type IntentAtStripe,
} from '../compare-with-stripe';
import { addFaults, clearFaults, manyAtOnce } from '../unreliable-run';

export interface Subscribed {
  readonly monthlyId: string;
  readonly token: string;
  readonly subscription: string;
}

interface ListedInvoice {
  readonly id: string;
  readonly status: string;
  readonly amount_paid: number;
  readonly lines: { readonly data: readonly unknown[] };
}

/** Fields of the request that differ. */
type Change = Readonly<Record<string, unknown>>;

/** Ada offers monthly and yearly tips, and fans begin them on the sandbox's page. */
export async function monthlyTipsOn(api: OpenApi) {
  /** Ada offers monthly and yearly tips. */
  async function offerMonthly(): Promise<void> {
    const profile = await api.deps.store.read(stored.profile(adaUid));
    if (profile === undefined) throw new Error('Ada has no profile');
    const monthly = { on: true, intervals: ['month', 'year'], presets: { month: null, year: null } } as const;
    const offering = {
      ...profile,
      tips: { ...profile.tips, monthly: { ...monthly, intervals: [...monthly.intervals] } },
    };
    await api.deps.store.transaction(async (tx) => {
      await tx.read(stored.handle('ada'));
      tx.write(stored.profile(adaUid), offering);
    });
  }

  /** A request for a monthly tip of five dollars, or as `change` says, in a new session. */
  async function ask(change: Change = {}) {
    const request = { ...(await api.tipRequest('hosted')), every: 'month', wordsVersion, language: 'en' };
    return api.call('POST', '/v1/tips', { ...request, ...change });
  }

  /** A monthly tip of five dollars, or as `change` says, whose fan has agreed and is on Stripe's page. */
  async function open(
    change: Change = {},
  ): Promise<Omit<Subscribed, 'subscription'> & { readonly url: string }> {
    const answer = await ask(change);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.json));
    const { tipId: monthlyId = '', tipToken: token = '', url = '' } = answer.json;
    return { monthlyId, token, url };
  }

  /** A monthly tip whose fan has paid on the sandbox's page. Stripe's events arrive as they do. */
  async function subscribe(
    change: Change = {},
    fields: { readonly email?: string } = {},
  ): Promise<Subscribed> {
    const { monthlyId, token, url } = await open(change);
    const paid = await api.payOnPage(url, '4242424242424242', fields);
    if (paid !== 200) throw new Error(`Stripe’s page answered ${paid}`);
    await api.stripe.webhooksIdle();
    const known = await monthlyOf(monthlyId);
    return { monthlyId, token, subscription: known?.stripe.subscriptionId ?? '' };
  }

  const monthlyOf = (id: string) => api.deps.store.read(stored.monthly(adaUid, id));
  /** The first such time (epoch milliseconds) that is still to come, in a year that `isYear` accepts. `month` counts from 0, as in `Date`. */
  function nextTime(
    month: number,
    day: number,
    hour: number,
    isYear: (year: number) => boolean = () => true,
  ): number {
    for (let year = new Date(api.stripe.now()).getUTCFullYear(); ; year += 1) {
      const time = Date.UTC(year, month, day, hour);
      if (isYear(year) && time > api.stripe.now()) return time;
    }
  }
  /** Moves the clock to a time (epoch milliseconds). Stripe's events arrive as they do. */
  const advanceTo = async (to: number) => {
    await api.control('billing/advance', { to, deliver: 'each-step' });
    await api.stripe.webhooksIdle();
  };
  /** Months and a day: an invoice is charged an hour after its period began. */
  const advance = async (months: number) => {
    const deliver = 'each-step';
    const { now } = (await api.control('billing/advance', { months, deliver })) as { readonly now: number };
    await api.control('billing/advance', { to: now + 24 * 60 * 60_000, deliver });
    await api.stripe.webhooksIdle();
  };
  const sync = (id: string) =>
    syncMonthly(api.deps, { uid: adaUid, tipId: id }, { cause: 'schedule', eventId: null });

  const invoicesOf = async (subscription: string) => {
    const path = `/v1/invoices?subscription=${subscription}&limit=100`;
    const { data } = (await api.atStripe('GET', path)) as { readonly data: readonly ListedInvoice[] };
    return data;
  };
  const renewalsOf = async ({ subscription, monthlyId }: Subscribed) => {
    const invoices = (await invoicesOf(subscription)).toReversed();
    const ids = invoices.map(({ id }, index) => (index === 0 ? monthlyId : cycleTipIdOf(adaAccount, id)));
    return Promise.all(ids.map((id) => api.deps.store.read(stored.tip(adaUid, id))));
  };

  await offerMonthly();
  return { ask, open, subscribe, monthlyOf, advance, nextTime, advanceTo, sync, invoicesOf, renewalsOf };
}

/** Something with a local Firestore. */
interface WithFirestore {
  readonly addresses: { readonly firestore: string };
}

interface Profile {
  readonly name: string;
  readonly fields: {
    readonly handle: { readonly stringValue: string };
    readonly tips: { readonly mapValue: { readonly fields: Readonly<Record<string, unknown>> } };
  };
}

const monthly = {
  on: { booleanValue: true },
  intervals: { arrayValue: { values: [{ stringValue: 'month' }, { stringValue: 'year' }] } },
  presets: { mapValue: { fields: { month: { nullValue: null }, year: { nullValue: null } } } },
};

const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };

/** All documents of a collection, as the emulator stores them, without the rules. */
export async function listDocuments(firestore: string, collection: string): Promise<readonly unknown[]> {
  const documents = `${firestore}/v1/projects/demo-busker/databases/(default)/documents`;
  const listed = await fetch(`${documents}/${collection}?pageSize=300`, { headers });
  return ((await listed.json()) as { readonly documents?: readonly unknown[] }).documents ?? [];
}

/** Ada's published profile offers monthly and yearly tips, written straight into the store. */
export async function offerMonthly({ addresses: { firestore } }: WithFirestore): Promise<void> {
  const profiles = (await listDocuments(firestore, 'profiles')) as readonly Profile[];
  const ada = profiles.find(({ fields }) => fields.handle.stringValue === 'ada');
  if (ada === undefined) throw new Error('Ada has no profile');
  const fields = { ...ada.fields.tips.mapValue.fields, monthly: { mapValue: { fields: monthly } } };
  const changed = await fetch(`${firestore}/v1/${ada.name}?updateMask.fieldPaths=tips`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ fields: { tips: { mapValue: { fields } } } }),
  });
  if (!changed.ok) throw new Error(`Ada offers nothing: ${changed.status} ${await changed.text()}`);
}

interface MonthsCompared {
  readonly monthlies: number;
  readonly running: number;
  readonly ended: number;
  /** Payments of later periods. */
  readonly renewals: number;
  /** Monthly tips and payments that differ from Stripe's subscriptions and invoices. */
  readonly monthliesOff: readonly string[];
}

interface SubscriptionAtStripe {
  readonly id: string;
  readonly status: string;
  readonly cancel_at_period_end: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly items: { readonly data: readonly { readonly price: { readonly unit_amount: number } }[] };
}

interface InvoiceAtStripe {
  readonly id: string;
  readonly status: string;
  readonly amount_paid: number;
  readonly created: number;
}

/** Compares every monthly tip with its subscription, and its payments with the paid invoices, without the product's projection. */
export async function compareMonthlies(api: OpenApi): Promise<MonthsCompared> {
  const subscriptions = await listAtStripe<SubscriptionAtStripe>(api, '/v1/subscriptions', '&status=all');
  const monthliesOff: string[] = [];
  const all: Monthly[] = [];
  let renewals = 0;
  for await (const { value } of allDocuments(
    api.deps.store,
    paths.monthlies(adaUid),
    monthlyDocument.decode,
  )) {
    all.push(value);
    const own = subscriptions.filter(({ metadata }) => metadata['tip_id'] === value.monthlyId);
    monthliesOff.push(...stateOff(value, own));
    const paid = await paidInvoices(api, own);
    renewals += Math.max(0, paid.length - 1);
    monthliesOff.push(...(await paymentsOff(api, value, paid)));
  }
  return {
    monthlies: all.length,
    running: all.filter(({ contrib }) => contrib.active === 1).length,
    ended: all.filter(({ state }) => state === 'ended').length,
    renewals,
    monthliesOff,
  };
}

/** The oldest first. */
async function paidInvoices(
  api: OpenApi,
  [subscription]: readonly SubscriptionAtStripe[],
): Promise<readonly InvoiceAtStripe[]> {
  if (!subscription) return [];
  const query = `&subscription=${subscription.id}`;
  const invoices = await listAtStripe<InvoiceAtStripe>(api, '/v1/invoices', query);
  return invoices.filter(({ status, amount_paid: paid }) => status === 'paid' && paid > 0).toReversed();
}

function statesFor({ status, cancel_at_period_end: ends }: SubscriptionAtStripe): readonly MonthlyState[] {
  if (status === 'active') return [ends ? 'ending' : 'active'];
  if (status === 'past_due') return ['overdue', 'needs-action'];
  return [status === 'canceled' ? 'ended' : 'overdue'];
}

function stateOff({ monthlyId, state, contrib, every }: Monthly, own: readonly SubscriptionAtStripe[]) {
  const [subscription, another] = own;
  if (another) return [`${monthlyId}: two subscriptions`];
  if (!subscription) return state === 'never-began' ? [] : [`${monthlyId}: ${state} without a subscription`];
  const amount = subscription.items.data[0]?.price.unit_amount ?? 0;
  const states = statesFor(subscription);
  const gives = states[0] === 'active' ? amount * (every === 'month' ? 12 : 1) : 0;
  return [
    ...(states.includes(state) ? [] : [`${monthlyId}: ${state} is ${states.join()}`]),
    ...(contrib.perYear === gives ? [] : [`${monthlyId}: ${contrib.perYear} a year is ${gives}`]),
  ];
}

async function paymentsOff(api: OpenApi, monthly: Monthly, paid: readonly InvoiceAtStripe[]) {
  const off: string[] = [];
  for (const [index, { id, amount_paid: amount }] of paid.entries()) {
    const tipId = index === 0 ? monthly.monthlyId : cycleTipIdOf(adaAccount, id);
    const tip = await api.deps.store.read(stored.tip(adaUid, tipId));
    const is = `${tip?.payment.status} ${tip?.amount} ${tip?.contrib.count}`;
    if (is !== `succeeded ${amount} 1`) off.push(`${monthly.monthlyId}: ${id} of ${amount} is ${is}`);
  }
  if (monthly.paidCycles !== paid.length)
    off.push(`${monthly.monthlyId}: ${monthly.paidCycles} payments are ${paid.length}`);
  return off;
}

type Random = () => number;

/** A fan who has begun, or tried to. */
interface Fan {
  readonly monthlyId: string;
  readonly token: string;
}

const day = 24 * 60 * 60_000;
const goodCard = '4242424242424242';
const declinedCard = '4000000000000002';

/**
 * Plays monthly tips for some months under faults: 30 % of the events are lost (in every third month all), 30 % arrive twice, all in any order;
 * connections to Stripe break, and 5 % of its answers are a 500. Each month some fans stop, keep, change, withdraw or have a card that fails, and some owners refund, cancel or are
 * disputed. Then the faults end, the sweeps of a week run, and everything is compared with Stripe. The server must have the sandbox's clock.
 */
export async function unreliableMonths(
  api: OpenApi,
  { fans, months, seed }: { readonly fans: number; readonly months: number; readonly seed: number },
): Promise<UnreliableRun & MonthsCompared> {
  // Each part has its own random numbers, so that the order of the parts does not change the results.
  const chances = (of: number) => seededRandom(seed + of * 7919);
  await addFaults(api, 0.3);
  const begun: Fan[] = [];
  await manyAtOnce(fans, async (index) => {
    begun.push(...(await beginOne(api, chances(index))));
  });
  await sweepAll(api);
  for (let month = 1; month <= months; month += 1) {
    await manyAtOnce(begun.length, async (index) => {
      const fan = begun[index];
      if (fan) await liveOn(api, fan, chances(month * fans + index));
    });
    // Our own question must be answered.
    await clearFaults(api);
    const running = await subscriptionsOf(api);
    // A renewal has many events, so that one of them nearly always arrives. In every third month none does.
    await addFaults(api, month % 3 === 0 ? 1 : 0.3);
    await manyAtOnce(running.length, async (index) => {
      const id = running[index];
      if (id) await atStripesEnd(api, id, chances((months + month) * fans + index));
    });
    for (const days of [10, 10, 10.5]) {
      await advance(api, days);
      await sweepAll(api);
    }
  }
  await clearFaults(api);
  // Two weeks of the weekly check, which needs no event.
  for (let passed = 0; passed < 16; passed += 1) {
    await advance(api, 1);
    await sweepAll(api);
  }
  await api.stripe.webhooksIdle();
  return { ...(await compareWithStripe(api)), ...(await compareMonthlies(api)) };
}

/** A fan begins: some leave Stripe's page, some after a declined card. Empty: no tip was made. */
async function beginOne(api: OpenApi, random: Random): Promise<readonly Fan[]> {
  const cents = 300 + Math.floor(random() * 2000);
  const every = random() < 0.15 ? 'year' : 'month';
  const words = { every, wordsVersion, language: 'en' };
  const request = { ...(await api.tipRequest('hosted')), tipAmount: cents, total: cents, ...words };
  const ask = () => api.call('POST', '/v1/tips', request).catch(() => null);
  // The answer was lost, so a page may exist. Pressing the same button asks again.
  let made = await ask();
  for (let tries = 0; made?.status !== 201 && tries < 4; tries += 1) made = await ask();
  const { tipId: monthlyId, tipToken: token, url } = made?.json ?? {};
  if (!monthlyId || !token || !url) return [];
  if (random() < 0.2) await api.payOnPage(url, declinedCard).catch(() => null);
  if (random() < 0.9) await api.payOnPage(url, goodCard).catch(() => null);
  return [{ monthlyId, token }];
}

/** What a fan does in a month: mostly nothing. A lost answer is not repeated here; only the product repeats. */
async function liveOn(api: OpenApi, { monthlyId, token }: Fan, random: Random): Promise<void> {
  const ask = (what: string, body?: object) =>
    api.call('POST', `/v1/monthly/${monthlyId}/${what}`, body, token).catch(() => null);
  const chance = random();
  const cents = 300 + Math.floor(random() * 2000);
  if (chance < 0.03) await ask('stop', { when: 'period-end' });
  else if (chance < 0.04) await ask('stop', { when: 'now' });
  else if (chance < 0.07) await ask('keep');
  else if (chance < 0.12)
    await ask('amount', { tipAmount: cents, coverCosts: false, total: cents, wordsVersion });
  else if (chance < 0.15) await ask('withdraw');
}

/** What banks and the owner do at Stripe in a month. */
async function atStripesEnd(api: OpenApi, subscription: string, random: Random): Promise<void> {
  const chance = random();
  const control = (name: string, body: object) => api.control(name, body).catch(() => null);
  if (chance < 0.1) await control('billing/renewals', { subscription, answer: 'decline' });
  else if (chance < 0.13) await control('billing/renewals', { subscription, answer: 'ask' });
  else if (chance < 0.3) await control('billing/renewals', { subscription, answer: 'card' });
  else if (chance < 0.31) await cancelAtStripe(api, subscription);
  else if (chance < 0.36) await moveMoney(api, subscription, random);
}

const cancelAtStripe = (api: OpenApi, subscription: string) =>
  api.atStripe('DELETE', `/v1/subscriptions/${subscription}`).catch(() => null);

/** A refund or a dispute of the latest payment. */
async function moveMoney(api: OpenApi, subscription: string, random: Random): Promise<void> {
  const kind = random();
  const path = `/v1/invoice_payments?status=paid&limit=100`;
  const invoices = await listAtStripe<{ readonly id: string; readonly status: string }>(
    api,
    '/v1/invoices',
    `&subscription=${subscription}`,
  ).catch(() => []);
  const paid = invoices.find(({ status }) => status === 'paid');
  if (!paid) return;
  const payments = (await api.atStripe('GET', `${path}&invoice=${paid.id}`).catch(() => null)) as {
    readonly data: readonly { readonly payment: { readonly payment_intent?: string } }[];
  } | null;
  const intent = payments?.data[0]?.payment.payment_intent;
  if (!intent) return;
  if (kind < 0.5) await api.atStripe('POST', '/v1/refunds', { payment_intent: intent }).catch(() => null);
  else if (kind < 0.8)
    await api.control('disputes/create', { charge: intent, kind: 'fraudulent' }).catch(() => null);
  else await api.control('disputes/create', { charge: intent, kind: 'inquiry' }).catch(() => null);
}

const subscriptionsOf = async (api: OpenApi): Promise<readonly string[]> =>
  (await listAtStripe(api, '/v1/subscriptions', '&status=all')).map(({ id }) => id);

async function advance(api: OpenApi, days: number): Promise<void> {
  const to = api.stripe.now() + Math.round(days * day);
  await api.control('billing/advance', { to, deliver: 'each-step' });
  await api.stripe.webhooksIdle();
}

/** Every schedule once; the one that follows monthly tips asks about at most 400 at a time. */
async function sweepAll({ deps }: OpenApi): Promise<void> {
  for (const name of ['every-5-minutes', 'hourly', 'daily', 'every-5-minutes'] as const)
    await runSweep(deps, name);
}

const hour = 60 * 60_000;

export interface DeletedUnderFaults {
  /** Monthly tips that Stripe would have charged again, and their unpaid invoices, before the deletion. */
  readonly ranBefore: number;
  readonly openBefore: number;
  /** The same after it. */
  readonly running: readonly string[];
  readonly open: readonly string[];
  /** The sum of the books, and of Stripe's own lists. */
  readonly books: TipContribution;
  readonly atStripe: TipContribution;
}

interface EndedSubscription {
  readonly id: string;
  readonly status: string;
  readonly items: { readonly data: readonly { readonly current_period_end: number }[] };
}

const running = async (api: OpenApi): Promise<readonly EndedSubscription[]> =>
  listAtStripe(api, '/v1/subscriptions');

async function openInvoices(api: OpenApi, subscriptions: readonly EndedSubscription[]) {
  const lists = subscriptions.map(({ id }) =>
    listAtStripe(api, '/v1/invoices', `&status=open&subscription=${id}`),
  );
  return (await Promise.all(lists)).flat().map(({ id }) => id);
}

/** An account with an open dispute cannot be deleted. */
async function closeDisputes(api: OpenApi): Promise<void> {
  const disputes = await listAtStripe<{ readonly id: string; readonly status: string }>(api, '/v1/disputes');
  for (const { id: dispute, status } of disputes) {
    if (!status.includes('needs_response')) continue;
    const outcome = status.startsWith('warning') ? 'warning_closed' : 'lost';
    await api.control('disputes/close', { dispute, outcome });
  }
  await api.stripe.webhooksIdle();
}

/** The cards of every other monthly tip are declined at the next renewal, so that invoices are open. */
async function declineSome(api: OpenApi): Promise<void> {
  const all = await running(api);
  for (const [index, { id: subscription }] of all.entries())
    if (index % 2 === 0) await api.control('billing/renewals', { subscription, answer: 'decline' });
  const ends = all.flatMap(({ items }) => items.data.map((item) => item.current_period_end * 1000));
  await api.control('billing/advance', { to: Math.min(...ends) + 30 * hour, deliver: 'each-step' });
  await api.stripe.webhooksIdle();
}

/** Ada deletes her account while connections to Stripe break and all of its events are lost; the job is repeated until it is done. */
export async function deleteUnderFaults(api: OpenApi): Promise<DeletedUnderFaults> {
  await closeDisputes(api);
  await declineSome(api);
  const ran = await running(api);
  const openBefore = (await openInvoices(api, ran)).length;
  await addFaults(api, 1);
  api.deps.idTokens.signIn('token-ada', {
    uid: adaUid,
    guest: false,
    provider: 'password',
    email: 'ada@example.com',
    emailVerified: true,
    signedInAt: api.deps.clock.now(),
  });
  const asked = await api.call('POST', '/v1/me/delete', { handle: 'ada' }, 'token-ada');
  if (asked.status > 202) throw new Error(`The deletion was refused: ${JSON.stringify(asked.json)}`);
  for (let tries = 0; (await stateOf(api)) !== 'done'; tries += 1) {
    if (tries === 200) throw new Error('The deletion does not end');
    await api.control('clock/advance', { milliseconds: hour });
    await runAnyJob(api.deps, jobIdOf('delete', adaUid));
  }
  await clearFaults(api);
  await api.stripe.webhooksIdle();
  return {
    ranBefore: ran.length,
    openBefore,
    running: (await running(api)).map(({ id }) => id),
    open: await openInvoices(api, ran),
    books: await books(api),
    atStripe: await sumAtStripe(api),
  };
}

const stateOf = async ({ deps }: OpenApi) => (await deps.store.read(stored.leaving(adaUid)))?.state.name;

async function books({ deps }: OpenApi): Promise<TipContribution> {
  let sum = noContribution;
  const from = paths.ledgerEntries(adaUid);
  for await (const { value } of allDocuments(deps.store, from, ledgerEntryDocument.decode)) {
    const { amount: gross, refunded, disputed } = value;
    sum = addContribution(sum, { count: 1, gross, refunded, disputed });
  }
  return sum;
}

async function sumAtStripe(api: OpenApi): Promise<TipContribution> {
  let sum = noContribution;
  for (const intent of await listAtStripe<IntentAtStripe>(api, '/v1/payment_intents'))
    sum = addContribution(sum, await contributionAt(api, intent));
  return sum;
}
