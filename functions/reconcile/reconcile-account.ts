import { collections, paths, totalShards } from '@busker/core/documents/documents';
import {
  ledgerEntryDocument,
  stripeAccountDocument,
  encodeReconcile,
  type ActivityClass,
  type ReconcileFields,
  type StripeAccountOwner,
} from '@busker/core/money-documents/stripe-account-document';
import { tipDocument, totalsShardDocument, sumTotals } from '@busker/core/money-documents/tip-document';
import {
  currencyCodes,
  addContribution,
  noContribution,
  type Currency,
  type TipContribution,
  type Totals,
} from '@busker/core/money/money';
import { firstPaidAt, followFees } from '../books/read-books';
import { reconcileState, noteGone, tooManyGone } from '../connect/follow-account';
import type { Deps } from '../deps';
import { logKeyRefusal } from '../log';
import type { JobRun } from '../queue/job-work';
import { NotAnswered, allReadable, sweepThrough, type SweepResult } from '../queue/sweep';
import { registerHost } from '../card-domains/host-domain';
import { allDocuments, readable, stored, type Store } from '../store/store';
import { comparePayments, type Compared } from './compare-payments';
import { unchanged } from '../tips/sync-tip';

const day = 24 * 60 * 60_000;

/** Days since the last tip. */
const until = { active: 40, cool: 180 } as const;

/** How long a tip that is not settled keeps its owner's account active: `followUnsettled` finds it again every day. */
const unsettledFor = 2 * day;

/** Milliseconds from one check to the next. */
const reconcileEvery: Readonly<Record<ActivityClass, number>> = { active: day, cool: day, idle: 30 * day };

/** Milliseconds from one list of disputes and warnings to the next. A few hours less, so that a late check does not shift it to the next day. */
const tracesEvery: Readonly<Record<ActivityClass, number | null>> = {
  active: 0,
  cool: 7 * day - 6 * 60 * 60_000,
  idle: null,
};

/** Milliseconds after which Stripe is asked again what an account may do, although no event came and no fan opened the sheet. */
const stateEvery = 30 * day - 6 * 60 * 60_000;

type ClassFacts = Pick<StripeAccountOwner, 'lastTipAt' | 'unsettledAt'>;

export function activityClassOf({ lastTipAt, unsettledAt }: ClassFacts, now: number): ActivityClass {
  const quiet = lastTipAt === null ? Infinity : now - lastTipAt;
  if (quiet <= until.active * day) return 'active';
  if (unsettledAt !== null && now - unsettledAt <= unsettledFor) return 'active';
  return quiet <= until.cool * day ? 'cool' : 'idle';
}

/** The time of the next check: at the same time of day as the one that was due, unless that is too long ago. */
function nextCheckAfter(due: number, look: ActivityClass, now: number): number {
  const every = reconcileEvery[look];
  return now - due < every / 2 ? due + every : now + every;
}

/** With the number of documents these are the five aggregations that Firestore does in one query. */
const fields = ['contrib.count', 'contrib.gross', 'contrib.refunded', 'contrib.disputed'] as const;

/** The sum of all of an owner's tips in a currency, which the store adds up: no tip is loaded. */
async function sumOfTips(
  store: Pick<Store, 'sum'>,
  uid: string,
  currency: Currency,
): Promise<TipContribution> {
  const { sums } = await store.sum({ from: paths.tips(uid), where: [['currency', '==', currency]] }, fields);
  return {
    count: sums['contrib.count'],
    gross: sums['contrib.gross'],
    refunded: sums['contrib.refunded'],
    disputed: sums['contrib.disputed'],
  };
}

const difference = (a: TipContribution, b: TipContribution): TipContribution => ({
  count: a.count - b.count,
  gross: a.gross - b.gross,
  refunded: a.refunded - b.refunded,
  disputed: a.disputed - b.disputed,
});

const isNone = (sum: TipContribution): boolean => Object.values(sum).every((part) => part === 0);

async function storedTotals(store: Pick<Store, 'find'>, uid: string): Promise<Totals> {
  const shards = [];
  for await (const { value } of allDocuments(store, paths.totals(uid), totalsShardDocument.decode))
    shards.push(value);
  return sumTotals(shards);
}

/**
 * The currencies in which an owner's totals differ from the sum of the tips: one request for the totals and one for each currency. A tip may be written
 * between them, so a difference may pass. `also` are currencies of tips, in case their totals are missing.
 */
async function differing(
  store: Pick<Store, 'find' | 'sum'>,
  uid: string,
  also: readonly Currency[],
): Promise<readonly Currency[]> {
  const totals = await storedTotals(store, uid);
  const found: Currency[] = [];
  for (const currency of new Set([...currencyCodes.filter((code) => code in totals), ...also])) {
    const sum = await sumOfTips(store, uid, currency);
    if (!isNone(difference(sum, totals[currency] ?? noContribution))) found.push(currency);
  }
  return found;
}

/** Whether an owner's totals are the sums of the tips, in every currency there is. */
export async function totalsAgree({ store }: Pick<Deps, 'store'>, uid: string): Promise<boolean> {
  return (await differing(store, uid, currencyCodes)).length === 0;
}

/** Adds up the totals of an owner anew where they differ from the tips, and logs that. Answers whether any did. */
export async function correctTotals(deps: Deps, uid: string, also: readonly Currency[]): Promise<boolean> {
  let corrected = false;
  for (const currency of await differing(deps.store, uid, also)) {
    if (!(await addUpAnew(deps, uid, currency))) continue;
    corrected = true;
    deps.log.sweepFound({ sweep: 'reconcile', what: 'totals-differ', tipId: null });
  }
  return corrected;
}

/**
 * A tip that changes its sums changes a shard in the same commit. So while the shards stay as this transaction has read them, the sum of the tips that
 * was added up after them is right, and the difference goes into one shard.
 */
function addUpAnew({ store }: Deps, uid: string, currency: Currency): Promise<boolean> {
  const shards = Array.from({ length: totalShards }, (_, shard) => stored.total(uid, currency, shard));
  return store.transaction(async (tx) => {
    const known = (await tx.readAll(shards)).filter((shard) => shard !== undefined);
    const missing = difference(
      await sumOfTips(store, uid, currency),
      known.reduce<TipContribution>(addContribution, noContribution),
    );
    if (isNone(missing)) return false;
    tx.add(paths.total(uid, currency, 0), { ...missing }, { v: 1, currency });
    return true;
  });
}

/** When an owner's latest tip was begun, for an account that no check of this release has seen. Null = never. */
async function lastTipOf(store: Pick<Store, 'find'>, uid: string): Promise<number | null> {
  const [tip] = await store.find(
    { from: paths.tips(uid), orderBy: [['createdAt', 'desc']], limit: 1 },
    tipDocument.decode,
  );
  if (tip !== undefined) return readable(tip.path, tip.value).createdAt;
  // The owner may have deleted the account: then only the ledger is left.
  const [entry] = await store.find(
    { from: paths.ledgerEntries(uid), orderBy: [['succeededAt', 'desc']], limit: 1 },
    ledgerEntryDocument.decode,
  );
  return entry === undefined ? null : readable(entry.path, entry.value).succeededAt;
}

/** Milliseconds. What was booked may appear in Stripe's list a while later, so each list begins so long before the end of the previous one. */
const overlap = day;
/** Milliseconds. How far back the first comparison of an account goes. */
const furthest = 180 * day;

/** `noted`: Stripe no longer shows the account, and the owner is not marked yet. */
type ReconcileEnd = 'same' | 'changed' | 'noted' | 'marked';

/** `due`: what the account's class asks for now. `all`: everything, because a person asked. */
type ReconcileScope = 'due' | 'all';

interface Plan {
  readonly state: boolean;
  readonly bookings: boolean;
  readonly traces: boolean;
  readonly totals: boolean;
}

/**
 * Compares one account with Stripe, as its class asks, and stores when the next check is due. A check of an idle account costs one call of Stripe and
 * one write. Until the host's domain is registered, it costs a read more, of whether the account takes cards; registering takes two calls. Throws
 * `NotAnswered` when Stripe could not be asked; then nothing is stored about this check, and `reconcileLater` decides about the next.
 */
async function compareAccount(
  deps: Deps,
  owner: StripeAccountOwner,
  scope: ReconcileScope = 'due',
): Promise<ReconcileEnd> {
  const now = deps.clock.now();
  const known = owner.look === 'unknown' ? await lastTipOf(deps.store, owner.uid) : owner.lastTipAt;
  const plan = planOf(owner, classOf(deps, { ...owner, lastTipAt: known }), scope, now);
  const found: ReconcileFields = {};
  let end: ReconcileEnd = 'same';
  if (plan.state) {
    const state = await stateOf(deps, owner);
    if (state !== 'there') return state === 'gone' ? rest(deps, owner, now) : state;
    Object.assign(found, { stateAt: now, goneSince: null });
  }
  let compared: Compared = { changed: 0, currencies: [], lastTipAt: null, isThere: true };
  if (plan.bookings) {
    const account = deps.config.mode === 'single' ? null : owner.accountId;
    const bookedSince = (owner.comparedAt ?? Math.max(owner.connectedAt, now - furthest)) - overlap;
    compared = await comparePayments(deps, account, owner.uid, { bookedSince, traces: plan.traces });
    // Stripe shows no list of an account that is gone. The answer about the account itself says whether it is.
    if (!compared.isThere && !plan.state) return compareAccount(deps, { ...owner, stateAt: null }, scope);
    if (compared.isThere)
      Object.assign(found, { comparedAt: now, ...(plan.traces ? { tracesAt: now } : {}) });
    if (compared.changed > 0) end = 'changed';
    if (compared.isThere) await followFeesOf(deps, owner.uid, account);
  }
  const lastTipAt = latest(known, compared.lastTipAt);
  const moved = (lastTipAt ?? 0) > (owner.totalsAt ?? 0);
  if (plan.bookings && (moved || plan.totals || compared.changed > 0)) {
    if (await correctTotals(deps, owner.uid, compared.currencies)) end = 'changed';
    Object.assign(found, { totalsAt: lastTipAt });
  }
  const look = classOf(deps, { ...owner, lastTipAt });
  const nextLookAt = nextCheckAfter(owner.nextLookAt, look, now);
  const host = await registerHost(deps, { ...owner, nextLookAt });
  await store(deps, owner, { ...found, look, nextLookAt, lastTipAt, ...host });
  return end;
}

/**
 * What Stripe books apart from the tips, for owners who have such fees: they offer monthly tips, or have opened their books. So books are complete also for an
 * account that was disconnected since. When Stripe does not answer, the next check reads more.
 */
async function followFeesOf(deps: Deps, uid: string, account: string | null): Promise<void> {
  const [setup, read] = await deps.store.readVersioned([stored.monthlySetup(uid), stored.feesRead(uid)]);
  if (setup.value === undefined && read.value === undefined) return;
  const first = await firstPaidAt(deps, uid);
  if (first !== null) await followFees(deps, uid, account, first);
}

/** The only account of a server without connected accounts is always active. */
const classOf = ({ config, clock }: Deps, facts: ClassFacts): ActivityClass =>
  config.mode === 'single' ? 'active' : activityClassOf(facts, clock.now());

function planOf(owner: StripeAccountOwner, look: ActivityClass, scope: ReconcileScope, now: number): Plan {
  if (scope === 'all') return { state: true, bookings: true, traces: true, totals: true };
  const older = (at: number | null, than: number) => at === null || now - at >= than;
  const every = tracesEvery[look];
  return {
    state: look === 'idle' || owner.goneSince !== null || older(owner.stateAt, stateEvery),
    bookings: look !== 'idle',
    traces: every !== null && older(owner.tracesAt, every),
    totals: false,
  };
}

const latest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/** `gone`: Stripe does not show the account, which is known. */
async function stateOf(
  deps: Deps,
  owner: StripeAccountOwner,
): Promise<'there' | 'gone' | 'noted' | 'marked'> {
  const checked = await reconcileState(deps, owner);
  if (!checked.ok) {
    unchanged(checked.problem);
    return 'gone';
  }
  switch (checked.value) {
    case 'same':
    case 'followed':
      return 'there';
    case 'gone':
      return 'gone';
    case 'newly-gone': {
      const end = await noteGone(deps, owner);
      if (end === 'marked') await rest(deps, owner, deps.clock.now());
      return end;
    }
  }
}

/** A disconnected account is checked as an idle one. An event, or its owner, says earlier that it is back. */
async function rest(deps: Deps, owner: StripeAccountOwner, now: number): Promise<ReconcileEnd> {
  await store(deps, owner, { look: 'idle', nextLookAt: now + reconcileEvery.idle, goneSince: null });
  return 'same';
}

const store = (deps: Deps, { accountId }: StripeAccountOwner, fields: ReconcileFields): Promise<void> =>
  deps.store.add(paths.stripeAccount(accountId), {}, encodeReconcile(fields));

/**
 * After a check that failed: an hour later when Stripe did not answer, otherwise a day later, so that a broken document does not fill the log. Its other
 * fields stay as they are, for a later release may have written a document that this one cannot read.
 */
const reconcileLater = (deps: Deps, path: string, error: unknown): Promise<void> =>
  deps.store.add(
    path,
    {},
    encodeReconcile({ nextLookAt: deps.clock.now() + (error instanceof NotAnswered ? day / 24 : day) }),
  );

/** Accounts that one query brings. */
const pageSize = 100;
/** Accounts that are checked together, and the milliseconds until the next ones begin: at four calls for each, 20 calls of Stripe in a second. */
const together = { accounts: 5, everyMs: 1000 } as const;

/** How a round went so far, and why it ended early. */
interface Round {
  checked: number;
  changed: number;
  readonly missed: NotAnswered[];
  stopped: 'too-many-gone' | 'stripe-away' | null;
}

const newRound = (): Round => ({ checked: 0, changed: 0, missed: [], stopped: null });

function dueAccounts({ store, clock }: Deps) {
  return store.find(
    {
      from: collections.stripeAccounts,
      where: [['nextLookAt', '<=', new Date(clock.now())]],
      orderBy: [['nextLookAt', 'asc']],
      limit: pageSize,
    },
    stripeAccountDocument.decode,
  );
}

/**
 * Checks the accounts that are due, the longest waiting first, until none is due, `isOver` says so, or the round must stop. Each check moves its
 * account's next check, so the query needs no cursor: a round that was killed goes on where it ended.
 */
async function reconcileThrough(deps: Deps, round: Round, afterPage: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const page = await dueAccounts(deps);
    for (let at = 0; at < page.length && round.stopped === null; at += together.accounts) {
      const began = deps.clock.now();
      await reconcileTogether(deps, round, page.slice(at, at + together.accounts));
      const isLast = at + together.accounts >= page.length && page.length < pageSize;
      const left = together.everyMs - (deps.clock.now() - began);
      if (!isLast && left > 0) await deps.pause(left);
    }
    if (round.stopped !== null || page.length < pageSize || !(await afterPage())) return;
  }
}

type DueAccounts = Awaited<ReturnType<typeof dueAccounts>>;

/** A document that cannot be read fails like a check, so that the others behind it are still checked. */
async function reconcileTogether(deps: Deps, round: Round, due: DueAccounts): Promise<void> {
  const missedBefore = round.missed.length;
  const ends = await Promise.all(
    due.map(async ({ path, value }) => {
      try {
        return await compareAccount(deps, readable(path, value));
      } catch (error) {
        await reconcileLater(deps, path, error);
        if (error instanceof NotAnswered) round.missed.push(error);
        else deps.log.sweepFailed({ sweep: 'reconcile', missed: 1, error });
        return 'same';
      }
    }),
  );
  round.checked += due.length;
  round.changed += ends.filter((end) => end === 'changed' || end === 'marked').length;
  if (round.missed.length - missedBefore === due.length) round.stopped = 'stripe-away';
  if (ends.includes('noted') && (await tooManyGone(deps))) round.stopped = 'too-many-gone';
}

/** One line for all accounts that Stripe did not answer about, since they fail for the same reason. */
function report({ log }: Deps, { checked, changed, missed }: Round): SweepResult {
  const [first] = missed;
  if (first !== undefined) log.sweepFailed({ sweep: 'reconcile', missed: missed.length, error: first.cause });
  const refused = missed.find(({ key }) => key !== undefined)?.key;
  if (refused !== undefined) logKeyRefusal(log, refused);
  const result = { sweep: 'reconcile', checked, changed, missed: missed.length };
  log.sweepDone(result);
  return result;
}

/**
 * Hourly, as a job of its own: checks every account that is due. To drive a virtual day, give `Deps` a clock that moves by `pause` (the in-memory one
 * does) and by the time of each call, store accounts with `stripeAccountDocument` (`look`, `nextLookAt`, `lastTipAt`, `comparedAt`), and run the jobs
 * that are due (`tick` wants this one and `follow-unsettled`).
 */
export async function reconcile(deps: Deps, run: JobRun): Promise<readonly SweepResult[] | 'more'> {
  const round = newRound();
  const { done } = run.progress;
  await reconcileThrough(deps, round, async () => {
    await run.save(`after ${done + round.checked}`, { done: done + round.checked, total: null });
    return !run.isOver();
  });
  const result = report(deps, round);
  return run.isOver() && round.stopped === null ? 'more' : [result];
}

/**
 * Compares everything of one account, when somebody asks for it. `unknown`: no owner has connected it. `gone`: Stripe does not show it to us now; the
 * check an hour later decides what that means.
 */
export async function reconcileAccount(
  deps: Deps,
  accountId: string,
): Promise<'changed' | 'same' | 'gone' | 'unknown' | 'not-answered'> {
  const owner = await deps.store.read(stored.stripeAccount(accountId));
  if (owner === undefined) return 'unknown';
  try {
    const end = await compareAccount(deps, owner, 'all');
    if (end !== 'noted') return end === 'marked' ? 'gone' : end;
    await tooManyGone(deps);
    return 'gone';
  } catch (error) {
    if (error instanceof NotAnswered) return 'not-answered';
    throw error;
  }
}

/** The same for every account, due or not: after an outage or a restore, when a person wants to know that everything agrees. */
export async function reconcileAll(deps: Deps): Promise<readonly SweepResult[]> {
  const owners: StripeAccountOwner[] = [];
  for await (const owner of allReadable(
    deps,
    'reconcile',
    collections.stripeAccounts,
    stripeAccountDocument.decode,
  ))
    owners.push(owner);
  let stopped = false;
  return [
    await sweepThrough(deps, 'reconcile', owners, async (owner) => {
      if (stopped) throw new NotAnswered(new Error('Too many accounts are gone'));
      const end = await compareAccount(deps, owner, 'all');
      if (end === 'noted' && (await tooManyGone(deps))) stopped = true;
      return end === 'changed' || end === 'marked';
    }),
  ];
}
