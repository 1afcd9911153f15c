import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { inMemoryMailCode } from '@busker/dashboard/testing/in-memory-sign-in-methods';
import { at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Ways in', parameters: { layout: 'fullscreen' } };
export default meta;

const phoneOnly: Script = (fake) => {
  fake.methods = { emailLink: false, phone: true, guest: false, totp: false, providers: [] };
};

export const OnlySome: StoryObj = {
  ...at('/sign-in', phoneOnly),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Use another way' }));
    await expect(await canvas.findByRole('link', { name: 'Use my phone' })).toBeVisible();
  },
};

export const WindowBlocked: StoryObj = {
  ...at('/sign-in', (fake) => fake.failNext('withProvider', 'auth/popup-blocked')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Use another way' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue with Google' }));
    await expect(await canvas.findByRole('button', { name: 'Continue in this window' })).toBeVisible();
  },
};

export const CameBackWithout: StoryObj = at('/sign-in', (fake) =>
  fake.session.set({
    kind: 'signed-out',
    reason: null,
    failure: { code: 'auth/account-exists-with-different-credential' },
  }),
);

export const MailedLink: StoryObj = at('/sign-in/link');

const askForLink = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
  await userEvent.click(canvas.getByRole('button', { name: 'Send the link' }));
  return canvas;
};
export const MailedLinkSent: StoryObj = {
  ...at('/sign-in/link'),
  play: async ({ canvasElement }) => {
    const canvas = await askForLink(canvasElement);
    await expect(await canvas.findByText(/We sent a sign-in link to ada@example.com/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Use another address' })).toBeVisible();
  },
};
export const MailedLinkFailed: StoryObj = {
  ...at('/sign-in/link', (fake) => fake.failNext('sendLink', 'auth/quota-exceeded')),
  play: async ({ canvasElement }) => {
    const canvas = await askForLink(canvasElement);
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};

export const Phone: StoryObj = at('/sign-in/phone');
export const PhoneNumberWrong: StoryObj = {
  ...at('/sign-in/phone'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Phone number'), '0770');
    await userEvent.click(canvas.getByRole('button', { name: 'Send the code' }));
    await expect(await canvas.findByText(/Start with \+/)).toBeVisible();
  },
};

export const PhoneCode: StoryObj = {
  ...at('/sign-in/phone'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Phone number'), '+447700900123');
    await userEvent.click(canvas.getByRole('button', { name: 'Send the code' }));
    await userEvent.type(await canvas.findByLabelText('Code'), '000000');
    await userEvent.click(canvas.getByRole('button', { name: 'Confirm the code' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('This code is wrong');
  },
};

const mail = (mode: string, code = inMemoryMailCode) => `/auth/action?mode=${mode}&oobCode=${code}`;

export const AddressConfirmed: StoryObj = at(mail('verifyEmail'));
export const LinkUsed: StoryObj = at(mail('verifyEmail', 'used'));
export const NewPassword: StoryObj = at(mail('resetPassword'));
export const NewPasswordTooWeak: StoryObj = {
  ...at(mail('resetPassword')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('New password'), 'abc');
    await userEvent.click(canvas.getByRole('button', { name: 'Save the new password' }));
    await expect(await canvas.findByText('Use at least 6 characters.')).toBeVisible();
    await expect(canvas.getByLabelText('New password')).toBeInvalid();
  },
};
export const TakeAddressBack: StoryObj = at(mail('recoverEmail'));
export const LinkOnAnotherDevice: StoryObj = at(mail('signIn'));
export const BrokenLink: StoryObj = at('/auth/action');
