import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { makeDraft, makeTip } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Commands', parameters: { layout: 'fullscreen' } };
export default meta;

const edited: Script = (fake) => {
  fake.serverDraft.set(makeDraft({ bio: 'A shorter story.' }));
  fake.receive(makeTip());
};

async function openPalette(canvasElement: HTMLElement) {
  const [button] = await within(canvasElement).findAllByRole('button', { name: 'Search and commands' });
  if (button) await userEvent.click(button);
  return within(canvasElement.ownerDocument.body).findByRole('combobox', { name: 'What do you want to do?' });
}

export const Opened: StoryObj = {
  ...at('/settings/account', adaSignedIn, edited),
  play: async ({ canvasElement }) => {
    await expect(await openPalette(canvasElement)).toHaveFocus();
  },
};

export const Found: StoryObj = {
  ...at('/settings/account', adaSignedIn, edited),
  play: async ({ canvasElement }) => {
    await userEvent.type(await openPalette(canvasElement), 'tip');
    const list = within(await within(document.body).findByRole('listbox'));
    const found = await list.findByRole('option', { selected: true });
    await waitFor(() => expect(found).toBeVisible());
  },
};

export const OnAPhone: StoryObj = { ...Found, globals: { viewport: { value: 'mobile1' } } };

export const HelpSheet: StoryObj = {
  ...at('/settings/account', adaSignedIn),
  play: async ({ canvasElement }) => {
    await userEvent.type(await openPalette(canvasElement), 'shortcuts{Enter}');
    const sheet = await within(document.body).findByRole('dialog', { name: 'Keyboard shortcuts' });
    const shown = await within(sheet).findByText('Search your tips');
    await waitFor(() => expect(shown).toBeVisible());
  },
};
