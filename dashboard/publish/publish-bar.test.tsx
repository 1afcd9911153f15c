import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { adasBackend, showScreen } from '../testing/fake-screen';
import { makeDraft } from '../testing/fakes';

describe('changes note', () => {
  afterEach(cleanup);

  async function withOneChange() {
    const fake = adasBackend();
    const app = showScreen('/profile', fake);
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Augusta' } });
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe('Augusta'));
    const button = await screen.findByRole('button', { name: '1 change not live yet' });
    return { ...app, fake, button };
  }

  test('the list of changes opens by keyboard, takes the focus, and gives it back at Escape', async () => {
    const { user, button } = await withOneChange();
    button.focus();
    await user.keyboard('{Enter}');
    const list = await screen.findByRole('list', { name: 'Not published yet' });
    await waitFor(() => expect(document.activeElement).toBe(list));
    expect(within(list).getByText('Name')).toBeDefined();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Not published yet' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test('the button in the list asks, and then discards', async () => {
    const { user, fake, button } = await withOneChange();
    await user.click(button);
    const list = await screen.findByRole('list', { name: 'Not published yet' });
    // Shown on a phone only: here it is hidden, and has no name.
    const note = list.closest<HTMLElement>('[role=dialog]') ?? list;
    fireEvent.click(within(note).getByText('Discard'));
    const dialog = await screen.findByRole('dialog', { name: 'Discard all unpublished changes?' });
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe(makeDraft().name));
  });
});
