import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { FakeBackend } from '@busker/dashboard/testing/fake-backend';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Picture', parameters: { layout: 'fullscreen' } };
export default meta;

let fake: FakeBackend;
const kept: Script = (made) => {
  fake = made;
};

/** A picture of hills, like a file from a phone. */
async function photograph(): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = 480;
  canvas.height = 360;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  pen.fillStyle = '#9cc7e8';
  pen.fillRect(0, 0, 480, 360);
  pen.fillStyle = '#e0982f';
  pen.fillRect(300, 60, 70, 70);
  pen.fillStyle = '#0b6e4b';
  pen.fillRect(0, 240, 480, 120);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new File([blob ?? ''], 'hills.png', { type: 'image/png' });
}

async function choose(canvasElement: HTMLElement) {
  const canvas = within(canvasElement);
  await canvas.findByRole('button', { name: /^(Upload|Change) picture$/ }, { timeout: 15_000 });
  const input = canvasElement.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('No field for a file');
  await userEvent.upload(input, await photograph());
  // Not within the first dialog: while the code loads on a slow machine, that is only a frame, which the cropping dialog replaces.
  const use = await within(document.body).findByRole('button', { name: 'Use this picture' });
  await within(document.body).findByRole('dialog', { name: 'Choose the part to show' });
  return { canvas, use };
}
async function send(canvasElement: HTMLElement) {
  const { canvas, use } = await choose(canvasElement);
  await waitFor(() => expect(use).toBeEnabled());
  await userEvent.click(use);
  return canvas;
}

export const Cropping: StoryObj = {
  ...at('/page/profile', adaSignedIn),
  play: async ({ canvasElement }) => {
    const { use } = await choose(canvasElement);
    await waitFor(() => expect(use).toBeEnabled());
  },
};

export const Uploading: StoryObj = {
  ...at('/page/profile', adaSignedIn, kept),
  play: async ({ canvasElement }) => {
    const canvas = await send(canvasElement);
    await canvas.findByText('Uploading, 0 %');
    fake.uploads[0]?.progress(0.4);
    await expect(await canvas.findByText(/^Uploading, (39|40) %/)).toBeVisible();
  },
};

export const Paused: StoryObj = {
  ...at('/page/profile', adaSignedIn, kept),
  play: async ({ canvasElement }) => {
    const canvas = await send(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Pause' }));
    await expect(await canvas.findByRole('button', { name: 'Resume' })).toBeVisible();
  },
};

export const WaitingForTheConnection: StoryObj = {
  ...at('/page/profile', adaSignedIn, kept),
  play: async ({ canvasElement }) => {
    const canvas = await send(canvasElement);
    await canvas.findByText('Uploading, 0 %');
    fake.online.set(false);
    await expect(await canvas.findByText(/^No connection. The upload continues from 0 %/)).toBeVisible();
  },
};

export const NotUploaded: StoryObj = {
  ...at('/page/profile', adaSignedIn, (made) => made.failNext('upload', 'upload/retry-limit-exceeded')),
  play: async ({ canvasElement }) => {
    const canvas = await send(canvasElement);
    await expect(await canvas.findByText(/The upload took too long/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

export const NoPicture: StoryObj = {
  ...at('/page/profile', adaSignedIn),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole('button', { name: /^(Upload|Change) picture$/ }, { timeout: 15_000 });
    const input = canvasElement.querySelector<HTMLInputElement>('input[type="file"]');
    const file = new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' });
    if (input) await userEvent.upload(input, file, { applyAccept: false });
    await expect(await canvas.findByText(/file type is not supported/)).toBeVisible();
  },
};
