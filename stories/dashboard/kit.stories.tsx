import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { makePublished } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at } from './app-at';

const meta: Meta = { title: 'Dashboard/Gig kit', parameters: { layout: 'fullscreen' } };
export default meta;

export const Sign: StoryObj = at('/share/kit', adaSignedIn);
export const NotPublishedYet: StoryObj = at('/share/kit', adaSignedIn, (fake) => fake.published.set(null));
export const TipsSwitchedOff: StoryObj = at('/share/kit', adaSignedIn, (fake) =>
  fake.published.set({ ...makePublished(), tips: { ...makePublished().tips, on: false } }),
);
export const Loading: StoryObj = at('/share/kit', adaSignedIn, (fake) => fake.hold('watchPublished'));
export const Unreadable: StoryObj = at('/share/kit', adaSignedIn, (fake) =>
  fake.failNext('watchPublished', 'store/unavailable'),
);
export const Offline: StoryObj = at('/share/kit', adaSignedIn, (fake) => fake.online.set(false));

const chosen = (kind: string): StoryObj => ({
  ...at('/share/kit', adaSignedIn),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByText(kind, {}, { timeout: 15_000 }));
    await expect(await canvas.findByRole('img', { name: kind })).toBeVisible();
  },
});
export const Cards: StoryObj = chosen('Cards');
export const Stickers: StoryObj = chosen('Stickers');
