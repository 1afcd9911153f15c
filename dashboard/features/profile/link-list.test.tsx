import { cleanup, screen, waitFor, within, fireEvent, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi, it } from 'vitest';
import { MemoryRouter } from 'react-router';
import { maxLinks } from '@busker/core/links/link';
import type { LinkHealth } from '@busker/core/profile-documents/profile-document';
import { inOrder } from '@busker/core/profile/profile';
import { blockKinds } from '@busker/core/blocks/block';
import { adasBackend, menuItem, showScreen } from '../../testing/fake-screen';
import { makeLink, makePublished } from '../../testing/fakes';
import { App } from '../../app';
import { Texts } from '../../messages/language-provider';
import { inMemoryBackend } from '../../testing/in-memory-backend';
import { fitting, pastedLinks } from './add-link';
import { movedAddress, nearest } from './link-list';
import { fieldTime, linkPhase, timeOfField } from './page-row';
import { CropDialog } from './crop-dialog';
import { readPicture } from './picture-file';

describe('links', () => {
  afterEach(cleanup);

  async function editor(fake = adasBackend()) {
    const shown = showScreen('/page/profile', fake);
    await screen.findByRole('heading', { name: 'Profile' });
    const stored = () => inOrder(fake.serverDraft.value?.links ?? {}).map(([, link]) => link);
    return { fake, stored, ...shown };
  }
  const saved = () => screen.findByText('All edits saved');

  // Holds dash-051.
  test('recognises the platform of a pasted address and labels the link', async () => {
    const { user, stored } = await editor();
    await user.type(screen.getByLabelText('Paste a link'), 'tiktok.com/@ada{Enter}');
    await saved();
    expect(stored().at(-1)).toMatchObject({ label: 'TikTok', url: 'https://tiktok.com/@ada', on: true });
    expect(screen.getByText('TikTok added')).toBeDefined();
  });

  // Holds dash-1333.
  test('opens the form of a new link that has only the name of its site, of several the last, with the focus in it', async () => {
    const { user, stored } = await editor();
    const field = screen.getByLabelText('Paste a link');
    const isOpen = (name: string) =>
      screen.getByRole('button', { name: new RegExp(name) }).getAttribute('aria-expanded');
    await user.type(field, 'river.example/saturday{Enter}');
    const form = (await screen.findByLabelText('Show from')).closest('li');
    expect(form?.contains(document.activeElement)).toBe(true);
    await user.type(field, 'bridge.example{Enter}');
    await waitFor(() => expect(isOpen('Edit bridge')).toBe('true'));
    expect(isOpen('Edit river')).toBe('false');
    await user.type(field, 'tiktok.com/@ada{Enter}');
    await waitFor(() => expect(isOpen('Edit bridge')).toBe('false'));
    expect(isOpen('Edit TikTok')).toBe('false');
    expect(document.activeElement).toBe(field);
    await saved();
    expect(stored()).toHaveLength(7);
  });

  test('asks for the platform of a bare name, then adds the link', async () => {
    const { user, stored } = await editor();
    await user.type(screen.getByLabelText('Paste a link'), '@ada{Enter}');
    const question = await screen.findByRole('group', { name: 'Where is @ada?' });
    expect(stored()).toHaveLength(4);
    await user.click(within(question).getByRole('button', { name: 'Threads' }));
    await saved();
    expect(stored().at(-1)).toMatchObject({ label: 'Threads', url: 'https://threads.net/@ada' });
    expect(screen.queryByRole('group', { name: 'Where is @ada?' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Paste a link'));
  });

  test('offers an address without the mark of who shared it, and takes the one that is chosen', async () => {
    const { user, stored } = await editor();
    const field = screen.getByLabelText('Paste a link');
    await user.type(field, 'open.spotify.com/artist/1?si=abc{Enter}');
    const question = await screen.findByRole('group', { name: /sharing mark/ });
    await user.click(within(question).getByRole('button', { name: 'Without it: open.spotify.com/artist/1' }));
    await saved();
    expect(stored().at(-1)).toMatchObject({ label: 'Spotify', url: 'https://open.spotify.com/artist/1' });
    await user.type(field, 'https://youtu.be/abc?si=x{Enter}');
    await user.click(await screen.findByRole('button', { name: 'As it is' }));
    await waitFor(() => expect(stored().at(-1)).toMatchObject({ url: 'https://youtu.be/abc?si=x' }));
  });

  test('asks whether a name at a server is an email address, and refuses a scheme by its name', async () => {
    const { user, stored } = await editor();
    const field = screen.getByLabelText('Paste a link');
    await user.type(field, 'nina@mastodon.social{Enter}');
    const question = await screen.findByRole('group', { name: 'What is nina@mastodon.social?' });
    await user.click(within(question).getByRole('button', { name: 'A profile on mastodon.social' }));
    await waitFor(() => expect(stored().at(-1)).toMatchObject({ url: 'https://mastodon.social/@nina' }));
    await user.type(field, 'skype:ada?chat{Enter}');
    expect(await screen.findByText(/^Addresses that start with skype:/)).toBeDefined();
  });

  test('asks before an address is in the list twice, and adds it only on request', async () => {
    const { user, stored } = await editor();
    const twice = stored()[0]?.url ?? '';
    const before = stored().length;
    const type = () => user.type(screen.getByLabelText('Paste a link'), `${twice}{Enter}`);
    await type();
    const question = await screen.findByRole('group', { name: /^This link is already in your list/ });
    await user.click(within(question).getByRole('button', { name: 'Don’t add' }));
    expect(screen.queryByRole('group', { name: /already in your list/ })).toBeNull();
    expect(stored()).toHaveLength(before);
    await type();
    await user.click(await screen.findByRole('button', { name: 'Keep both' }));
    await waitFor(() => expect(stored().filter(({ url }) => url === twice)).toHaveLength(2));
  });

  test('adds the new links of a pasted list, and asks about those that are there already', async () => {
    const { user, stored } = await editor();
    const before = stored();
    await user.click(screen.getByLabelText('Paste a link'));
    await user.paste(`${before[0]?.url ?? ''}\n${before[1]?.url ?? ''}\nhttps://new.example`);
    await screen.findByRole('group', { name: /^2 of these links are already in your list/ });
    await waitFor(() => expect(stored()).toHaveLength(before.length + 1));
    await user.click(screen.getByRole('button', { name: 'Keep both' }));
    await waitFor(() => expect(stored()).toHaveLength(before.length + 3));
  });

  test('says why words with spaces are no link, and adds none', async () => {
    const { user, stored } = await editor();
    await user.type(screen.getByLabelText('Paste a link'), 'my new shop{Enter}');
    expect(await screen.findByText(/A web address has no spaces/)).toBeDefined();
    expect(stored()).toHaveLength(4);
  });

  // Holds dash-053.
  test('refuses an address that could run script, and keeps the input', async () => {
    const { user, stored } = await editor();
    const field = screen.getByLabelText('Paste a link');
    await user.type(field, 'javascript:alert(1){Enter}');
    expect(await screen.findByText(/Use an address that starts with https/)).toBeDefined();
    expect(field).toHaveProperty('value', 'javascript:alert(1)');
    expect(stored()).toHaveLength(4);
  });

  // Holds dash-054.
  test('moves a link without dragging and announces its position', async () => {
    const { user, stored } = await editor();
    await user.click(screen.getByRole('button', { name: 'More for X' }));
    await user.click(await menuItem('Move up'));
    await saved();
    expect(stored().map((link) => link.label)).toEqual(['X', 'Instagram', 'YouTube', 'Monthly letter']);
    expect(screen.getByText('X is now number 1 of 4')).toBeDefined();
  });

  // Holds dash-055.
  test('restores a removed link as it was', async () => {
    const { user, stored } = await editor();
    const before = stored();
    await user.click(screen.getByRole('button', { name: 'More for YouTube' }));
    await user.click(await menuItem('Remove'));
    await saved();
    expect(stored()).toHaveLength(3);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await saved();
    expect(stored()).toEqual(before);
  });

  test('edits label and address in place, and completes the address', async () => {
    const { user, stored } = await editor();
    const list = screen.getByRole('list', { name: 'Links' });
    await user.click(within(list).getByRole('button', { name: /^Edit X/ }));
    await user.clear(screen.getByLabelText('Label'));
    await user.type(screen.getByLabelText('Label'), 'Short notes');
    await user.clear(screen.getByLabelText('Address'));
    await user.type(screen.getByLabelText('Address'), 'x.com/countess');
    await user.tab();
    await saved();
    expect(stored()[1]).toMatchObject({ label: 'Short notes', url: 'https://x.com/countess' });
  });

  test('invites owners without links to add the first one', async () => {
    const fake = adasBackend();
    const draft = fake.serverDraft.value;
    if (draft) fake.serverDraft.set({ ...draft, links: {} });
    showScreen('/page/profile', fake);
    expect(await screen.findByText('Add your first link')).toBeDefined();
  });

  // Holds dash-062.
  test('says why an export failed: a network failure is not a missing profile', async () => {
    const fake = adasBackend();
    fake.failNext('exportProfile', 'api/unreachable');
    const { user } = await editor(fake);
    await user.click(screen.getByRole('button', { name: 'Export to a file' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  });
});

describe('moved link', () => {
  afterEach(cleanup);

  const old = 'https://ada.example/letters';
  const next = 'https://letters.example/ada';
  const found = (given: Partial<LinkHealth> = {}): LinkHealth => ({
    url: old,
    state: 'moved',
    status: 200,
    movedTo: next,
    since: 1,
    checkedAt: 1,
    ...given,
  });

  async function lookedAt(health: LinkHealth) {
    const fake = adasBackend();
    const links = { k4: health };
    fake.linkHealth.set({ v: 1, uid: 'uid-ada', links, checkedAt: 1, nextCheckAt: 2 });
    const { user } = showScreen('/page/profile', fake);
    await screen.findByRole('heading', { name: 'Profile' });
    await screen.findByText('Moved');
    return { user, address: () => fake.serverDraft.value?.links['k4']?.url };
  }
  const use = { name: 'Use the new address: Monthly letter' };

  // Holds dash-061.
  test('sets a moved link’s new address with one press, and undoes it with another', async () => {
    const { user, address } = await lookedAt(found());
    await user.click(screen.getByRole('button', use));
    await waitFor(() => expect(address()).toBe(next));
    expect(screen.queryByText('Moved')).toBeNull();
    expect(document.activeElement?.textContent).toContain('Monthly letter');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(address()).toBe(old));
    expect(await screen.findByRole('button', use)).toBeDefined();
  });

  // Holds dash-061.
  test('shows a new address that could run script, but does not offer it', async () => {
    const movedTo = 'javascript:alert(1)';
    const { address } = await lookedAt(found({ movedTo }));
    expect(screen.getByText(movedTo)).toBeDefined();
    expect(screen.queryByRole('button', use)).toBeNull();
    expect(address()).toBe(old);
  });

  describe('the new address of a moved link', () => {
    test.each([
      ['a web page', found(), next],
      ['a page that lets no programs look', found({ status: 999 }), next],
      ['one that is gone, too', found({ status: 404 }), null],
      ['one that is gone for good', found({ status: 410 }), null],
      ['a broken site', found({ status: 503 }), null],
      ['a mailbox', found({ movedTo: 'mailto:ada@example.com' }), null],
      ['a name that deceives', found({ movedTo: 'https://ada.example@evil.example/' }), null],
      ['no address', found({ movedTo: 'elsewhere' }), null],
      ['nowhere', found({ movedTo: null }), null],
      ['a link that did not move', found({ state: 'ok' }), null],
    ])('%s', (_, health, address) => {
      expect(movedAddress(health)).toBe(address);
    });
  });
});

// Holds dash-051.
test('finds every address of a pasted list, also one that is written twice', () => {
  expect(
    pastedLinks('instagram.com/ada\n https://x.com/ada, https://x.com/ada\nmy shop: ada.example'),
  ).toEqual({
    urls: ['https://instagram.com/ada', 'https://x.com/ada', 'https://x.com/ada', 'https://ada.example'],
    refused: [],
  });
  expect(pastedLinks('javascript:alert(1) ada.example').refused).toEqual(['javascript:alert(1)']);
});

// Holds dash-052.
test('adds only new links, up to the limit', () => {
  const links = Object.fromEntries(
    Array.from({ length: maxLinks - 1 }, (_, at) => [`k${at}`, makeLink({ url: `https://a.example/${at}` })]),
  );
  expect(
    fitting(
      [{ url: 'https://a.example/1' }, { url: 'https://b.example' }, { url: 'https://c.example' }],
      links,
    ),
  ).toEqual({
    added: [{ url: 'https://b.example' }],
    leftOut: 1,
    again: [{ url: 'https://a.example/1' }],
  });
});

test('finds links that lead to the same page, in the list and among the new ones', () => {
  const links = { k: makeLink({ url: 'https://www.m\u00fcller.de/' }) };
  const given = [
    'http://xn--mller-kva.de',
    'https://b.example/x',
    'https://b.example/x/',
    'https://b.example/X',
  ];
  expect(
    fitting(
      given.map((url) => ({ url })),
      links,
    ),
  ).toEqual({
    added: [{ url: 'https://b.example/x' }, { url: 'https://b.example/X' }],
    leftOut: 0,
    again: [{ url: 'http://xn--mller-kva.de' }, { url: 'https://b.example/x/' }],
  });
});

test('adds or asks about each address, and never adds one twice, whatever is pasted', () => {
  const url = fc.constantFrom(
    'https://a.example',
    'https://a.example/',
    'https://b.example',
    'https://c.example/d',
  );
  fc.assert(
    fc.property(fc.array(url), fc.array(url), (before, pasted) => {
      const links = Object.fromEntries(before.map((each, at) => [`k${at}`, makeLink({ url: each })]));
      const { added, again } = fitting(
        pasted.map((each) => ({ url: each })),
        links,
      );
      const places = (urls: readonly string[]) => [...new Set(urls.map((each) => each.replace(/\/$/, '')))];
      const addedPlaces = places(added.map((link) => link.url));
      expect(addedPlaces).toHaveLength(added.length);
      expect(addedPlaces.filter((each) => places(before).includes(each))).toEqual([]);
      expect(places([...added, ...again].map((link) => link.url)).toSorted()).toEqual(
        places(pasted).toSorted(),
      );
    }),
  );
});

test('by keyboard a row with an open form is over the row at whose edge it lies, although its old place has the nearer centre', () => {
  const rect = (top: number, height: number) => ({
    top,
    height,
    bottom: top + height,
    left: 0,
    right: 300,
    width: 300,
  });
  const places = new Map([
    ['open', rect(0, 600)],
    ['next', rect(608, 60)],
  ]);
  const given = {
    active: { id: 'open' },
    collisionRect: rect(68, 600),
    droppableRects: places,
    droppableContainers: [...places.keys()].map((id) => ({ id })),
    pointerCoordinates: null,
  } as unknown as Parameters<typeof nearest>[0];
  expect(nearest(given)[0]?.id).toBe('next');
  expect(nearest({ ...given, pointerCoordinates: { x: 0, y: 100 } })[0]?.id).toBe('open');
});

test('formats a time for a field, and parses it to the same minute', () => {
  const at = new Date(2026, 10, 21, 9, 5).getTime();
  expect(fieldTime(at)).toBe('2026-11-21T09:05');
  expect(timeOfField(fieldTime(at))).toBe(at);
  expect(timeOfField('')).toBeNull();
  expect(timeOfField('2026-13')).toBeUndefined();
});

// Holds dash-057.
test('keeps an incomplete year in its field from the first digit on', () => {
  for (const written of ['0002-12-01T10:00', '0020-12-01T10:00', '0202-12-01T10:00', '2027-12-01T10:00'])
    expect(fieldTime(timeOfField(written))).toBe(written);
});

// Holds dash-057.
test('says whether a link is due, shown or over', () => {
  expect(linkPhase(makeLink(), 5)).toBe('always');
  expect(linkPhase(makeLink({ from: 6 }), 5)).toBe('due');
  expect(linkPhase(makeLink({ from: 5, until: 6 }), 5)).toBe('now');
  expect(linkPhase(makeLink({ until: 5 }), 5)).toBe('over');
});

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
    // The menu that closes has a "Move down" too.
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
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

describe('the crop of a picture', () => {
  afterEach(cleanup);

  /** The dialog with a picture of these pixels, which has loaded. */
  async function shown(width: number, height: number, moves = false) {
    const onTiny = vi.fn<(width: number, height: number) => void>();
    render(
      <App backend={inMemoryBackend(adasBackend())}>
        <MemoryRouter>
          <Texts part="all">
            <CropDialog
              file={new File(['GIF8'], 'me.gif', { type: 'image/gif' })}
              url="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
              moves={moves}
              shape="round"
              side={512}
              aspect={1}
              onDone={() => {}}
              onUnreadable={() => {}}
              onTiny={onTiny}
              onCancel={() => {}}
            />
          </Texts>
        </MemoryRouter>
      </App>,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Choose the part to show' });
    const picture = await waitFor(() => {
      const found = dialog.querySelector('img');
      if (found === null) throw new Error('No picture yet');
      return found;
    });
    for (const [name, value] of Object.entries({ naturalWidth: width, naturalHeight: height }))
      Object.defineProperty(picture, name, { configurable: true, value });
    fireEvent.load(picture);
    return { onTiny, dialog: within(dialog) };
  }

  test('says of a moving picture, before anything is cut, that only its first frame is kept', async () => {
    const { dialog } = await shown(400, 400, true);
    expect(dialog.getByText('This picture moves. Only its first frame is kept.')).toBeDefined();
    cleanup();
    const still = await shown(400, 400);
    expect(still.dialog.queryByText(/This picture moves/)).toBeNull();
  });

  test.each([
    [4000, 3000, 4],
    [4000, 256, 2],
  ])(
    'of %i × %i pixels is brought nearer %i times at most, by a slider with a name',
    async (width, height, most) => {
      const { dialog } = await shown(width, height);
      const slider = await dialog.findByRole('slider', { name: 'Zoom' });
      await waitFor(() => expect(slider.getAttribute('aria-valuemax')).toBe(String(most)));
      expect(dialog.getByText('Zoom')).toBeDefined();
      expect(dialog.queryByText(/may look blurred/)).toBeNull();
    },
  );

  test('warns that a small picture looks blurred, and refuses one in which nothing can be seen', async () => {
    const { dialog, onTiny } = await shown(900, 100);
    expect(await dialog.findByText(/^This picture is only 100 pixels high or wide/)).toBeDefined();
    expect(onTiny).not.toHaveBeenCalledWith(900, 100);
    cleanup();
    const tiny = await shown(900, 12);
    expect(tiny.onTiny).toHaveBeenCalledWith(900, 12);
  });

  const bytes = (...parts: readonly (string | readonly number[])[]) =>
    Uint8Array.from(
      parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (c) => c.charCodeAt(0)) : part)),
    );
  const file = (content: Uint8Array<ArrayBuffer>, type: string) => new File([content], 'a', { type });

  const gifScreen = bytes('GIF89a', [1, 0, 1, 0, 0x80, 0, 0], [0, 0, 0, 255, 255, 255]);
  const gifFrame = bytes(
    [0x21, 0xf9, 4, 0, 10, 0, 0, 0],
    [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0],
    [2, 2, 0x44, 1, 0],
  );
  const gif = (frames: number) =>
    bytes([...gifScreen], ...Array.from({ length: frames }, () => [...gifFrame]), [0x3b]);
  const chunk = (name: string, length: number) =>
    bytes([0, 0, 0, length], name, Array<number>(length + 4).fill(0));
  const png = (...names: readonly string[]) =>
    bytes('\x89PNG\r\n\x1a\n', [...chunk('IHDR', 13)], ...names.map((name) => [...chunk(name, 8)]));
  const webp = (flags: number) => bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0], [flags, 0, 0, 0]);
  const box = (brand: string) => bytes([0, 0, 0, 24], 'ftyp', brand, [0, 0, 0, 0]);

  describe('a chosen picture', () => {
    it.each([
      ['a GIF of one frame', gif(1), 'image/gif', false],
      ['a GIF of three frames', gif(3), 'image/gif', true],
      ['a PNG', png('gAMA', 'IDAT'), 'image/png', false],
      ['an animated PNG', png('acTL', 'IDAT'), 'image/png', true],
      ['a WebP', webp(0x10), 'image/webp', false],
      ['an animated WebP', webp(0x12), 'image/webp', true],
      ['an AVIF', box('avif'), 'image/avif', false],
      ['an AVIF sequence', box('avis'), 'image/avif', true],
      ['a file cut off in the middle', gif(2).slice(0, 25), 'image/gif', false],
    ])('of the kind %s moves: %s', async (_, content, type, moves) => {
      expect(await readPicture(file(content, type))).toEqual({ kind: 'picture', moves });
    });

    it('without a type is known by its bytes', async () => {
      for (const content of [gif(1), png('IDAT'), webp(0), box('avif'), bytes('\xff\xd8\xff\xe0')])
        expect(await readPicture(file(content, ''))).toMatchObject({ kind: 'picture' });
      expect(await readPicture(file(bytes('<svg/>'), ''))).toEqual({ kind: 'fault', why: 'wrong-type' });
    });

    it('from an iPhone is named HEIC, by its type or its bytes, also when it is too large', async () => {
      const heic = { kind: 'fault', why: 'heic' };
      expect(await readPicture(file(bytes('x'), 'image/heic'))).toEqual(heic);
      for (const brand of ['heic', 'heix', 'mif1', 'msf1'])
        expect(await readPicture(file(box(brand), ''))).toEqual(heic);
      const large = bytes([...box('heic')], Array<number>(5 * 1024 * 1024).fill(0));
      expect(await readPicture(file(large, ''))).toEqual(heic);
    });

    it('is refused when it is too large, and when it is no picture', async () => {
      const large = new Uint8Array(5 * 1024 * 1024 + 1);
      expect(await readPicture(file(large, 'image/png'))).toEqual({ kind: 'fault', why: 'too-large' });
      expect(await readPicture(file(bytes('<svg/>'), 'image/svg+xml'))).toEqual({
        kind: 'fault',
        why: 'wrong-type',
      });
    });
  });
});
