import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasWorld, showScreen } from '../../testing/fake-screen';

afterEach(cleanup);

async function askedToTakeDown() {
  const world = adasWorld();
  const { user } = showScreen('/profile', world);
  await user.click(await screen.findByRole('button', { name: 'Take the page down' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take your page down?' });
  return { world, user, dialog };
}

test('takes the page down after a question, and Publish brings it back', async () => {
  const { world, user, dialog } = await askedToTakeDown();
  expect(world.published.value?.takenDownAt).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Take it down' }));
  await screen.findByText('Taken down');
  expect(world.published.value?.takenDownAt).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(world.published.value?.takenDownAt).toBeNull());
  await screen.findByRole('button', { name: 'Take the page down' });
});

test('changes nothing when the owner keeps the page', async () => {
  const { world, user, dialog } = await askedToTakeDown();
  await user.click(within(dialog).getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(world.published.value?.takenDownAt).toBeNull();
});

test('keeps the question open and says why when the server refuses', async () => {
  const { world, user, dialog } = await askedToTakeDown();
  world.failNext('unpublish', 'api/account-leaving');
  await user.click(within(dialog).getByRole('button', { name: 'Take it down' }));
  await within(dialog).findByRole('alert');
  expect(world.published.value?.takenDownAt).toBeNull();
});
