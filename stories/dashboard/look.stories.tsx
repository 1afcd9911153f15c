import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { makeDraft } from '@busker/dashboard/testing/fakes';
import type { Draft } from '@busker/core/profile/draft';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Look', parameters: { layout: 'fullscreen' } };
export default meta;

const looks =
  (look: Partial<Draft['look']>): Script =>
  (fake) => {
    const draft = makeDraft();
    fake.serverDraft.set({ ...draft, look: { ...draft.look, ...look } });
  };
const panel = (canvasElement: HTMLElement) =>
  within(canvasElement).findByRole('region', { name: 'Look' }, { timeout: 15_000 });

export const AsPublished: StoryObj = at('/page/profile#look', adaSignedIn);

/** The warning names the background and offers the nearest colour that works on both. */
export const ColourHardToSee: StoryObj = {
  ...at('/page/profile#look', adaSignedIn, looks({ accent: '#f5e663' })),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    await userEvent.click(await look.findByRole('button', { name: /^Use #/ }));
    await expect(look.queryByRole('button', { name: /^Use #/ })).toBeNull();
  },
};
export const NoColour: StoryObj = {
  ...at('/page/profile#look', adaSignedIn, looks({ accent: 'sort of green' })),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    await expect(await look.findByText('Use a colour like #0a7d55.')).toBeVisible();
  },
};
export const Links: StoryObj = at('/page/profile', adaSignedIn, looks({ layout: 'links', theme: 'dark' }));
export const RoundAndDark: StoryObj = at(
  '/page/profile',
  adaSignedIn,
  looks({ theme: 'dark', radius: 32, font: 'serif', accent: '#7a3ff2' }),
);
export const NotSaved: StoryObj = {
  ...at('/page/profile#look', adaSignedIn, (fake) => fake.failNext('editDraft', 'store/resource-exhausted')),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    await userEvent.click(await look.findByText('Dark'));
    await expect(await within(canvasElement).findByText('Not saved')).toBeVisible();
  },
};
export const Offline: StoryObj = {
  ...at('/page/profile#look', adaSignedIn, (fake) => fake.online.set(false)),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    await userEvent.click(await look.findByText('Dark'));
    await expect(await within(canvasElement).findByText('Offline, will be sent')).toBeVisible();
  },
};

/** The owner chooses the place of the tip button. */
const chosen = (place: string): StoryObj => ({
  ...at('/page/profile#look', adaSignedIn),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    const places = within(await look.findByRole('radiogroup', { name: 'Tip button' }));
    await userEvent.click(places.getByText(place));
    await expect(places.getByRole('radio', { name: place })).toBeChecked();
  },
});
export const TipButtonAtTheTop = chosen('Top');
export const TipButtonAtTheBottom = chosen('Bottom');
export const TipButtonAlwaysVisible = chosen('Always visible');
