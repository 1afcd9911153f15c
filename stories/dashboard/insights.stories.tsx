import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, userEvent, within } from 'storybook/test';
import { defaultPreferences } from '@busker/core/account/account-document';
import { dayOf } from '@busker/core/insights/insight-document';
import { makeTip } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Insights', parameters: { layout: 'fullscreen' } };
export default meta;

const dayMillis = 86_400_000;

/** Weeks with a busy weekend in each. */
const weeks =
  (days: number): Script =>
  (fake) => {
    const now = Date.now();
    const ages = Array.from({ length: days }, (_, age) => age);
    fake.insights.set(
      ages.map((age) => ({
        v: 1,
        day: dayOf(now - age * dayMillis),
        views: 30 + (age % 7) * 12,
        clicks: { k1: 4 + (age % 7), k2: 3, gone: age % 2 },
        sites: { 'blog.example.com': 12 + (age % 3), 'busker.example': 9, 'social.example': age % 5 },
      })),
    );
    for (const age of ages.toReversed()) {
      const succeededAt = now - age * dayMillis;
      const payment = { status: 'succeeded', attempts: 1, lastError: null, succeededAt } as const;
      const amount = 300 + (age % 5) * 200;
      fake.receive(makeTip({ amount, payment, currency: age % 9 === 0 ? 'jpy' : 'usd' }));
    }
  };
const fourWeeks = weeks(28);

export const FourWeeks: StoryObj = at('/insights', adaSignedIn, fourWeeks);
export const ComparedWithBefore: StoryObj = at('/insights', adaSignedIn, weeks(50));
export const AnotherTimeZone: StoryObj = at('/insights', adaSignedIn, fourWeeks, (fake) =>
  fake.preferences.set({ ...defaultPreferences, timeZone: 'Asia/Kathmandu' }),
);
export const ChosenDates: StoryObj = {
  ...at('/insights', adaSignedIn, weeks(50)),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('radio', { name: 'Dates' }));
    await expect(canvas.getByLabelText('First day')).toBeVisible();
  },
};
export const DatesTheWrongWayRound: StoryObj = {
  ...at('/insights', adaSignedIn, fourWeeks),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('radio', { name: 'Dates' }));
    await fireEvent.change(canvas.getByLabelText('Last day'), { target: { value: '2020-01-01' } });
    await expect(canvas.getByText('The last day is before the first.')).toBeVisible();
  },
};
export const CountedUntil: StoryObj = at('/insights', adaSignedIn, fourWeeks, (fake) =>
  fake.countedUntil.set(Date.UTC(2026, 0, 2, 14, 10)),
);
export const NothingCountedYet: StoryObj = at('/insights', adaSignedIn);
export const Loading: StoryObj = at('/insights', adaSignedIn, (fake) => fake.hold('watchInsights'));
export const Unreadable: StoryObj = at('/insights', adaSignedIn, (fake) =>
  fake.failNext('watchInsights', 'store/unavailable'),
);
export const Offline: StoryObj = at('/insights', adaSignedIn, fourWeeks, (fake) => fake.online.set(false));

export const AsTables: StoryObj = {
  ...at('/insights', adaSignedIn, fourWeeks),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    for (const button of await canvas.findAllByRole('button', { name: 'As a table' }))
      await userEvent.click(button);
    await expect(canvas.getByRole('table', { name: 'Views and clicks by day' })).toBeVisible();
  },
};
