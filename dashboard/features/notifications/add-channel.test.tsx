import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { InMemoryWorld } from '../../in-memory/in-memory-world';
import { adasWorld, showScreen } from '../../testing/fake-screen';

afterEach(cleanup);

let world: InMemoryWorld;
beforeEach(() => {
  world = adasWorld();
});
const stateOf = (channelId: string) => world.channels.all.channels[channelId]?.state;

async function chooseKind(name: string) {
  const { user } = showScreen('/notifications', world);
  await user.click(await screen.findByRole('button', { name: 'Add a channel' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name }));
  return { user, dialog };
}

test('adding offers what the host can send to, and no mail on a host without it', async () => {
  world.channels.offered = ['webhook', 'ntfy'];
  const { user } = showScreen('/notifications', world);
  await user.click(await screen.findByRole('button', { name: 'Add a channel' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('button', { name: 'Email' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Webhook' })).toBeDefined();
});

test('adding confirms the sign-in address by the code of the mail, after a wrong one and an old one', async () => {
  const { user, dialog } = await chooseKind('Email');
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /ada@example.com/ }).checked).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  const code = await dialog.findByLabelText('Six digits');
  await user.type(code, '111 111');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await dialog.findByText(/This code is not the one that we sent/)).toBeDefined();
  world.channels.expired.add('channel-1');
  await user.clear(code);
  await user.type(code, '123 456');
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await dialog.findByText(/This code is too old/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Send it again' }));
  expect(await dialog.findByText(/Only the newest code works/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(stateOf('channel-1')).toBe('on'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('adding asks for a fresh sign-in when the server wants one, and goes on after it', async () => {
  world.isFresh = false;
  const { user, dialog } = await chooseKind('Telegram');
  await user.type(dialog.getByLabelText('Token of your bot'), '12:token');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText('Password'), 'busker-demo');
  await user.keyboard('{Enter}');
  const code = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Six digits' });
  expect(code.value).toBe('123456');
  await user.click(screen.getByRole('button', { name: 'I sent the code' }));
  await waitFor(() => expect(stateOf('channel-1')).toBe('on'));
});

test('adding shows the secret of a webhook once, and then whether it answers', async () => {
  world.channels.receiver = { status: 500, text: 'no' };
  const { user, dialog } = await chooseKind('Webhook');
  await user.type(dialog.getByLabelText('Address'), 'https://hooks.example.com/a');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  const secret = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Signing secret' });
  expect(secret.value).toMatch(/^whsec_/);
  await user.click(dialog.getByRole('button', { name: 'I copied it' }));
  await user.click(await dialog.findByRole('button', { name: 'Send the test message' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('There was no good answer');
  world.channels.receiver = { status: 204, text: '' };
  await user.click(dialog.getByRole('button', { name: 'Send the test message' }));
  await waitFor(() => expect(stateOf('channel-1')).toBe('on'));
});

test.each([
  ['Discord', 'Address', 'Copy it once more from Discord'],
  ['Webhook', 'Address', 'Use a public address that begins with https://'],
])('adding %s says at the field that the address is wrong', async (kind, field, says) => {
  const { user, dialog } = await chooseKind(kind);
  await user.type(dialog.getByLabelText(field), 'http://10.0.0.1');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  const input = dialog.getByLabelText(field);
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
  expect(dialog.getByText(new RegExp(says))).toBeDefined();
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('adding shows the topic of ntfy as text and as a QR code', async () => {
  const { user, dialog } = await chooseKind('ntfy');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByRole('img', { name: 'QR code of the topic' })).toBeDefined();
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Topic' }).value).toMatch(/ntfy\.sh/);
});
