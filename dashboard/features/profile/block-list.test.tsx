import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { blockKinds } from '@busker/core/blocks/block';
import { inOrder } from '@busker/core/profile/profile';
import { adasBackend, menuItem, showScreen } from '../../testing/fake-screen';
import { makePublished } from '../../testing/fakes';

describe('blocks', () => {
  afterEach(cleanup);

  async function editor(fake = adasBackend()) {
    const shown = showScreen('/page/profile', fake);
    await screen.findByRole('heading', { name: 'Profile' });
    const draft = () => fake.serverDraft.value;
    const stored = () => inOrder(draft()?.blocks ?? {}).map(([, block]) => block);
    const page = () =>
      inOrder({ ...draft()?.links, ...draft()?.blocks }).map(([, entry]) =>
        'kind' in entry ? entry.kind : entry.label,
      );
    const add = async (kind: RegExp) => {
      await shown.user.click(screen.getByRole('button', { name: 'Add a block' }));
      await shown.user.click(await menuItem(kind));
    };
    return { fake, stored, page, add, ...shown };
  }

  // Holds dash-1231.
  test('of every kind are added from a menu that says what each is for', async () => {
    const { user, stored } = await editor();
    await user.click(screen.getByRole('button', { name: 'Add a block' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items).toHaveLength(blockKinds.length);
    for (const item of items) expect(item.textContent.length).toBeGreaterThan(30);
    await user.click(await menuItem(/^Contact/));
    await waitFor(() => expect(stored()).toMatchObject([{ kind: 'contact', on: true }]));
    expect(screen.getByText('Contact added')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  });

  test('are added once by a double click', async () => {
    const { user, add, stored } = await editor();
    await user.click(screen.getByRole('button', { name: 'Add a block' }));
    await user.dblClick(await menuItem(/^Contact/));
    await add(/^Text/);
    await waitFor(() => expect(stored().map(({ kind }) => kind)).toEqual(['contact', 'text']));
  });

  // Holds dash-1232.
  test('stand in one order with the links, and move without dragging', async () => {
    const { user, add, page } = await editor();
    await add(/^Text/);
    await user.keyboard('Tour in May');
    expect(page().at(-1)).toBe('text');
    const more = () => user.click(screen.getByRole('button', { name: 'More for Text' }));
    await more();
    await user.click(await menuItem('Move up'));
    await waitFor(() => expect(page().at(-2)).toBe('text'));
    expect(screen.getByText('Text is now number 4 of 5')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'More for Instagram' }));
    await user.click(await menuItem('Move down'));
    await waitFor(() => expect(page()[1]).toBe('Instagram'));
  });

  test('that have no title and are alike have a number in their menus, and their list has both names', async () => {
    const { add } = await editor();
    expect(screen.getByRole('list', { name: 'Links' })).toBeDefined();
    await add(/^Text/);
    expect(screen.getByLabelText('More for Text')).toBeDefined();
    await add(/^Text/);
    const menus = screen.getAllByLabelText(/^More for Text/).map((menu) => menu.getAttribute('aria-label'));
    expect(menus).toEqual(['More for Text 1', 'More for Text 2']);
    expect(screen.getByRole('list', { name: 'Links and blocks' })).toBeDefined();
  });

  // Holds dash-1233.
  test('come back as they were after “Undo”', async () => {
    const { user, add, stored } = await editor();
    await add(/^Text/);
    await user.keyboard('Tour in May');
    await user.type(screen.getByLabelText('Title (optional)'), 'News');
    await waitFor(() => expect(stored()).toMatchObject([{ text: 'Tour in May', label: 'News' }]));
    const before = stored();
    await user.click(screen.getByRole('button', { name: 'More for News' }));
    await user.click(await menuItem('Remove'));
    await waitFor(() => expect(stored()).toEqual([]));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(stored()).toEqual(before));
  });

  // Holds dash-1234.
  test('show each fault at its field when publishing is refused, also those of an entry', async () => {
    const { user, add } = await editor();
    await add(/^Text/);
    await add(/^Dates/);
    await user.click(screen.getByRole('button', { name: 'Add an entry' }));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect((await screen.findByLabelText('Text')).getAttribute('aria-invalid')).toBe('true');
    const entry = within(screen.getByRole('listitem', { name: 'Entry 1' }));
    expect(entry.getByText('Choose a day.')).toBeDefined();
    expect(entry.getByLabelText('What').getAttribute('aria-invalid')).toBe('true');
    const bar = await screen.findByText(/^Fix \d+ fields/);
    expect(within(bar).getByRole('button', { name: 'Dates and opening hours' })).toBeDefined();
  });

  // Holds dash-1235.
  test('with other places to give name the service of an address and write it in one form', async () => {
    const { user, add, stored } = await editor();
    await add(/^Other ways/);
    await user.keyboard('{Enter}');
    const field = await screen.findByLabelText('Address of your page, or coin address');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.type(field, 'www.paypal.com/paypalme/ada');
    expect(screen.getByText('PayPal')).toBeDefined();
    await user.tab();
    await waitFor(() =>
      expect(stored()).toMatchObject([{ rows: [{ place: 'https://paypal.me/ada', label: '' }] }]),
    );
  });

  // Holds dash-1320.
  test('with a wrong coin address say so as soon as its field is left, and no longer when it is changed', async () => {
    const { user, add } = await editor();
    await add(/^Other ways/);
    await user.keyboard('{Enter}');
    const field = await screen.findByLabelText('Address of your page, or coin address');
    const isWrong = () => screen.queryByText(/A character of this address is wrong/) !== null;
    await user.type(field, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb');
    expect(isWrong()).toBe(false);
    await user.tab();
    expect(isWrong()).toBe(true);
    await user.type(field, '{Backspace}');
    expect(isWrong()).toBe(false);
  });

  // Holds dash-1236.
  test('are listed one by one among the unpublished changes', async () => {
    const fake = adasBackend();
    fake.published.set(makePublished());
    const { user, add } = await editor(fake);
    await add(/^Text/);
    await user.keyboard('Hello');
    await user.click(await screen.findByRole('button', { name: /changes? not live yet/ }));
    expect(await screen.findByText('New block: Text')).toBeDefined();
  });

  // Holds dash-1237.
  test('have entries that move and go by buttons, and the keyboard goes on where it was', async () => {
    const { user, add, stored } = await editor();
    await add(/^Row of icons/);
    const titles = () => stored().flatMap((block) => (block.kind === 'icons' ? block.rows : []));
    for (const name of ['a', 'b', 'c']) {
      await user.click(screen.getByRole('button', { name: 'Add an entry' }));
      await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'));
      await user.keyboard(`https://${name}.example`);
      await user.tab();
    }
    await user.click(screen.getByRole('button', { name: 'Move entry 3 up' }));
    await waitFor(() => expect(titles().map(({ url }) => url.slice(8, 9))).toEqual(['a', 'c', 'b']));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move entry 2 up' }));
    await user.click(screen.getByRole('button', { name: 'Remove entry 1' }));
    await waitFor(() => expect(titles().map(({ url }) => url.slice(8, 9))).toEqual(['c', 'b']));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove entry 1' })),
    );
  });

  // Holds dash-1238.
  test('of dates take a day or a weekday, in the owner’s time zone at first', async () => {
    const { user, add, stored } = await editor();
    await add(/^Dates/);
    await user.click(screen.getByRole('button', { name: 'Add an entry' }));
    await user.selectOptions(await screen.findByLabelText('Day'), 'Every Friday');
    await user.type(screen.getByLabelText('What'), 'Open');
    await waitFor(() => expect(stored()).toMatchObject([{ rows: [{ day: 'fri', title: 'Open' }] }]));
    expect(screen.queryByLabelText('Date')).toBeNull();
    expect(stored()[0]).toHaveProperty('zone', new Intl.DateTimeFormat().resolvedOptions().timeZone);
  });
});
