import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TipStatus } from '@busker/core/fan-api/tip-api';
import { enTip } from '../messages/en-tip';
import type { StartedTip, Undo } from '../tip/tip-flow';
import { ThanksScreen } from './thanks-screen';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const show = (
  undo: Undo,
  status: TipStatus | null = null,
  tip: StartedTip | null = null,
  money: (minorUnits: number) => string = String,
) =>
  act(async () =>
    root.render(
      <ThanksScreen
        messages={enTip}
        locale="en"
        stage={{ at: 'thanked', tip, status, undo }}
        name="Ada"
        money={money}
        thanks="You are kind"
        onUndo={() => undefined}
        onDone={() => undefined}
      />,
    ),
  );

it('shows no thanks for a tip that was undone', async () => {
  await show({ at: 'offered' });
  expect(place.textContent).toContain(enTip.thankYou);
  await show({ at: 'done' });
  expect(place.textContent).toBe(enTip.undone('') + enTip.done);
});

it('focuses the thanks, described by the outcome, which is also a status', async () => {
  await show({ at: 'offered' });
  const heading = document.activeElement;
  expect(heading?.textContent).toBe(enTip.thankYou);
  const description = place.querySelector(`[id="${heading?.getAttribute('aria-describedby')}"]`);
  expect(description?.textContent).toBe(enTip.tipWentThrough('Ada'));
  expect(description?.getAttribute('role')).toBe('status');
});

it('moves the focus from the removed undo button to the outcome', async () => {
  await show({ at: 'offered' });
  await show({ at: 'asking' });
  expect(document.activeElement?.textContent).toBe(enTip.undoing);
  await show({ at: 'done' });
  expect(document.activeElement?.textContent).toBe(enTip.undone(''));
});

it.each(['offered', 'done'] as const)(
  'says that the refund failed, why, and whom to ask: undo %s',
  async (at) => {
    const status: TipStatus = {
      tipId: 'tip1',
      status: 'paid',
      amount: 500,
      tipAmount: 500,
      coverAmount: 0,
      currency: 'usd',
      undoUntil: Date.now() + 60_000,
      refundFailure: { amount: 500, why: 'bank-refused' },
      receiptUrl: '',
    };
    await show({ at }, status);
    expect(place.querySelector('[role="alert"]')?.textContent).toBe(
      'A refund of 500 failed. The money is with Ada again. Your bank refused it. Please ask Ada to return it another way.',
    );
    expect(place.textContent).not.toContain(enTip.undo);
  },
);

// Holds pay-230.
it('says how long a slow refund may take, and names no card', async () => {
  const status: TipStatus = {
    tipId: 't1',
    status: 'refunded',
    amount: 500,
    tipAmount: 500,
    coverAmount: 0,
    currency: 'eur',
    undoUntil: null,
    refundDays: 7,
    receiptUrl: 'https://busker.example/t/t1',
  };
  await show({ at: 'done' }, status);
  expect(place.textContent).toContain(enTip.undoneSlowly('', '7 days'));
  expect(enTip.undone('5')).not.toMatch(/card/);
});

const inYen = { amount: 812, currency: 'jpy' };
const paidInYen: TipStatus = {
  tipId: 't1',
  status: 'paid',
  amount: 500,
  tipAmount: 500,
  coverAmount: 0,
  currency: 'usd',
  presented: inYen,
  undoUntil: null,
  receiptUrl: '',
};
const started: StartedTip = {
  tipId: 't1',
  tipToken: 'token-t1',
  currency: 'usd',
  figures: { tipAmount: 500, coverAmount: 0, total: 500 },
  payment: { url: 'https://pay.example/t1' },
  every: 'once',
};
const dollars = (minorUnits: number) => `$${(minorUnits / 100).toFixed(2)}`;
const both = '¥812 ($5.00)';

// Holds pay-411.
it('names the sum that a fan paid in the own currency, when it went through and when it goes back', async () => {
  await show({ at: 'offered' }, paidInYen, started, dollars);
  expect(place.textContent).toContain(enTip.wentThrough(both, 'Ada'));
  await show({ at: 'done' }, { ...paidInYen, status: 'refunded' }, started, dollars);
  expect(place.textContent).toContain(enTip.undone(both));
  await show({ at: 'done' }, { ...paidInYen, status: 'refunded', refundDays: 7 }, started, dollars);
  expect(place.textContent).toContain(enTip.undoneSlowly(both, '7 days'));
});

// Holds pay-411.
it('names the sum of a failed refund in the fan’s own currency, and in the tip’s alone where nobody knows it', async () => {
  const failed = (refundFailure: TipStatus['refundFailure']) =>
    show({ at: 'done' }, { ...paidInYen, refundFailure }, started, dollars);
  await failed({ amount: 500, why: 'bank-refused', presented: inYen });
  expect(place.querySelector('[role="alert"]')?.textContent).toContain(enTip.refundFailed(both, 'Ada'));
  await failed({ amount: 200, why: 'bank-refused' });
  expect(place.querySelector('[role="alert"]')?.textContent).toContain(enTip.refundFailed('$2.00', 'Ada'));
});

it.each([{ amount: 812, currency: 'YEN!' }, { amount: '812', currency: 'jpy' }, 'free', null])(
  'names the tip’s sum where the server sends %j for the fan’s',
  async (presented) => {
    await show({ at: 'done' }, { ...paidInYen, presented: presented as never }, started, dollars);
    expect(place.textContent).toContain(enTip.undone('$5.00'));
  },
);
