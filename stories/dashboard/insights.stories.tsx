import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { dayOf } from '../../core/documents/insight-document';
import { makeTip } from '../../dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Insights', parameters: { layout: 'fullscreen' } };
export default meta;

const dayMillis = 86_400_000;

/** Four weeks with a busy weekend in each. */
const fourWeeks: Script = (world) => {
  const now = Date.now();
  const ages = Array.from({ length: 28 }, (_, age) => age);
  world.insights.set(
    ages.map((age) => ({
      v: 1,
      day: dayOf(now - age * dayMillis),
      views: 30 + (age % 7) * 12,
      clicks: { k1: 4 + (age % 7), k2: 3, gone: age % 2 },
    })),
  );
  for (const age of ages.toReversed()) {
    const succeededAt = now - age * dayMillis;
    const payment = { status: 'succeeded', attempts: 1, lastError: null, succeededAt } as const;
    const amount = 300 + (age % 5) * 200;
    world.receive(makeTip({ amount, payment, currency: age % 9 === 0 ? 'jpy' : 'usd' }));
  }
};

export const FourWeeks: StoryObj = at('/insights', adaSignedIn, fourWeeks);
export const CountedUntil: StoryObj = at('/insights', adaSignedIn, fourWeeks, (world) =>
  world.countedUntil.set(Date.UTC(2026, 0, 2, 14, 10)),
);
export const NothingCountedYet: StoryObj = at('/insights', adaSignedIn);
export const Loading: StoryObj = at('/insights', adaSignedIn, (world) => world.hold('watchInsights'));
export const Unreadable: StoryObj = at('/insights', adaSignedIn, (world) =>
  world.failNext('watchInsights', 'store/unavailable'),
);
export const Offline: StoryObj = at('/insights', adaSignedIn, fourWeeks, (world) => world.online.set(false));

export const AsTables: StoryObj = {
  ...at('/insights', adaSignedIn, fourWeeks),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    for (const button of await canvas.findAllByRole('button', { name: 'As a table' }))
      await userEvent.click(button);
    await expect(canvas.getByRole('table', { name: 'Views and clicks by day' })).toBeVisible();
  },
};
