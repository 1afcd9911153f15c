import { describe, expect, it } from 'vitest';
import type { OverlayPage } from '../../core/overlay/overlay';
import { fakePage } from '../testing/played';
import { VirtualTimers } from '../testing/virtual-timers';
import { everyMs, type OwnerShown } from '../goal/follow-goal';
import { AlertView } from './alert-view';
import { GoalView } from './goal-view';
import { ScreenView } from './screen-view';

const ada: OwnerShown = { name: 'Ada', handle: 'ada', pause: null };
const paused: OwnerShown = { ...ada, pause: { until: '2026-12-24', note: 'On tour.' } };
const says = 'Tips are paused. They start again on December 24, 2026.';
const settled = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve);
  });

// Holds dash-953.
describe('while the owner has paused tips', () => {
  const goal = { label: 'A new bow', amount: 10_000, reached: 2500, currency: 'usd' } as const;
  const follow = (_handle: string, onGoal: (now: typeof goal) => void) => {
    onGoal(goal);
    return () => {};
  };
  const views = {
    alerts: (root: HTMLElement, timers: VirtualTimers, ownerOf: () => Promise<OwnerShown>) =>
      new AlertView(root, timers, 'always', ownerOf),
    goal: (root: HTMLElement, timers: VirtualTimers, ownerOf: () => Promise<OwnerShown>) =>
      new GoalView(root, timers, 'always', follow, ownerOf),
    screen: (root: HTMLElement, timers: VirtualTimers, ownerOf: () => Promise<OwnerShown>) =>
      new ScreenView(root, timers, follow, ownerOf),
  };

  for (const [name, make] of Object.entries(views))
    it(`the view "${name}" says once until when, within a minute, and stops with the pause`, async () => {
      const root = document.createElement('div');
      const timers = new VirtualTimers();
      let owner = ada;
      const view = make(root, timers, () => Promise.resolve(owner));
      const page: OverlayPage = fakePage({ language: 'en' });
      view.page(page);
      await settled();
      expect(root.textContent).not.toContain('paused');
      owner = paused;
      timers.pass(everyMs);
      await settled();
      expect(root.textContent.split(says)).toHaveLength(2);
      expect(root.textContent.includes('A new bow')).toBe(name !== 'alerts');
      owner = ada;
      timers.pass(everyMs);
      await settled();
      expect(root.textContent).not.toContain('paused');
      owner = paused;
      view.revoked();
      timers.pass(everyMs);
      await settled();
      expect(root.textContent).not.toContain('paused');
    });
});
