import { paths } from '../../core/documents/documents';
import { reachedSince } from '../../core/profile/goal-start';
import { readyPayments } from '../../core/money/payments-state';
import type { StoredProfile } from '../../core/profile/stored-profile';
import { ok, type Result } from '../../core/base/result';
import { decodeSupporter } from '../../core/documents/supporter-document';
import { keptOf } from '../../core/money/totals';
import { noContribution } from '../../core/money/totals';
import { maxWall, type Supporter, type Wall } from '../../core/profile/wall';
import type { Deps } from '../deps';
import type { Cacheable } from '../http/cacheable';
import { readable } from '../store/stored';
import { findProfile, type ShownProfile } from './find-profile';
import { readTotals } from '../tips/read-totals';

/** Seconds: however many people view a page, the store is read once a minute. */
const wallAge = 60;

type WallDeps = Pick<Deps, 'store' | 'recentCards' | 'clock' | 'config'>;

/** The owner's goal and supporters, if they show them. At most eight sums and fifty entries are read, whatever the number of tips. */
export async function readWall(deps: WallDeps, handle: string): Promise<Result<Cacheable<Wall>>> {
  const found = await findProfile(deps, handle);
  if (!found.ok) return found;
  const { profile } = found.value;
  const [goal, supporters] = await Promise.all([goalOf(deps, found.value), supportersOf(deps, profile)]);
  return ok({ body: { v: 1, goal, supporters: [...supporters] }, sharedAge: wallAge });
}

async function goalOf(
  { store, clock }: WallDeps,
  { profile, payments }: ShownProfile,
): Promise<Wall['goal']> {
  const { goal, on } = profile.tips;
  const ready = readyPayments(payments, clock.now());
  if (goal === null || !on || !ready) return null;
  const { currency } = ready;
  const sums = await readTotals({ store }, profile.uid, currency);
  const kept = keptOf(sums[currency] ?? noContribution);
  return { ...goal, currency, reached: reachedSince(profile.goalStart, currency, kept) };
}

async function supportersOf(
  { store, config }: WallDeps,
  { uid, tips }: StoredProfile,
): Promise<readonly Supporter[]> {
  if (!tips.showWall) return [];
  const from = paths.supporters(uid);
  const found = await store.find({ from, orderBy: [['at', 'desc']], limit: maxWall }, (data) =>
    readable(from, decodeSupporter(data)),
  );
  return found
    .map(({ value }) => value)
    .filter(({ livemode }) => livemode === config.livemode)
    .map(({ name, message, amount, currency, at }) => ({ name, message, amount, currency, at }));
}
