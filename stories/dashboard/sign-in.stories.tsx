import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Sign in', parameters: { layout: 'fullscreen' } };
export default meta;

const known: Script = (fake) => void fake.passwords.set('ada@example.com', 'busker-demo');

export const Start: StoryObj = at('/');
export const SignIn: StoryObj = at('/sign-in', known);

export const WrongPassword: StoryObj = {
  ...at('/sign-in', known),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
    await userEvent.type(canvas.getByLabelText('Password'), 'not-it-at-all');
    await userEvent.click(canvas.getByRole('button', { name: 'Sign in' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Email or password is wrong');
  },
};

export const EmptyFields: StoryObj = {
  ...at('/sign-in'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Sign in' }));
    await expect(await canvas.findByText('Enter your email address.')).toBeVisible();
  },
};

export const SwitchedOff: StoryObj = at('/sign-in', (fake) =>
  fake.session.set({ kind: 'signed-out', reason: 'user-disabled' }),
);

export const SessionOver: StoryObj = at('/money/tips', (fake) =>
  fake.session.set({ kind: 'signed-out', reason: 'user-token-expired' }),
);

export const TooManyTries: StoryObj = {
  ...at('/sign-in', (fake) => fake.failNext('signIn', 'auth/too-many-requests')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
    await userEvent.type(canvas.getByLabelText('Password'), 'busker-demo');
    await userEvent.click(canvas.getByRole('button', { name: 'Sign in' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Too many attempts');
  },
};

export const CreateAccount: StoryObj = at('/create-account');

export const StrongPassword: StoryObj = {
  ...at('/create-account'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'new@example.com');
    await userEvent.type(canvas.getByLabelText('Password'), 'correct horse battery');
    await expect(canvas.getByText('Password strength: strong')).toBeVisible();
  },
};

export const AddressTaken: StoryObj = {
  ...at('/create-account', known),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
    await userEvent.type(canvas.getByLabelText('Password'), 'correct horse battery');
    await userEvent.click(canvas.getByRole('button', { name: 'Create account' }));
    await expect(await canvas.findByText(/We sent a link to ada@example.com/)).toBeVisible();
  },
};

export const ResetPassword: StoryObj = at('/reset-password');

export const ResetSent: StoryObj = {
  ...at('/reset-password'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
    await userEvent.click(canvas.getByRole('button', { name: 'Send the link' }));
    await expect(await canvas.findByText(/If ada@example.com has an account/)).toBeVisible();
  },
};

export const ResetFailed: StoryObj = {
  ...at('/reset-password', (fake) => fake.failNext('sendPasswordReset', 'auth/too-many-requests')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
    await userEvent.click(canvas.getByRole('button', { name: 'Send the link' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Too many attempts');
    await expect(canvas.getByLabelText('Email')).toHaveValue('ada@example.com');
  },
};
