import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import type { ScriptedCall } from '@busker/dashboard/testing/scripted-call';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Without a connection', parameters: { layout: 'fullscreen' } };
export default meta;

const offline: Script = (fake) => fake.online.set(false);

/** Offline, without any cached data for the screen. */
const nothingKept = (address: string, ...calls: readonly ScriptedCall[]): StoryObj => ({
  ...at(address, adaSignedIn, offline, (fake) => calls.forEach((call) => fake.hold(call))),
  play: async ({ canvasElement }) => {
    const waits = await within(canvasElement.ownerDocument.body).findAllByText('Waiting for a connection');
    await expect(waits.length).toBeGreaterThan(0);
  },
});

export const SignIn: StoryObj = {
  ...at('/sign-in', offline),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('You are offline. You need a connection to sign in.')).toBeVisible();
    await userEvent.type(canvas.getByLabelText('Email'), 'ada@example.com');
    await userEvent.type(canvas.getByLabelText('Password'), 'busker-demo');
    await userEvent.click(canvas.getByRole('button', { name: 'Sign in' }));
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible();
  },
};
export const MailedLink: StoryObj = {
  ...at('/sign-in/link', offline),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
    await userEvent.click(canvas.getByRole('button', { name: 'Send the link' }));
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};
export const MailsCode: StoryObj = {
  ...at('/auth/action?mode=verifyEmail&oobCode=mail-code', offline),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

export const ProfileWithEdits: StoryObj = {
  ...at('/page/profile', adaSignedIn, offline),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Name'), ' King');
    await expect(await canvas.findByText('Offline, will be sent')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await expect(
      canvas.getByText('You are offline. You can publish when you are back online.'),
    ).toBeVisible();
  },
};
export const NothingKeptOfTheDraft: StoryObj = nothingKept('/page/profile', 'watchDraft');
export const NothingKeptOfTheTips: StoryObj = nothingKept('/money/tips', 'watchLatest', 'watchTotals');
export const NothingKeptOfOneTip: StoryObj = nothingKept('/money/tips?tip=some', 'watchTip');
export const NothingKeptOfInsights: StoryObj = nothingKept('/insights', 'watchInsights');
export const NothingKeptOfPayments: StoryObj = nothingKept('/settings/payments', 'watchPayments');
export const NothingKeptOfWhatIsLive: StoryObj = nothingKept('/share/embed', 'watchPublished');
export const NothingKeptOfTheAccount: StoryObj = nothingKept('/settings/account', 'watchPublished');
