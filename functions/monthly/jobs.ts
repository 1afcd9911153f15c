import * as v from 'valibot';
import type { Result } from '@busker/core/base/result';
import { collections, paths } from '@busker/core/documents/documents';
import type { JobKind } from '@busker/core/jobs/job-document';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { areTipsLost, isOver, monthlyStates, tipsAre, type Monthly } from '@busker/core/monthly/monthly';
import { backInReach, isElsewhere, outOfReach } from '@busker/core/monthly/monthly-projection';
import type { Deps } from '../deps';
import type { JobPlan, JobRun } from '../queue/job-work';
import {
  beat,
  each,
  readableItems,
  sweepPages,
  sweepThrough,
  type Recurring,
  type SweepResult,
} from '../queue/sweep';
import { stored, type Found, type Transaction } from '../store/store';
import { unchanged, type SyncFailure } from '../tips/sync-tip';
import { writeMonthly } from '../tips/write-tip';
import { endMonthly, finishWithdrawal, stopMonthly, syncMonthly } from './sync-monthly';
import { renameFan } from './rename-fan';

const trigger = { cause: 'schedule', eventId: null } as const;

/** Two thousand monthly tips are twenty commits, which take seconds. */
const pageSize = 100;

const running = ['state', 'in', monthlyStates.filter((state) => !isOver(state))] as const;
/** They may have ended, and wait for the money alone. */
const withdrawn = ['asked.reason', '==', 'withdrawn'] as const;

/**
 * After an owner's account was disconnected or is connected again: marks all of its monthly tips that have not ended, so that they count and are shown as
 * running no more, or makes the check of each due at once, also at those whose withdrawal waits. If it ends on its way, the regular checks find the others.
 */
export async function followConnection(
  deps: Pick<Deps, 'store' | 'clock'>,
  uid: string,
  accountId: string,
  isGone: boolean,
): Promise<void> {
  const follow = isGone
    ? (tx: Transaction, monthly: Monthly) => {
        if (monthly.elsewhere === undefined) writeOutOfReach(tx, monthly, deps.clock.now());
      }
    : (tx: Transaction, monthly: Monthly) => {
        const isAway = monthly.elsewhere !== undefined || isElsewhere(monthly);
        if (isAway) tx.write(stored.monthly(uid, monthly.monthlyId), backInReach(monthly, deps.clock.now()));
      };
  for (const which of isGone ? [running] : [running, withdrawn])
    await eachOf(deps, uid, which, (tx, monthly) => {
      if (monthly.stripe.accountId === accountId) follow(tx, monthly);
    });
}

async function eachOf(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  which: typeof running | typeof withdrawn,
  follow: (tx: Transaction, monthly: Monthly) => void,
): Promise<void> {
  let after: string | null = null;
  do {
    const query = { from: paths.monthlies(uid), where: [which], limit: pageSize, after };
    const found: readonly Found<string | null>[] = await store.find(query, idOf);
    const ids = found.flatMap(({ value }) => (value === null ? [] : [value]));
    await store.transaction(async (tx) => {
      const read = await tx.readAll(ids.map((id) => stored.monthly(uid, id)));
      for (const monthly of read) if (monthly !== undefined) follow(tx, monthly);
    });
    after = found.length < pageSize ? null : (found.at(-1)?.path ?? null);
  } while (after !== null);
}

/** Null: it cannot be read. That does not keep the others from their marks. */
function idOf(data: unknown): string | null {
  const read = monthlyDocument.decode(data);
  return read.ok ? read.value.monthlyId : null;
}

/** Marks a monthly tip whose account Stripe does not show; whether that is news. Another check of it is not. */
function writeOutOfReach(tx: Transaction, current: Monthly, now: number): boolean {
  const after = outOfReach(current, now);
  const isNews =
    current.elsewhere === undefined || current.contrib.active === 1 || after.asked !== current.asked;
  if (isNews) writeMonthly(tx, current, after, trigger, now);
  else tx.write(stored.monthly(current.ownerUid, current.monthlyId), after);
  return isNews;
}

/** Monthly tips that one run asks about. The others are still due in the next one. */
const atMost = 400;

/** Milliseconds after which Busker ends what is not paid, whatever the owner's settings at Stripe say. */
const overdueMs = 45 * 24 * 60 * 60_000;

/**
 * Every 5 minutes: asks Stripe about the monthly tips whose events may be lost, the longest waiting first, repeats what Stripe has not confirmed, and
 * ends those that have not been paid for too long. Each answer moves the next check of its monthly tip (core/monthly/monthly-projection.ts).
 */
async function followMonthlies(deps: Deps): Promise<SweepResult> {
  const found = await deps.store.find(
    {
      from: collections.monthly,
      group: true,
      where: [['nextLookAt', '<=', new Date(deps.clock.now())]],
      orderBy: [['nextLookAt', 'asc']],
      limit: atMost,
    },
    monthlyDocument.decode,
  );
  const due = readableItems(deps, 'follow-monthlies', found);
  return sweepThrough(deps, 'follow-monthlies', due, (monthly) => look(deps, monthly));
}

async function look(deps: Deps, monthly: Monthly): Promise<boolean> {
  const checked = await asked(deps, monthly);
  if (checked.ok) return checked.value.rev !== monthly.rev;
  if (checked.problem.kind === 'gone') return rest(deps, monthly);
  if (isLasting(checked.problem)) await checkLater(deps, monthly);
  if (monthly.tipsBehind) await giveTipsUp(deps, monthly);
  return unchanged(checked.problem);
}

/** It would be the same in a minute. */
const isLasting = ({ kind }: SyncFailure): boolean => kind === 'refused' || kind === 'no-tip';

/** The others go first: without this, the ones that always fail would take the places of all those that are due after them. */
async function checkLater({ store, clock }: Deps, { ownerUid, monthlyId }: Monthly): Promise<void> {
  await store.transaction(async (tx) => {
    const doc = stored.monthly(ownerUid, monthlyId);
    const current = await tx.read(doc);
    if (current !== undefined) tx.write(doc, { ...current, syncedAt: clock.now() });
  });
}

/** After four weeks: without this, Stripe would be asked for ever about the tips of one that is over. */
async function giveTipsUp({ store, log }: Deps, { ownerUid, monthlyId }: Monthly): Promise<void> {
  const isGivenUp = await store.transaction(async (tx) => {
    const doc = stored.monthly(ownerUid, monthlyId);
    const current = await tx.read(doc);
    if (current === undefined || !areTipsLost(current)) return false;
    tx.write(doc, tipsAre(false, current));
    return true;
  });
  if (isGivenUp) log.sweepFound({ sweep: 'follow-monthlies', what: 'tips-given-up', tipId: monthlyId });
}

async function asked(deps: Deps, monthly: Monthly): Promise<Result<Monthly, SyncFailure>> {
  const wish = monthly.asked;
  if (wish?.reason === 'withdrawn') return finishWithdrawal(deps, monthly);
  if (wish?.what === 'end') return endMonthly(deps, monthly, wish.reason);
  if (wish?.what === 'stop') return stopMonthly(deps, monthly, wish.reason);
  const synced = await syncMonthly(deps, { uid: monthly.ownerUid, tipId: monthly.monthlyId }, trigger);
  if (!synced.ok || synced.value.failing === null) return synced;
  const isTooLate = deps.clock.now() - synced.value.failing.since >= overdueMs;
  return isTooLate ? endMonthly(deps, synced.value, 'overdue') : synced;
}

/** Stripe does not show us the account any more. */
async function rest({ store, clock }: Deps, { ownerUid, monthlyId }: Monthly): Promise<boolean> {
  return store.transaction(async (tx) => {
    const current = await tx.read(stored.monthly(ownerUid, monthlyId));
    return current === undefined ? false : writeOutOfReach(tx, current, clock.now());
  });
}

const monthliesAPage = 200;
const day = 24 * 60 * 60_000;

/** Where a page ended: a document that was healed has no time any more, so the place names it. */
const placeOf = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ fault: v.picklist(['mark', 'bill']), path: v.string(), at: v.number() }),
);
type Place = v.InferOutput<typeof placeOf>;

/** A state that an earlier release may have left, and the time by which it is found. */
const faults = {
  mark: { field: 'elsewhere.since', timeOf: ({ elsewhere }: Monthly) => elsewhere?.since },
  bill: { field: 'endedAt', timeOf: ({ endedAt }: Monthly) => endedAt ?? undefined },
} as const;

interface Ailing {
  readonly fault: Place['fault'];
  readonly monthly: Monthly;
}

/** The name under which it is stored when every bill was last checked. */
const comparedBills = { name: 'heal-monthlies-bills', everyMs: day } as const;

/**
 * Daily, and as often as somebody wants: repairs monthly tips that are over, which nobody checks again. The mark of a disconnected account goes from
 * those of which nothing is asked: releases before this one kept marks that their writer had left out. And what Stripe had ended could be left with a bill
 * that an old link still charges: Stripe is asked once about every end of the past, and then about those since the last run.
 */
async function healMonthlies(deps: Deps, run: JobRun): Promise<SweepResult | 'more'> {
  const checked = await deps.store.read(stored.heartbeat(comparedBills.name));
  const since = { mark: 0, bill: Math.max(0, (checked?.lastOkAt ?? 0) - 2 * day) };
  const result = await sweepPages<Ailing>(deps, run, {
    sweep: 'heal-monthlies',
    nextPage: async (at) => {
      const place = at === null ? null : v.parse(placeOf, at);
      const fault = place?.fault ?? 'mark';
      const page = await pageOf(deps, fault, place?.path === '' ? null : place, since[fault]);
      const next = page.next ?? (fault === 'mark' ? { fault: 'bill', path: '', at: 0 } : null);
      return { items: page.items, at: next === null ? null : JSON.stringify(next) };
    },
    work: ({ fault, monthly }) => (fault === 'mark' ? healed(deps, monthly) : withoutBill(deps, monthly)),
  });
  if (result !== 'more') await beat(deps, comparedBills, 0);
  return result;
}

async function pageOf(
  deps: Deps,
  fault: Place['fault'],
  place: Place | null,
  since: number,
): Promise<{ readonly items: readonly Ailing[]; readonly next: Place | null }> {
  const { field, timeOf } = faults[fault];
  const found = await deps.store.find(
    {
      from: collections.monthly,
      group: true,
      where: [[field, '>', new Date(since)]],
      orderBy: [[field, 'asc']],
      limit: monthliesAPage,
      after: place === null ? null : { path: place.path, values: [new Date(place.at)] },
    },
    monthlyDocument.decode,
  );
  const monthlies = readableItems(deps, 'heal-monthlies', found);
  const last = monthlies.at(-1);
  const [path, at] = [found.at(-1)?.path, last && timeOf(last)];
  const isLast = found.length < monthliesAPage || path === undefined || at === undefined;
  return {
    items: monthlies.map((monthly) => ({ fault, monthly })),
    next: isLast ? null : { fault, path, at },
  };
}

/** Not for one whose own check repeats a request, nor for an account that Stripe does not show. */
async function withoutBill(deps: Deps, monthly: Monthly): Promise<boolean> {
  const { ownerUid: uid, monthlyId: tipId, stripe, asked, elsewhere } = monthly;
  if (stripe.subscriptionId === null || asked !== null || elsewhere !== undefined) return false;
  const synced = await syncMonthly(deps, { uid, tipId }, { cause: 'schedule', eventId: null });
  if (synced.ok) return synced.value.rev !== monthly.rev;
  if (synced.problem.kind === 'unavailable') await askLater(deps, monthly);
  return unchanged(synced.problem);
}

/** As if its end were not known to be done: the checks of every five minutes repeat it until Stripe has answered. */
function askLater({ store, clock }: Deps, { ownerUid, monthlyId }: Monthly): Promise<void> {
  return store.transaction(async (tx) => {
    const doc = stored.monthly(ownerUid, monthlyId);
    const current = await tx.read(doc);
    if (current?.state !== 'ended' || current.asked !== null) return;
    const asked = { what: 'end', reason: current.endReason ?? 'stripe', at: clock.now() } as const;
    tx.write(doc, { ...current, asked });
  });
}

function healed({ store }: Pick<Deps, 'store'>, { ownerUid, monthlyId }: Monthly): Promise<boolean> {
  return store.transaction(async (tx) => {
    const doc = stored.monthly(ownerUid, monthlyId);
    const current = await tx.read(doc);
    if (current?.elsewhere === undefined || !isOver(current.state) || current.asked !== null) return false;
    const { elsewhere: _mark, ...rest } = current;
    tx.write(doc, rest);
    return true;
  });
}

/** The key of the job `rename-fan` of a monthly tip. */
export const renameKeyOf = ({ ownerUid, monthlyId }: Pick<Monthly, 'ownerUid' | 'monthlyId'>): string =>
  `${ownerUid}-${monthlyId}`;

export const renamePlan: JobPlan = { queue: 'looks', work: renameFan };

export const monthlySweeps = {
  'follow-monthlies': each('every-5-minutes', followMonthlies),
  'heal-monthlies': each('daily', healMonthlies),
} satisfies Partial<Record<JobKind, Recurring>>;
