import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { fakeAlert, fakeOverlay } from '@busker/core/testing/fakes';
import { makeUser } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Stream', parameters: { layout: 'fullscreen' } };
export default meta;

const minute = 60_000;
const withOverlay: Script = (fake) => {
  adaSignedIn(fake);
  const now = Date.now();
  fake.overlay.own.set(fakeOverlay({}, { key: 'a'.repeat(40) }));
  fake.overlay.alerts.set([
    fakeAlert({ id: 'tip2', name: 'Kim', message: 'Lovely!', amount: 700, at: now - minute }),
    fakeAlert({ id: 'tip1', name: null, message: null, at: now - 20 * minute }),
  ]);
};

export const Ready: StoryObj = at('/share/stream', withOverlay);
export const WithoutTips: StoryObj = at('/share/stream', withOverlay, (fake) => fake.overlay.alerts.set([]));
export const WaitingForTheOwner: StoryObj = at('/share/stream', withOverlay, (fake) =>
  fake.overlay.own.set(fakeOverlay({ words: 'approved' }, { key: 'a'.repeat(40) })),
);
export const Paused: StoryObj = at('/share/stream', withOverlay, (fake) =>
  fake.overlay.own.set(fakeOverlay({}, { live: { paused: true, muted: true, skip: 0 } })),
);
export const NoneYet: StoryObj = at('/share/stream', adaSignedIn);
export const NotPublishedYet: StoryObj = at('/share/stream', adaSignedIn, (fake) => fake.published.set(null));
export const Guest: StoryObj = at('/share/stream', adaSignedIn, (fake) =>
  fake.signInAs(makeUser({ isGuest: true })),
);
export const Loading: StoryObj = at('/share/stream', adaSignedIn, (fake) => fake.hold('watchOverlay'));
export const Unreadable: StoryObj = at('/share/stream', adaSignedIn, (fake) =>
  fake.failNext('watchOverlay', 'store/unavailable'),
);
export const AlertsUnreadable: StoryObj = at('/share/stream', withOverlay, (fake) =>
  fake.failNext('watchAlerts', 'store/unavailable'),
);
export const Offline: StoryObj = at('/share/stream', withOverlay, (fake) => fake.online.set(false));

export const AskingBeforeItStops: StoryObj = {
  ...at('/share/stream', withOverlay),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'New address' }, { timeout: 15_000 }));
    const dialog = await within(document.body).findByRole('dialog', { name: 'New address' });
    // It fades in.
    await waitFor(() => expect(dialog).toBeVisible());
  },
};
