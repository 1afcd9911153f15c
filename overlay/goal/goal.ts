import type { OverlayAlert } from '@busker/core/overlay/overlay';
import { parsePublicProfile, type PublicProfile } from '@busker/core/profile/profile';
import { type Wall, parseWall } from '@busker/core/wall/wall';
import type { Timers } from '../timers';

export type Goal = NonNullable<Wall['goal']>;

/** Milliseconds in which the wall may not have a tip yet: its caches are a minute old at most, and it is made anew within another one. */
const wallLagMs = 150_000;

/**
 * What the goal bar shows: the wall's sum, and the alerts that the wall does not have yet. So the bar moves at once, and agrees with the wall again after
 * each minute, also when a tip was taken back.
 */
export class GoalSum {
  private goal: Goal | null = null;
  private ahead = 0;
  private newestAt = 0;

  /** Null = the owner shows no goal. */
  get shown(): Goal | null {
    return this.goal === null ? null : { ...this.goal, reached: this.goal.reached + this.ahead };
  }

  wall(goal: Goal | null, now: number): void {
    const before = this.shown;
    const isSame = before !== null && goal?.label === before.label && goal.currency === before.currency;
    const isBehind = isSame && goal.reached < before.reached && now - this.newestAt < wallLagMs;
    this.ahead = isBehind ? before.reached - goal.reached : 0;
    this.goal = goal;
  }

  add(alerts: readonly OverlayAlert[], now: number): void {
    const { goal } = this;
    if (goal === null) return;
    // What is hidden comes with the next wall.
    const fitting = alerts.filter(({ currency, amount }) => currency === goal.currency && amount !== null);
    if (fitting.length === 0) return;
    this.ahead += fitting.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    this.newestAt = now;
  }
}

/** How often goal and owner are read. */
export const everyMs = 60_000;

export interface OwnerShown {
  readonly name: string;
  /** The address of their page: on their own domain, if it is live there. */
  readonly page: string;
  /** Null = tips are not paused. */
  readonly pause: PublicProfile['tips']['pause'] | null;
}

async function askFor(path: string): Promise<unknown> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

/** Name and address as they are now: an old handle leads to the new one. Null when nothing is published or answers. */
export async function readOwner(handle: string): Promise<OwnerShown | null> {
  const read = await askFor(`/v1/profiles/${handle}`).then(parsePublicProfile, () => null);
  if (!read?.ok) return null;
  const { name, url, tips } = read.value;
  return { name, page: url, pause: tips.pause ?? null };
}

/** Reads the goal now and each minute, until it is stopped. What fails is asked again with the next minute. */
export function followGoal(handle: string, timers: Timers, onGoal: (goal: Goal | null) => void): () => void {
  let cancel = () => {};
  let isOver = false;
  const ask = async () => {
    const wall = await askFor(`/v1/profiles/${handle}/wall`).then(parseWall, () => null);
    if (isOver) return;
    if (wall?.ok) onGoal(wall.value.goal);
    cancel = timers.after(everyMs, () => void ask());
  };
  void ask();
  return () => {
    isOver = true;
    cancel();
  };
}
