import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { liveSite } from '@busker/dashboard/testing/in-memory-backend';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Embed', parameters: { layout: 'fullscreen' } };
export default meta;

export const Code: StoryObj = at('/share/embed', adaSignedIn);
export const NotPublishedYet: StoryObj = at('/share/embed', adaSignedIn, (fake) => fake.published.set(null));
export const Loading: StoryObj = at('/share/embed', adaSignedIn, (fake) => fake.hold('watchPublished'));
export const NothingHere: StoryObj = at('/no-such-page', adaSignedIn);
export const Unreadable: StoryObj = at('/share/embed', adaSignedIn, (fake) =>
  fake.failNext('watchPublished', 'store/unavailable'),
);
export const Offline: StoryObj = at('/share/embed', adaSignedIn, (fake) => fake.online.set(false));

const looked = (script: Script, said: RegExp): StoryObj => ({
  ...at('/share/embed', adaSignedIn, script),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Page'), 'ada.example');
    await userEvent.click(canvas.getByRole('button', { name: 'Check my site' }));
    await expect(await canvas.findByText(said)).toBeVisible();
  },
});
export const LiveOnMySite: StoryObj = looked(() => {}, /It is live/);
export const BlockedByThePage: StoryObj = looked((fake) => {
  fake.siteCheck = liveSite({
    live: false,
    script: 'none',
    policies: [
      {
        from: 'header',
        policy: "script-src 'self'",
        missing: [{ directive: 'script-src', sources: ['https://busker.example'] }],
        needsNonce: false,
        mended: "script-src 'self' https://busker.example",
      },
    ],
    permissionsLine: 'payment=(self "https://js.stripe.com")',
  });
}, /Not live yet/);
export const NoSuchSite: StoryObj = looked((fake) => {
  fake.siteCheck = liveSite({ live: false, failure: 'name-not-found' });
}, /No site has this name/);
export const LookedTooOften: StoryObj = looked(
  (fake) => fake.failNext('checkSite', 'api/too-many-requests'),
  /Too many attempts/,
);

const pin = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  const named = { name: /Pin this version/ };
  await userEvent.click(await canvas.findByRole('switch', named, { timeout: 15_000 }));
  return canvas;
};
export const Pinned: StoryObj = {
  ...at('/share/embed', adaSignedIn),
  play: async ({ canvasElement }) => {
    const canvas = await pin(canvasElement);
    const code = canvas.getByRole('textbox', { name: 'Embed code' });
    await waitFor(() => expect(code).toHaveTextContent('integrity="sha384-'));
  },
};
export const NotPinned: StoryObj = {
  ...at('/share/embed', adaSignedIn, (fake) => fake.failNext('pinnedScript', 'api/unreachable')),
  play: async ({ canvasElement }) => {
    const canvas = await pin(canvasElement);
    const settings = within(canvas.getByRole('region', { name: 'This embed' }));
    await expect(await settings.findByText(/The server cannot be reached/)).toBeVisible();
  },
};
const address = (canvasElement: HTMLElement) =>
  within(canvasElement).findByRole('region', { name: 'Address of your page' }, { timeout: 15_000 });
/** Nothing answers for the QR code, as when offline. */
export const CodeWaits: StoryObj = {
  ...at('/share/embed', adaSignedIn, (fake) => fake.online.set(false)),
  play: async ({ canvasElement }) => {
    const panel = within(await address(canvasElement));
    await expect(await panel.findByText('Waiting for a connection', {}, { timeout: 15_000 })).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Download PNG' })).toBeDisabled();
  },
};
/** The code leads to the tip form instead of the page. */
export const CodeForTheTipForm: StoryObj = {
  ...at('/share/embed', adaSignedIn),
  play: async ({ canvasElement }) => {
    const panel = within(await address(canvasElement));
    await userEvent.click(panel.getByRole('switch', { name: 'Lead straight to the tip form' }));
    await expect(panel.getByRole('link', { name: /\/@ada\/tip$/ })).toBeVisible();
    const file = panel.getByRole('link', { name: 'Download PNG' });
    await expect(file).toHaveAttribute('href', expect.stringMatching(/to=tip$/));
  },
};
