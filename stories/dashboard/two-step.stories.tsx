import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { inMemoryAppCode, inMemoryRecoveryCodes } from '@busker/dashboard/testing/in-memory-sign-in-methods';
import { makeUser } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Two-step sign-in', parameters: { layout: 'fullscreen' } };
export default meta;

const phone = { id: 'factor-1', name: 'My phone', addedAt: Date.UTC(2026, 10, 20) };
const on: Script = (fake) => {
  fake.secondFactors = [phone, { id: 'factor-2', name: '', addedAt: Date.UTC(2026, 10, 24) }];
  fake.recoveryCodes = inMemoryRecoveryCodes.slice(0, 3);
};
const late = { timeout: 15_000 };

const panelOf = async (canvasElement: HTMLElement) =>
  within(await within(canvasElement).findByRole('region', { name: 'Two-step sign-in' }, late));
/** Dialogs are outside of the canvas. */
const dialogOf = async (canvasElement: HTMLElement, name: string) =>
  within(await within(canvasElement.ownerDocument.body).findByRole('dialog', { name }, late));

export const On: StoryObj = {
  ...at('/settings/account', adaSignedIn, on),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await expect(await panel.findByText('You have 3 unused codes.')).toBeVisible();
  },
};

export const EmailNotConfirmed: StoryObj = {
  ...at('/settings/account', adaSignedIn, (fake) => fake.signInAs(makeUser({ emailVerified: false }))),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await expect(await panel.findByText(/Confirm your email first/)).toBeVisible();
  },
};

const setUp = async (canvasElement: HTMLElement, code: string) => {
  const panel = await panelOf(canvasElement);
  await userEvent.click(await panel.findByRole('button', { name: 'Switch on' }, late));
  const dialog = await dialogOf(canvasElement, 'Set up two-step sign-in');
  await userEvent.type(dialog.getByLabelText('Code from the app'), code);
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm the code' }));
  return dialog;
};

export const WrongCodeAtSetUp: StoryObj = {
  ...at('/settings/account', adaSignedIn),
  play: async ({ canvasElement }) => {
    const dialog = await setUp(canvasElement, '000000');
    await expect(await dialog.findByText(/This code is wrong/)).toBeVisible();
  },
};

export const NewCodes: StoryObj = {
  ...at('/settings/account', adaSignedIn),
  play: async ({ canvasElement }) => {
    await setUp(canvasElement, inMemoryAppCode);
    const dialog = await dialogOf(canvasElement, 'Keep your recovery codes');
    await expect(dialog.getAllByRole('listitem')).toHaveLength(10);
  },
};

export const RemoveAnApp: StoryObj = {
  ...at('/settings/account', adaSignedIn, on),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await userEvent.click(await panel.findByRole('button', { name: 'Remove My phone' }, late));
    const dialog = await dialogOf(canvasElement, 'Remove this app?');
    await waitFor(() => expect(dialog.getByText(/other apps/)).toBeVisible());
  },
};

const signIn = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.type(await canvas.findByLabelText('Email', {}, late), 'ada@example.com');
  await userEvent.type(canvas.getByLabelText('Password'), 'busker-demo');
  await userEvent.click(canvas.getByRole('button', { name: 'Sign in' }));
  return dialogOf(canvasElement, 'Enter the code from your app');
};
const known: Script = (fake) => void fake.passwords.set('ada@example.com', 'busker-demo');

export const SecondStep: StoryObj = {
  ...at('/sign-in', known, on),
  play: async ({ canvasElement }) => {
    const dialog = await signIn(canvasElement);
    await expect(dialog.getByLabelText('App')).toBeVisible();
  },
};

export const SecondStepOver: StoryObj = {
  ...at('/sign-in', known, on, (fake) => fake.failNext('secondStep', 'auth/invalid-multi-factor-session')),
  play: async ({ canvasElement }) => {
    const dialog = await signIn(canvasElement);
    await userEvent.type(dialog.getByLabelText('Code from the app'), `${inMemoryAppCode}{Enter}`);
    await expect(await dialog.findByRole('button', { name: 'Start again' })).toBeVisible();
  },
};

export const RecoveryCode: StoryObj = {
  ...at('/sign-in', known, on),
  play: async ({ canvasElement }) => {
    const dialog = await signIn(canvasElement);
    await userEvent.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
    const recovery = await dialogOf(canvasElement, 'Use a recovery code');
    await userEvent.type(recovery.getByLabelText('Recovery code'), 'wrong{Enter}');
    await expect(await recovery.findByRole('alert')).toBeVisible();
  },
};
