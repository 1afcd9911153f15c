import type { Wall } from '@busker/core/wall/wall';
import type { OverlayAlert } from '@busker/core/overlay/overlay';

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
