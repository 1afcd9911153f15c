import { reachedSince } from '../../core/profile/stored-profile';
import { readyPayments } from '../../core/money/payments-state';
import { ok, type Result } from '../../core/base/result';
import type { Wall } from '../../core/profile/wall';
import type { WallParts } from '../../core/documents/wall-document';
import type { Deps } from '../deps';
import type { Cacheable } from '../http/routes';
import { findProfile, type ShownProfile } from './find-profile';
import { wallOf } from './walls/stored-walls';

/** Seconds: however many people view a page, the store is read once a minute. */
const wallAge = 60;

type WallDeps = Pick<Deps, 'store' | 'recentCards' | 'clock' | 'config'>;

/** The owner's goal and supporters, if they show them. */
export async function readWall(deps: WallDeps, handle: string): Promise<Result<Cacheable<Wall>>> {
  const found = await findProfile(deps, handle);
  return found.ok ? ok(await wallFor(deps, found.value)) : found;
}

/** The part of it that the owner shows on the public page. */
export async function readPageWall(deps: WallDeps, handle: string): Promise<Wall | null> {
  const found = await findProfile(deps, handle);
  if (!found.ok) return null;
  const { pageGoal, pageWall } = found.value.profile.arrangement;
  const { goal, supporters, ...wall } = (await wallFor(deps, found.value)).body;
  return { ...wall, goal: pageGoal ? goal : null, supporters: supporters.slice(0, pageWall) };
}

/** The same for a profile that was read already. One document is read, and none for an owner who shows neither. */
export async function wallFor(deps: WallDeps, shown: ShownProfile): Promise<Cacheable<Wall>> {
  const now = deps.clock.now();
  const sharedAge = Math.max(0, wallAge - Math.ceil((now - shown.readAt) / 1000));
  const parts = partsOf(shown, now);
  if (parts.currency === null && !parts.supporters)
    return { body: { v: 1, goal: null, supporters: [] }, sharedAge };
  const { uid, tips, goalStart } = shown.profile;
  const { kept, supporters } = await wallOf(deps, uid, parts);
  const goal =
    tips.goal === null || parts.currency === null || kept === null
      ? null
      : {
          ...tips.goal,
          currency: parts.currency,
          reached: reachedSince(goalStart, parts.currency, kept.amount),
        };
  return { body: { v: 1, goal, supporters: [...((parts.supporters && supporters) || [])] }, sharedAge };
}

function partsOf({ profile, payments }: ShownProfile, now: number): WallParts {
  const { goal, on, showWall } = profile.tips;
  const ready = readyPayments(payments, now);
  const showsGoal = goal !== null && on && ready !== undefined;
  return { currency: showsGoal ? ready.currency : null, supporters: showWall };
}
