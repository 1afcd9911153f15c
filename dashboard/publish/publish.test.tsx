import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Say } from '../messages/text';
import { adasBackend, showApp, showScreen } from '../testing/fake-screen';
import { makeDraft } from '../testing/fakes';
import { fieldName } from './publish';

describe('one way to save', () => {
  afterEach(cleanup);

  // Holds dash-278.
  test('blocked words show the bar where they are changed, and each changed setting stands in its list by name', async () => {
    const fake = adasBackend();
    const { user } = showScreen('/settings/sites#words', fake);
    const words = await screen.findByLabelText('Words and phrases');
    expect(screen.queryByRole('button', { name: /not live yet/ })).toBeNull();
    fireEvent.change(words, { target: { value: 'spam' } });
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    fireEvent.change(words, { target: { value: `spam\n${'a'.repeat(41)}` } });
    fireEvent.blur(words);
    expect(screen.getByText(/^“a+” is longer than 40 characters\.$/)).toBeDefined();
    await waitFor(() => expect(fake.serverDraft.value?.tips.blockWords).toEqual(['spam']));
    fireEvent.change(words, { target: { value: 'spam' } });
    await user.click(await screen.findByRole('button', { name: /1 change not live yet/ }));
    const list = within(await screen.findByRole('list', { name: 'Not published yet' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Blocked words']);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(fake.published.value?.tips.blockWords).toEqual(['spam']));
  });
});

test('a refused field is named by its own screen', () => {
  const say = ((id: string) => id) as Say;
  const named = (path: string) => fieldName(path, makeDraft(), say);
  expect(['tips.blockWords.0', 'tips.goal.amount', 'blocks'].map(named)).toEqual([
    'block.title',
    'goal.amount',
    'field.blocks',
  ]);
});

describe('undo', () => {
  afterEach(cleanup);

  const button = (name: string) => screen.findByRole('button', { name });
  const isOff = async (name: string) => (await button(name)).getAttribute('aria-disabled') === 'true';
  const press = (key: string, held: object = {}, target: Element = document.body) =>
    fireEvent.keyDown(target, { key, ctrlKey: true, ...held });

  async function opened(fake = adasBackend(), address = '/page/profile') {
    const app = showApp(address, fake);
    const name = await screen.findByLabelText('Name');
    return { ...app, fake, name };
  }

  async function withName(words: string) {
    const app = await opened();
    fireEvent.change(app.name, { target: { value: words } });
    await waitFor(() => expect(app.fake.serverDraft.value?.name).toBe(words));
    return app;
  }

  test('the buttons undo and redo typing, store it, and say what it was', async () => {
    const { user, fake, name } = await withName('Augusta');
    expect(await isOff('Redo')).toBe(true);
    await user.click(await button('Undo'));
    expect(name).toHaveProperty('value', makeDraft().name);
    expect(await screen.findByText('Undone: Name')).toBeDefined();
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe(makeDraft().name));
    await user.click(await button('Redo'));
    expect(name).toHaveProperty('value', 'Augusta');
    expect(await screen.findByText('Done again: Name')).toBeDefined();
  });

  test('a button without anything to do keeps the focus and does nothing', async () => {
    const { user, fake } = await opened();
    await user.click(await button('Undo'));
    expect(document.activeElement).toBe(await button('Undo'));
    expect(await isOff('Undo')).toBe(true);
    expect(fake.serverDraft.value).toEqual(makeDraft());
  });

  test.each([
    ['Ctrl+Y', 'y', {}],
    ['Shift+Ctrl+Z', 'Z', { shiftKey: true }],
  ])('Ctrl+Z undoes, and %s redoes', async (_keys, key, held) => {
    const { name } = await withName('Augusta');
    press('z');
    await waitFor(() => expect(name).toHaveProperty('value', makeDraft().name));
    press(key, held);
    await waitFor(() => expect(name).toHaveProperty('value', 'Augusta'));
  });

  test('in a text field the keys stay the browser’s', async () => {
    const { name } = await withName('Augusta');
    expect(press('z', {}, name)).toBe(true);
    expect(press('Z', { shiftKey: true }, name)).toBe(true);
    expect(name).toHaveProperty('value', 'Augusta');
    expect(press('z')).toBe(false);
  });

  test('a removed link comes back to its place', async () => {
    const { fake } = await opened();
    fake.serverDraft.set(makeDraft());
    const [menu] = await screen.findAllByRole('button', { name: /^More for/ });
    if (!menu) throw new Error('There is a link');
    fireEvent.click(menu);
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Remove/ }));
    await waitFor(() => expect(Object.keys(fake.serverDraft.value?.links ?? {})).toHaveLength(3));
    press('z');
    await waitFor(() => expect(fake.serverDraft.value?.links).toEqual(makeDraft().links));
  });

  test('a discard can be undone', async () => {
    const fake = adasBackend();
    fake.serverDraft.set(makeDraft({ bio: 'New.' }));
    const { user } = await opened(fake);
    await user.click(await button('Discard'));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(fake.serverDraft.value?.bio).toBe(makeDraft().bio));
    expect(await screen.findByText('Changes discarded.')).toBeDefined();
    await user.click(await button('Undo'));
    await waitFor(() => expect(fake.serverDraft.value?.bio).toBe('New.'));
  });

  test('leaves what another tab has changed since, and says so', async () => {
    const { fake, name } = await withName('Augusta');
    fake.serverDraft.set(makeDraft({ name: 'Theirs', revision: 90 }));
    await waitFor(() => expect(name).toHaveProperty('value', 'Theirs'));
    press('z');
    expect(await screen.findByText(/^Another tab or device has changed something here since/)).toBeDefined();
    expect(fake.serverDraft.value?.name).toBe('Theirs');
  });

  test('works offline, and reaches the server later', async () => {
    const { user, fake, name } = await withName('Augusta');
    fake.online.set(false);
    await user.click(await button('Undo'));
    expect(name).toHaveProperty('value', makeDraft().name);
    expect(fake.serverDraft.value?.name).toBe('Augusta');
    fake.online.set(true);
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe(makeDraft().name));
  });

  test('after publishing, undo makes an unpublished change', async () => {
    const { user, fake } = await withName('Augusta');
    await user.click(await button('Publish'));
    expect(await screen.findByText('Published. Your card is up to date everywhere.')).toBeDefined();
    press('z');
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe(makeDraft().name));
    expect(fake.published.value?.name).toBe('Augusta');
  });

  test('the palette offers undo only when there is something to undo', async () => {
    const { user } = await withName('Augusta');
    const find = async () => {
      press('k');
      await user.type(await screen.findByRole('combobox', { name: 'What do you want to do?' }), 'undo');
    };
    await find();
    await user.click(await screen.findByRole('option', { name: /^Undo/ }));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveProperty('value', makeDraft().name));
    await find();
    await waitFor(() => expect(screen.queryByRole('option', { name: /^Undo/ })).toBeNull());
  });
});

describe('changes note', () => {
  afterEach(cleanup);

  async function withOneChange() {
    const fake = adasBackend();
    const app = showScreen('/page/profile', fake);
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
