import { collections } from '@busker/core/documents/documents';
import {
  viewBatchDocument,
  otherSites,
  type CountedRow,
  type RollUp,
  type RollUpRound,
  type ViewBatch,
} from '@busker/core/insights/insight-document';
import type { JobKind } from '@busker/core/jobs/job-document';
import type { Deps } from '../deps';
import type { JobRun } from '../queue/job-work';
import { each, type Recurring, type SweepResult } from '../queue/sweep';
import { stored, type VersionedRead } from '../store/store';
import { type Counted, type HandleDay, addCounts } from './add-counts';

interface Growing extends Counted {
  views: number;
  readonly clicks: Map<string, number>;
  readonly sites: Map<string, number>;
}

interface GrowingSum extends Growing {
  readonly key: string;
  readonly handle: string;
  readonly day: string;
  readonly times: Map<string, Growing>;
}

/**
 * The sites of one handle and day in one round. The views of further ones count as `otherSites`: anybody can name a site, and the documents that hold
 * them must not grow without end.
 */
const maxSites = 10;

const nothing = (): Growing => ({ views: 0, clicks: new Map(), sites: new Map() });

const addTo = (map: Map<string, number>, key: string, count: number): void =>
  void map.set(key, (map.get(key) ?? 0) + count);

function add(counted: Growing, { link, site, count }: CountedRow): void {
  if (link !== null) return addTo(counted.clicks, link, count);
  counted.views += count;
  if (site != null) addTo(counted.sites, site, count);
}

/**
 * Adds the rows of all batches by handle and day, in the order of the keys. The same batches give the same list. The work grows with the rows and not
 * faster: anybody can send clicks on links that do not exist.
 */
export function sumsOf(batches: readonly ViewBatch[]): readonly HandleDay[] {
  const sums = new Map<string, GrowingSum>();
  for (const row of batches.flatMap(({ rows }) => rows)) {
    const { handle, day, time } = row;
    const key = `${handle} ${day}`;
    const sum = sums.get(key) ?? { key, handle, day, ...nothing(), times: new Map<string, Growing>() };
    sums.set(key, sum);
    add(sum, row);
    if (time === undefined) continue;
    const then = sum.times.get(time) ?? nothing();
    sum.times.set(time, then);
    add(then, row);
  }
  return [...sums.values()].map(withFewSites).toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function withFewSites(sum: HandleDay): HandleDay {
  if (sum.sites.size <= maxSites) return sum;
  const byViews = [...sum.sites].toSorted(([a, more], [b, less]) => less - more || (a < b ? -1 : 1));
  const kept = new Set(byViews.slice(0, maxSites).map(([site]) => site));
  const fewer = (sites: Counted['sites']) => {
    const few = new Map<string, number>();
    for (const [site, count] of sites) addTo(few, kept.has(site) ? site : otherSites, count);
    return few;
  };
  const times = [...sum.times].map(([time, its]) => [time, { ...its, sites: fewer(its.sites) }] as const);
  return { ...sum, sites: fewer(sum.sites), times: new Map(times) };
}

type RollUpDeps = Pick<Deps, 'store' | 'clock'>;

/** The batches of a round. With 450 kB at most in each, a round needs less than 90 MB. */
const batchesAtOnce = 200;

/** The days that one commit adds to: far below the limits of a commit, also when each has a lot of clicks. */
const daysAtOnce = 200;

/** The time for which a counted batch stays, so that nobody can write it again. */
const countedMs = 24 * 60 * 60_000;

/**
 * Adds all waiting batches to the owners' days. Each commit that adds also stores how far the round has come, so the work may end after any commit and
 * be repeated: no count is lost or added twice. `more` = `isOver` said so, or another roll-up works at the same round.
 */
export async function rollUp(
  deps: RollUpDeps,
  isOver: () => boolean = () => false,
  onCounted: (batches: number) => void = () => undefined,
): Promise<'more' | 'done'> {
  for (;;) {
    if (isOver()) return 'more';
    const [state] = await deps.store.readVersioned([stored.rollUp()]);
    const round = state.value?.round ?? (await beginRound(deps, state));
    if (round === null) continue;
    if (round.batches.length === 0) return 'done';
    if (!(await workThrough(deps, round, isOver))) return 'more';
    onCounted(round.batches.length);
  }
}

/** Chooses the batches of the next round, oldest first. Without any, the round is over at once. Null = another roll-up was faster. */
async function beginRound(
  { store, clock }: RollUpDeps,
  before: VersionedRead<RollUp>,
): Promise<RollUpRound | null> {
  const now = clock.now();
  // Counted batches have no time there, and the query leaves them out.
  const found = await store.find(
    {
      from: collections.viewBatches,
      where: [['endedAt', '>', new Date(0)]],
      orderBy: [['endedAt', 'asc']],
      limit: batchesAtOnce,
    },
    viewBatchDocument.decode,
  );
  const batches = found.flatMap(({ path, value }) => (value.ok ? [{ id: idOf(path), ...value.value }] : []));
  const last = found.length < batchesAtOnce ? undefined : batches.at(-1);
  const round = { batches: batches.map(({ id }) => id), through: '', untilAt: last?.endedAt ?? now };
  const isIdle = batches.length === 0;
  const isFirst = await store.commit([before], (writes) => {
    writes.write(stored.rollUp(), { v: 1, round: isIdle ? null : round });
    if (isIdle) writes.write(stored.counted(), { v: 1, untilAt: now });
  });
  return isFirst ? round : null;
}

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Does the rest of a round. False = it is not done. */
async function workThrough(deps: RollUpDeps, round: RollUpRound, isOver: () => boolean): Promise<boolean> {
  const batches = await deps.store.readAll(round.batches.map(stored.viewBatch));
  const there = batches.filter((batch): batch is ViewBatch => batch !== undefined);
  const sums = sumsOf(there);
  let at = round;
  for (;;) {
    if (isOver()) return false;
    const next = sums.filter(({ key }) => key > at.through).slice(0, daysAtOnce);
    if (next.length === 0) return endRound(deps, at);
    const moved = await addPart(deps, at, next);
    if (moved === null) return false;
    at = moved;
  }
}

const isSame = (a: RollUpRound | null | undefined, b: RollUpRound): boolean =>
  a?.through === b.through && a.batches.join(' ') === b.batches.join(' ');

/** Adds one part of the sums, and moves the round on in the same commit. Null = another roll-up has moved it. */
async function addPart(
  deps: RollUpDeps,
  round: RollUpRound,
  part: readonly HandleDay[],
): Promise<RollUpRound | null> {
  const moved = { ...round, through: part.at(-1)?.key ?? round.through };
  return deps.store.transaction(async (tx) => {
    const now = await tx.read(stored.rollUp());
    if (!isSame(now?.round, round)) return null;
    const add = await addCounts(deps, tx, part);
    add(tx);
    tx.write(stored.rollUp(), { v: 1, round: moved });
    return moved;
  });
}

/** Marks the batches as counted and ends the round, in one commit. */
async function endRound({ store, clock }: RollUpDeps, round: RollUpRound): Promise<boolean> {
  const expiresAt = clock.now() + countedMs;
  return store.transaction(async (tx) => {
    const now = await tx.read(stored.rollUp());
    if (!isSame(now?.round, round)) return false;
    for (const id of round.batches)
      tx.write(stored.viewBatch(id), { v: 1, endedAt: null, rows: [], expiresAt });
    tx.write(stored.rollUp(), { v: 1, round: null });
    tx.write(stored.counted(), { v: 1, untilAt: round.untilAt });
    return true;
  });
}

/** The job runs every five minutes, a moment earlier or later. */
const slackMs = 150_000;

/** The last roll-up is not as long ago as the host wants it to be. */
async function isEarly({ store, clock, config }: Deps): Promise<boolean> {
  const { rollUpMs } = config.counting;
  if (rollUpMs === 0) return false;
  const counted = await store.read(stored.counted());
  return counted !== undefined && clock.now() - counted.untilAt < rollUpMs - slackMs;
}

/** The job `roll-up`: adds the waiting batches to the owners' days, in as many slices as it needs. */
async function rollUpSweep(deps: Deps, run: Pick<JobRun, 'isOver'>): Promise<SweepResult | 'more'> {
  let batches = 0;
  const count = (more: number) => void (batches += more);
  if (!(await isEarly(deps)) && (await rollUp(deps, () => run.isOver(), count)) === 'more') return 'more';
  return { sweep: 'roll-up', checked: batches, changed: batches, missed: 0 };
}

export const eventSweeps = { 'roll-up': each('every-5-minutes', rollUpSweep) } satisfies Partial<
  Record<JobKind, Recurring>
>;
