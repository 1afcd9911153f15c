import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { removeField, setField } from '@busker/dashboard/draft/draft-edit';
import { inMemoryStore } from '@busker/dashboard/testing/in-memory-store';
import { FakeBackend } from '@busker/dashboard/testing/fake-backend';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Two tabs', parameters: { layout: 'fullscreen' } };
export default meta;

/** The fake backend of the open story, so that its play function can act as the other tab. */
let fake = new FakeBackend();
const shared: Script = (given) => {
  fake = given;
};

export const FieldChangedElsewhere: StoryObj = {
  ...at('/page/profile', adaSignedIn, shared),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const name = await canvas.findByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Ada King');
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe('Ada King'));
    await inMemoryStore(fake).editDraft([setField(['name'], 'Augusta Ada King, Countess of Lovelace')]);
    await expect(
      await canvas.findByRole('region', { name: 'Name was changed in another tab' }),
    ).toBeVisible();
  },
};

export const LinkRemovedElsewhere: StoryObj = {
  ...at('/page/profile', adaSignedIn, shared),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: /^Edit Monthly letter/ }));
    await userEvent.type(canvas.getByLabelText('Label'), ' for members');
    await inMemoryStore(fake).editDraft([removeField(['links', 'k4'])]);
    const notice = await canvas.findByRole('region', { name: /was removed in another tab$/ });
    await expect(within(notice).getByRole('button', { name: 'Restore' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /^Edit Monthly letter/ })).toBeNull();
  },
};
