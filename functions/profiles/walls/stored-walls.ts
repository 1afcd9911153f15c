import type { Currency } from '../../../core/money/currency-codes';
import { paths } from '../../../core/documents/documents';
import { decodeSupporter, type StoredSupporter } from '../../../core/documents/supporter-document';
import {
  currentWall,
  type MadeWall,
  type StoredWall,
  type WallParts,
} from '../../../core/documents/wall-document';
import { keptOf, noContribution } from '../../../core/money/totals';
import { restrictionOf, rightsIn } from '../../../core/profile/standing';
import { maxWall, type Supporter } from '../../../core/profile/wall';
import type { Deps } from '../../deps';
import { readable, stored } from '../../store/stored';
import { readTotals } from '../read-totals';

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
