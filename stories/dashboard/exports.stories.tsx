import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { wholeExport, type OwnerExport } from '@busker/core/account/export-document';
import { fakeExport } from '@busker/dashboard/testing/in-memory-money';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Exports', parameters: { layout: 'fullscreen' } };
export default meta;

const day = 24 * 60 * 60_000;
const exported =
  (state: OwnerExport['state'], format: OwnerExport['format'] = 'csv'): Script =>
  (fake) => {
    fake.hasManyTips = true;
    fake.export.set(fakeExport({ state, format }));
  };

const ready = (expiresAt: number) =>
  ({ name: 'ready', tips: 100_000, bytes: 27_400_000, readyAt: expiresAt - 7 * day, expiresAt }) as const;

const panelOf = async (canvasElement: HTMLElement) => {
  const panel = { name: 'Your data' };
  return within(await within(canvasElement).findByRole('region', panel, { timeout: 15_000 }));
};

export const Starting: StoryObj = at(
  '/settings/account',
  adaSignedIn,
  exported({ name: 'running', done: 0, total: null }),
);

export const Preparing: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported({ name: 'running', done: 42_000, total: 100_000 })),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    const bar = await panel.findByRole('progressbar', { name: 'Your export' });
    await expect(bar).toHaveAttribute('aria-valuenow', '42');
    await expect(panel.getByText('Preparing your file: 42,000 of 100,000 tips')).toBeVisible();
  },
};

export const TriedAgain: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported({ name: 'retrying', done: 42_000, total: 100_000 })),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await expect(await panel.findByRole('alert')).toHaveTextContent('We try again by ourselves');
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
    await expect(await panel.findByText('Preparing your file…')).toBeVisible();
  },
};

export const Ready: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported(ready(Date.now() + 7 * day), 'json')),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await expect(await panel.findByRole('button', { name: 'Download JSON' })).toBeVisible();
    await expect(panel.getByText(/100,000 tips, 27.4 MB/)).toBeVisible();
  },
};

export const ReadyWithTipsMissing: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported({ ...ready(Date.now() + 7 * day), unreadable: 2 })),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await expect(await panel.findByText(/2 tips are missing: they could not be read/)).toBeVisible();
  },
};

export const ReadyPart: StoryObj = {
  ...at('/settings/account', adaSignedIn, (fake) => {
    const choice = { ...wholeExport('csv'), from: '2026-11-01', until: '2026-11-30' };
    fake.export.set(fakeExport({ state: ready(Date.now() + 7 * day), choice }));
  }),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await expect(
      await panel.findByText('This file has only the tips that your filter showed.'),
    ).toBeVisible();
  },
};

export const Expired: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported(ready(Date.now() - day))),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await userEvent.click(await panel.findByRole('button', { name: 'Prepare a new file' }));
    await expect(await panel.findByText('Preparing your file…')).toBeVisible();
  },
};

/** The link needs a fresh sign-in. */
export const ConfirmFirst: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported(ready(Date.now() + 7 * day)), (fake) => {
    fake.isFresh = false;
  }),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await userEvent.click(await panel.findByRole('button', { name: 'Download CSV' }));
    const dialog = await within(document.body).findByRole('dialog', { name: 'Confirm that it is you' });
    // The dialog fades in.
    await waitFor(() => expect(dialog).toBeVisible());
  },
};

export const Refused: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported(ready(Date.now() + 7 * day)), (fake) =>
    fake.failNext('exportLink', 'api/service-unavailable'),
  ),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await userEvent.click(await panel.findByRole('button', { name: 'Download CSV' }));
    await expect(await panel.findByRole('alert')).toBeVisible();
  },
};

export const Unreadable: StoryObj = at('/settings/account', adaSignedIn, (fake) =>
  fake.failNext('watchExport', 'store/unavailable'),
);
