import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { removeField, setField } from '../../draft/draft-edit';
import { adasWorld, showApp } from '../../fake-screen';
import { memoryStore } from '../../memory-store';

afterEach(cleanup);

/** Ada writes a name in this tab; it is saved. */
async function adaWrote(name: string) {
  const world = adasWorld();
  const { user } = showApp('/profile', world);
  const field = await screen.findByLabelText('Name');
  await user.clear(field);
  await user.type(field, name);
  await waitFor(() => expect(world.serverDraft.value?.name).toBe(name));
  return { world, user, field, otherTab: memoryStore(world) };
}

test('the tab whose value lost says so with both values, and takes its own back', async () => {
  const { world, user, field, otherTab } = await adaWrote('Ada King');
  await otherTab.editDraft([setField(['name'], 'Countess of Lovelace')]);
  const notice = await screen.findByRole('region', { name: 'Name was changed in another tab' });
  expect(notice.textContent).toContain('Ada King');
  expect(notice.textContent).toContain('Countess of Lovelace');
  expect(field).toHaveProperty('value', 'Countess of Lovelace');
  await user.click(within(notice).getByRole('button', { name: 'Take mine back' }));
  await waitFor(() => expect(world.serverDraft.value?.name).toBe('Ada King'));
  expect(screen.queryByRole('region', { name: 'Name was changed in another tab' })).toBeNull();
});

test('leaving it so is enough', async () => {
  const { world, user, otherTab } = await adaWrote('Ada King');
  await otherTab.editDraft([setField(['name'], 'Countess')]);
  await user.click(await screen.findByRole('button', { name: 'Leave it so' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take mine back' })).toBeNull());
  expect(world.serverDraft.value?.name).toBe('Countess');
});

test('another field of another tab is merged without a word', async () => {
  const { world, otherTab } = await adaWrote('Ada King');
  await otherTab.editDraft([setField(['bio'], 'Short.'), removeField(['links', 'k4'])]);
  await waitFor(() => expect(screen.getByLabelText('Bio')).toHaveProperty('value', 'Short.'));
  expect(screen.queryByRole('button', { name: 'Take mine back' })).toBeNull();
  expect(world.serverDraft.value?.name).toBe('Ada King');
});

test('a refused write stays in its field and goes again', async () => {
  const { world, user, field } = await adaWrote('Ada King');
  world.failNext('editDraft', 'store/permission-denied');
  await user.type(field, ' II');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(field).toHaveProperty('value', 'Ada King II');
  await user.click(again);
  await waitFor(() => expect(world.serverDraft.value?.name).toBe('Ada King II'));
});
