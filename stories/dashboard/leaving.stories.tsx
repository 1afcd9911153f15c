import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import type { LeavingState } from '@busker/core/account/account-document';
import { fakeLeaving } from '@busker/dashboard/testing/in-memory-money';
import { keptTicket } from '@busker/dashboard/account-deletion/leaving';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Deletion', parameters: { layout: 'fullscreen' } };
export default meta;

const leaving =
  (state: LeavingState): Script =>
  (fake) =>
    fake.leaving.set(fakeLeaving(state));
const running = (
  step: Extract<LeavingState, { readonly step: string }>['step'],
  done: number,
  total: number | null,
) => ({ name: 'running', step, done, total }) as const;

export const Started: StoryObj = at('/settings/account', adaSignedIn, leaving(running('page', 0, null)));

export const Books: StoryObj = {
  ...at('/money/tips', adaSignedIn, leaving(running('books', 10_500, 20_000))),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const bar = await canvas.findByRole(
      'progressbar',
      { name: 'Deletion of your account' },
      { timeout: 15_000 },
    );
    await expect(bar).toHaveAttribute('aria-valuenow', '50');
    // With the count: without it the same words are read out, sooner or later.
    await expect(canvas.getByText(/^Deleting: 3 of 5: keeping the records of payments \(/)).toBeVisible();
    await expect(canvas.getByText(/the deletion stops and everything is as it was before/)).toBeVisible();
  },
};

export const NoReturn: StoryObj = {
  ...at('/settings/account', adaSignedIn, leaving(running('data', 4000, 20_000))),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(
      await canvas.findByText('The deletion cannot be stopped any more.', {}, { timeout: 15_000 }),
    ).toBeVisible();
  },
};

export const TriedAgain: StoryObj = at(
  '/settings/account',
  adaSignedIn,
  leaving({ name: 'retrying', step: 'payments', done: 2, total: 3 }),
);

export const Stopped: StoryObj = {
  ...at('/page/profile', adaSignedIn, leaving({ name: 'stopped' })),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const notice = { name: 'Your account was not deleted' };
    await expect(await canvas.findByRole('status', notice, { timeout: 15_000 })).toHaveTextContent(
      'all tips and data are there as before',
    );
  },
};

const signedOut: Script = () => keptTicket.keep('ticket-ada');
const forget = () => keptTicket.drop();

export const SignInPageWhileItRuns: StoryObj = {
  ...at('/sign-in', signedOut, leaving(running('data', 4000, 20_000))),
  beforeEach: () => forget,
  play: async ({ canvasElement }) => {
    const bar = { name: 'Deletion of your account' };
    await expect(
      await within(canvasElement).findByRole('progressbar', bar, { timeout: 15_000 }),
    ).toBeVisible();
  },
};

export const SignInPageWhenItIsOver: StoryObj = {
  ...at('/sign-in', signedOut, leaving({ name: 'done' })),
  beforeEach: () => forget,
  play: async ({ canvasElement }) => {
    await expect(
      await within(canvasElement).findByText(/Your account has been deleted/, {}, { timeout: 15_000 }),
    ).toBeVisible();
  },
};

export const SignInPageWhenItStopped: StoryObj = {
  ...at('/sign-in', signedOut, leaving({ name: 'stopped' })),
  beforeEach: () => forget,
};
