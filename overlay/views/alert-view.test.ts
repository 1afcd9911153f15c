import { describe, expect, it } from 'vitest';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import type { OverlayPage } from '@busker/core/overlay/overlay';
import type { Card } from '../queue/alert-queue';
import { fakePage, VirtualTimers } from '../testing/played';
import { everyMs, type OwnerShown } from '../goal/goal';
import { en, loadTexts } from '../load-texts';
import { AlertView } from './alert-view';
import { GoalView } from './goal-view';
import { ScreenView } from './screen-view';

const ada: OwnerShown = { name: 'Ada', page: 'https://busker.test/@ada', pause: null };
const paused: OwnerShown = { ...ada, pause: { until: '2026-12-24', note: 'On tour.' } };
const says = 'Tips are paused. They start again on December 24, 2026.';
const settled = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve);
  });

// Holds tag-183, dash-940.
describe('an amount that the fan or the owner hides', () => {
  const entry = {
    id: 'tip1',
    kind: 'tip',
    currency: 'usd',
    name: 'Kim',
    message: null,
    livemode: true,
  } as const;
  const cardOf = (amount: number | null) =>
    ({ kind: 'alert', entry: { ...entry, amount, of: null, readyAt: 0 } }) as const;
  const sum = { kind: 'sum', ids: [], count: 3, livemode: true } as const;
  const shown = (card: Card, hideAmounts = false): string => {
    const root = document.createElement('div');
    const view = new AlertView(root, new VirtualTimers(), 'always', () => Promise.resolve(ada));
    const page = fakePage({ language: 'en', hideAmounts });
    view.page(page);
    view.card(card, page);
    return root.textContent;
  };

  it('is in no alert and in no sum', () => {
    expect(shown(cardOf(500))).toBe('Kim sent $5.00');
    expect(shown(cardOf(null))).toBe('Kim sent a tip');
    expect(shown(cardOf(500), true)).toBe('Kim sent a tip');
    const sums = [{ currency: 'usd', amount: 900 }] as const;
    expect(shown({ ...sum, sums })).toBe('and 3 more: $9.00');
    expect(shown({ ...sum, sums: [] })).toBe('and 3 more');
    expect(shown({ ...sum, sums }, true)).toBe('and 3 more');
  });
});

describe('the big screen', () => {
  it.each([
    ['https://busker.test/@ada', 'busker.test/@ada'],
    ['https://ada.example/', 'ada.example'],
  ])('shows the page %s as %s', async (page, shown) => {
    const root = document.createElement('div');
    const view = new ScreenView(
      root,
      new VirtualTimers(),
      () => () => {},
      () => Promise.resolve({ ...ada, page }),
    );
    view.page(fakePage({ language: 'en' }));
    await settled();
    expect(root.querySelector('.busker-screen-address')?.textContent).toBe(shown);
  });
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

it.each(shippedLanguages)('the texts of %s load', async (language) => {
  const texts = await loadTexts(language);
  expect(Object.keys(texts)).toEqual(Object.keys(en));
  expect(texts.sent === en.sent).toBe(language === 'en');
});
