import { formatMoney } from '@busker/core/money/money';
import type { OverlayPage } from '@busker/core/overlay/overlay';
import type { OverlayTexts } from '../load-texts';
import { element, sentence } from '../views/alert-view';
import type { Goal } from './goal';

/** The goal with its bar. The class names are documented in docs/owners/streaming.md. */
export function goalBar(goal: Goal, { language }: OverlayPage, texts: OverlayTexts): HTMLElement {
  const money = (minorUnits: number) =>
    element('bdi', 'busker-goal-money', formatMoney({ minorUnits, currency: goal.currency }, language));
  const share = goal.amount === 0 ? 1 : Math.min(1, goal.reached / goal.amount);
  const fill = element('div', 'busker-goal-fill');
  fill.style.inlineSize = `${(share * 100).toFixed(2)}%`;
  const bar = element('div', 'busker-goal-bar', fill);
  bar.setAttribute('role', 'progressbar');
  bar.setAttribute('aria-valuenow', String(Math.round(share * 100)));
  bar.setAttribute('aria-label', goal.label);
  const label = element('p', 'busker-goal-label', goal.label);
  label.dir = 'auto';
  const parts = { reached: money(goal.reached), goal: money(goal.amount) };
  const done = goal.reached < goal.amount ? [] : [`${texts.goalFull} · `];
  const sum = element('p', 'busker-goal-sum', ...done, ...sentence(texts.goalOf, parts));
  return element('section', 'busker-goal', element('div', 'busker-goal-head', label, sum), bar);
}
