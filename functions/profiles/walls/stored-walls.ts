import { paths } from '../../../core/documents/documents';
import {
  currentWall,
  decodeSupporter,
  markCovers,
  type MadeWall,
  type StoredSupporter,
  type StoredWall,
  type WallParts,
} from '../../../core/documents/wall-document';
import type { Currency } from '../../../core/money/money';
import { keptOf, noContribution } from '../../../core/money/totals';
import { restrictionOf, rightsIn } from '../../../core/profile/standing';
import { maxWall, type Supporter } from '../../../core/profile/wall';
import type { Deps } from '../../deps';
import type { Clock } from '../../clock';
import { passingOn, type Store, type StoredData, type Writes } from '../../store/store';
import { readable, stored } from '../../store/stored';
import { readTotals } from '../publish';

type WallDeps = Pick<Deps, 'store' | 'clock' | 'config'>;

/** The stored wall of an owner, else made anew and stored. At most eight sums and fifty entries are read, whatever the number of tips. */
export async function wallOf(deps: WallDeps, uid: string, parts: WallParts): Promise<MadeWall> {
  const { store, clock, config } = deps;
  const wall = (await store.read(stored.wall(uid))) ?? null;
  const current = currentWall(wall, parts, config.livemode, clock.now());
  if (current !== null) return current;
  // The time before anything is read: a tip that comes while the wall is made is newer than the wall.
  const at = clock.now();
  const [kept, supporters] = await Promise.all([
    parts.currency === null ? null : keptIn(deps, uid, parts.currency),
    parts.supporters ? supportersOf(deps, uid) : null,
  ]);
  const isAfterTip = wall?.made != null && wall.changesUntil > wall.made.at;
  const refreshedAt = isAfterTip ? at : (wall?.made?.refreshedAt ?? 0);
  const changes = wall?.changes ?? 0;
  const made = { at, changes, refreshedAt, livemode: config.livemode, kept, supporters };
  await keepWall(deps, uid, wall, made);
  return made;
}

async function keptIn({ store }: WallDeps, uid: string, currency: Currency): Promise<MadeWall['kept']> {
  const sums = await readTotals({ store }, uid, currency);
  return { currency, amount: keptOf(sums[currency] ?? noContribution) };
}

const publicPart = ({ name, message, amount, currency, at, every }: StoredSupporter): Supporter => ({
  name,
  message,
  amount,
  currency,
  at,
  ...(every !== undefined && { every }),
});

async function supportersOf({ store, config }: WallDeps, uid: string): Promise<readonly Supporter[]> {
  const from = paths.supporters(uid);
  const found = await store.find({ from, orderBy: [['at', 'desc']], limit: maxWall }, (data) =>
    readable(from, decodeSupporter(data)),
  );
  return found
    .map(({ value }) => value)
    .filter(({ livemode }) => livemode === config.livemode)
    .map(publicPart);
}

/**
 * Stores a wall, unless it was changed since `before` was read: then a text that was just taken back may still be in `made`. The wall of a profile
 * that was just taken away or deleted is not stored either.
 */
async function keepWall(
  { store, clock }: WallDeps,
  uid: string,
  before: StoredWall | null,
  made: MadeWall,
): Promise<void> {
  await store.transaction(async (tx) => {
    const now = (await tx.read(stored.wall(uid))) ?? null;
    const profile = await tx.read(stored.profile(uid));
    const restriction = restrictionOf(await tx.read(stored.standing(uid)), clock.now());
    if (profile === undefined || !rightsIn(restriction).shown) return;
    if (JSON.stringify(now) !== JSON.stringify(before)) return;
    const { changes, changesUntil } = before ?? { changes: 0, changesUntil: 0 };
    tx.write(stored.wall(uid), { v: 1, uid, changes, changesUntil, made });
  });
}

/** Above this number, marks whose minute is over are removed. */
const mostMarks = 5000;

/** The owner whose wall these fields mark as changed, without emptying it; null = they do something else. */
function markedBy(path: string, set: StoredData | undefined): string | null {
  const [, uid = ''] = path.split('/');
  return path === paths.wall(uid) && set !== undefined && set['made'] === undefined ? uid : null;
}

/**
 * The same store, which leaves out the mark of a changed wall when this instance has stored one in the last minute. Each tip marks the wall of its
 * profile in its own commit. One document takes about one write a second, and so many tips must not wait for each other.
 */
export function sparingMarks(store: Store, clock: Clock): Store {
  const covered = new Map<string, number>();
  const spare = (writes: Writes, marked: Set<string>): Pick<Writes, 'add'> => ({
    add: (path, by, set) => {
      const uid = markedBy(path, set);
      if (uid !== null && (covered.get(uid) ?? 0) > clock.now()) return;
      if (uid !== null) marked.add(uid);
      writes.add(path, by, set);
    },
  });
  const landed = (marked: ReadonlySet<string>, now: number) => {
    if (covered.size > mostMarks) for (const [uid, until] of covered) if (until <= now) covered.delete(uid);
    for (const uid of marked) covered.set(uid, now + markCovers);
  };
  return {
    ...passingOn(store),
    async commit(conditions, work) {
      const now = clock.now();
      const marked = new Set<string>();
      const isDone = await store.commit(conditions, (writes) =>
        work({ ...writes, ...spare(writes, marked) }),
      );
      if (isDone) landed(marked, now);
      return isDone;
    },
    async transaction(work) {
      const now = clock.now();
      const marked = new Set<string>();
      const result = await store.transaction((tx) => {
        marked.clear();
        return work({ ...tx, ...spare(tx, marked) });
      });
      landed(marked, now);
      return result;
    },
  };
}
