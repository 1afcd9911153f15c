import * as v from 'valibot';
import { collections } from '../../core/documents/documents';
import { decodeMonthly } from '../../core/documents/monthly-document';
import { isOver, type Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import type { JobRun } from '../queue/job-work';
import { beat } from '../queue/heartbeats';
import { readableItems, type SweepResult, sweepPages } from '../queue/sweep';
import { unchanged } from '../tips/sync-tip';
import { stored } from '../store/stored';
import { syncMonthly } from './sync-monthly';

const pageSize = 200;
const day = 24 * 60 * 60_000;

/** Where a page ended: a document that was healed has no time any more, so the place names it. */
const placeOf = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ fault: v.picklist(['mark', 'bill']), path: v.string(), at: v.number() }),
);
type Place = v.InferOutput<typeof placeOf>;

/** What a release before this one may have left, and the time by which it is found. */
const faults = {
  mark: { field: 'elsewhere.since', timeOf: ({ elsewhere }: Monthly) => elsewhere?.since },
  bill: { field: 'endedAt', timeOf: ({ endedAt }: Monthly) => endedAt ?? undefined },
} as const;

interface Ailing {
  readonly fault: Place['fault'];
  readonly monthly: Monthly;
}

/** The name under which it is stored when every bill was last looked at. */
const lookedAtBills = { name: 'heal-monthlies-bills', everyMs: day } as const;

/**
 * Daily, and as often as somebody wants: repairs monthly tips that are over, which nobody looks at again. The mark of a disconnected account goes from
 * those of which nothing is asked: releases before this one kept marks that their writer had left out. And what Stripe had ended could be left with a bill
 * that an old link still charges: Stripe is asked once about every end of the past, and then about those since the last run.
 */
export async function healMonthlies(deps: Deps, run: JobRun): Promise<SweepResult | 'more'> {
  const looked = await deps.store.read(stored.heartbeat(lookedAtBills.name));
  const since = { mark: 0, bill: Math.max(0, (looked?.lastOkAt ?? 0) - 2 * day) };
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
  if (result !== 'more') await beat(deps, lookedAtBills, 0);
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
      limit: pageSize,
      after: place === null ? null : { path: place.path, values: [new Date(place.at)] },
    },
    decodeMonthly,
  );
  const monthlies = readableItems(deps, 'heal-monthlies', found);
  const last = monthlies.at(-1);
  const [path, at] = [found.at(-1)?.path, last && timeOf(last)];
  const isLast = found.length < pageSize || path === undefined || at === undefined;
  return {
    items: monthlies.map((monthly) => ({ fault, monthly })),
    next: isLast ? null : { fault, path, at },
  };
}

/** What is asked for already is repeated by its own look, and an account that Stripe does not show cannot be asked about. */
async function withoutBill(deps: Deps, monthly: Monthly): Promise<boolean> {
  const { ownerUid: uid, monthlyId: tipId, stripe, asked, elsewhere } = monthly;
  if (stripe.subscriptionId === null || asked !== null || elsewhere !== undefined) return false;
  const synced = await syncMonthly(deps, { uid, tipId }, { cause: 'schedule', eventId: null });
  if (synced.ok) return synced.value.rev !== monthly.rev;
  if (synced.problem.kind === 'unavailable') await askLater(deps, monthly);
  return unchanged(synced.problem);
}

/** As if its end were not known to be done: the looks of every five minutes repeat it until Stripe has answered. */
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
