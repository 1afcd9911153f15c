import type { OverlayAlert, OverlayPage } from '@busker/core/overlay/overlay';
import { followGoal } from '../goal/goal';
import { goalBar } from '../goal/goal-bar';
import { GoalSum, type Goal } from '../goal/goal';
import type { Card, Entry } from '../queue/alert-queue';
import { AlertView, element, type OwnerReader } from './alert-view';

/** Follows a handle's goal. Real: followGoal; the preview has a sample. */
export type GoalFollower = (handle: string, onGoal: (goal: Goal | null) => void) => () => void;

/** `?view=goal`: the goal alone, for a place of its own in the scene. It moves with each alert. */
export class GoalView extends AlertView {
  private readonly sum = new GoalSum();
  private readonly goal = element('div', 'busker-goal-place');
  private followed: { readonly handle: string; readonly stop: () => void } | null = null;
  private readonly follow: GoalFollower;

  constructor(
    root: HTMLElement,
    timers: ConstructorParameters<typeof AlertView>[1],
    dots: ConstructorParameters<typeof AlertView>[2] = 'if-asked',
    follow: GoalFollower = (handle, onGoal) => followGoal(handle, timers, onGoal),
    ownerOf?: OwnerReader,
  ) {
    super(root, timers, dots, ownerOf);
    this.follow = follow;
    root.append(this.goal);
  }

  override page(page: OverlayPage): void {
    super.page(page);
    if (this.followed?.handle === page.handle) return;
    this.followed?.stop();
    const stop = this.follow(page.handle, (goal) => {
      this.sum.wall(goal, this.timers.now());
      this.drawGoal();
    });
    this.followed = { handle: page.handle, stop };
  }

  /** Alerts have a view of their own. */
  override card(_card: Card | null, _page: OverlayPage): void {
    this.drawGoal();
  }

  override ticker(_entry: Entry | null, _page: OverlayPage): void {
    this.drawGoal();
  }

  override alerts(_alerts: readonly OverlayAlert[], arrived: readonly OverlayAlert[]): void {
    this.sum.add(arrived, this.timers.now());
    this.drawGoal();
  }

  override revoked(): void {
    super.revoked();
    this.followed?.stop();
    this.followed = null;
    this.goal.replaceChildren();
  }

  protected override drawOwner(): void {
    this.drawGoal();
  }

  private drawGoal(): void {
    const { shown } = this.sum;
    if (this.settings === null) return;
    const bar = shown === null ? [] : [goalBar(shown, this.settings, this.texts)];
    const pause = this.pauseLine();
    this.goal.replaceChildren(...bar, ...(pause === null ? [] : [pause]));
  }
}
