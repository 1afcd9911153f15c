import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { liveSite, waitingDomain } from '@busker/dashboard/testing/in-memory-backend';
import type { DomainAnswer } from '@busker/core/domains/domain-api';
import { makePublished, makeUser } from '@busker/dashboard/testing/fakes';
import { fakeAlert, fakeOverlay } from '@busker/core/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Share', parameters: { layout: 'fullscreen' } };
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

type OwnDomain = NonNullable<DomainAnswer['domain']>;

const waiting = waitingDomain('links.ada.example');
const noon = Date.UTC(2026, 10, 20, 12);
const of = (change: Partial<OwnDomain>): StoryObj =>
  at('/settings/domain', adaSignedIn, (fake) => {
    fake.domain = { offered: true, domain: { ...waiting, checkedAt: noon, ...change } };
  });
const right = waiting.records.map((record) => ({ ...record, check: 'right' as const }));

export const None: StoryObj = at('/settings/domain', adaSignedIn);
export const NotOffered: StoryObj = at('/settings/domain', adaSignedIn, (fake) => {
  fake.domain = { offered: false, domain: null };
});
export const Waiting = of({ checkedAt: null });
export const Wrong = of({
  state: 'wrong',
  records: waiting.records.map((record, index) =>
    index === 0 ? { ...record, check: 'wrong', seen: ['parking.registrar.example'] } : record,
  ),
});
export const PermissionMissing = of({
  state: 'certificate',
  records: right,
  permission: 'firebasehosting.sites.update',
});
export const Live = of({
  state: 'live',
  records: right,
  name: 'xn--bcher-kva.example',
  wallets: 'registered',
});
export const WalletsRefused = of({ state: 'live', records: right, wallets: 'refused' });
export const Broken = of({ state: 'broken', brokenSince: noon, endsAt: noon + 14 * 24 * 60 * 60_000 });
export const NotAnswering: StoryObj = at('/settings/domain', adaSignedIn, (fake) =>
  fake.failNext('ownDomain', 'api/service-unavailable'),
);

export const Sign: StoryObj = at('/share/kit', adaSignedIn);
export const KitNotPublishedYet: StoryObj = at('/share/kit', adaSignedIn, (fake) => fake.published.set(null));
export const TipsSwitchedOff: StoryObj = at('/share/kit', adaSignedIn, (fake) =>
  fake.published.set({ ...makePublished(), tips: { ...makePublished().tips, on: false } }),
);
export const KitLoading: StoryObj = at('/share/kit', adaSignedIn, (fake) => fake.hold('watchPublished'));
export const KitUnreadable: StoryObj = at('/share/kit', adaSignedIn, (fake) =>
  fake.failNext('watchPublished', 'store/unavailable'),
);
export const KitOffline: StoryObj = at('/share/kit', adaSignedIn, (fake) => fake.online.set(false));

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
export const StreamNotPublishedYet: StoryObj = at('/share/stream', adaSignedIn, (fake) =>
  fake.published.set(null),
);
export const Guest: StoryObj = at('/share/stream', adaSignedIn, (fake) =>
  fake.signInAs(makeUser({ isGuest: true })),
);
export const StreamLoading: StoryObj = at('/share/stream', adaSignedIn, (fake) => fake.hold('watchOverlay'));
export const StreamUnreadable: StoryObj = at('/share/stream', adaSignedIn, (fake) =>
  fake.failNext('watchOverlay', 'store/unavailable'),
);
export const AlertsUnreadable: StoryObj = at('/share/stream', withOverlay, (fake) =>
  fake.failNext('watchAlerts', 'store/unavailable'),
);
export const StreamOffline: StoryObj = at('/share/stream', withOverlay, (fake) => fake.online.set(false));

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
