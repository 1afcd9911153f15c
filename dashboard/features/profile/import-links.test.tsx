import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ImportAnswer } from '@busker/core/dashboard-api/owner-api';
import { emptyBlock, maxBlocks, type DraftBlock } from '@busker/core/blocks/block';
import { maxLinks } from '@busker/core/links/link';
import { inOrder } from '@busker/core/profile/profile';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makeDraft, makeLink, makePublished } from '../../testing/fakes';
import { profileFile } from './profile-file';

// The browser test of the picture walk covers the canvas.
vi.mock('./picture-file', async (original) => ({
  ...(await original<object>()),
  cropPicture: (file: Blob) => Promise.resolve(file),
}));

afterEach(cleanup);

async function importing(fake = adasBackend()) {
  const shown = showScreen('/page/profile', fake);
  const button = await screen.findByRole('button', { name: 'Import links' });
  await shown.user.click(button);
  // A dialog without its content may be shown while its code loads.
  await screen.findByLabelText('Or paste links or text');
  const dialog = within(screen.getByRole('dialog', { name: 'Import links' }));
  const stored = () => inOrder(fake.serverDraft.value?.links ?? {}).map(([, link]) => link);
  const paste = async (pasted: string) => {
    fireEvent.change(await dialog.findByLabelText('Or paste links or text'), { target: { value: pasted } });
    await shown.user.click(dialog.getByRole('button', { name: 'Show the links' }));
  };
  return { ...shown, button, dialog, stored, paste };
}

const titles = (list: HTMLElement) =>
  within(list)
    .getAllByRole<HTMLInputElement>('checkbox')
    .map((box) => `${box.checked ? '☑' : '☐'} ${box.labels?.[0]?.textContent ?? ''}`);

// Holds dash-964, dash-062, dash-205.
test('shows what a text has, marks what is there, names what is not taken, and adds it in one edit that can be undone', async () => {
  const { user, dialog, paste, stored, button } = await importing();
  const before = stored();
  const own = before[0]?.url ?? '';
  await paste(
    `# Music\nShop https://shop.example.com\n${own}\nhttps://shop.example.com/\njavascript:alert(1)`,
  );
  const list = await dialog.findByRole('list', { name: 'Links' });
  expect(titles(list).map((each) => each.slice(0, 1))).toEqual(['☑', '☐', '☐']);
  expect(within(list).getByText('Already on your page')).toBeDefined();
  expect(within(list).getByText('Twice in this list')).toBeDefined();
  expect(dialog.getByText(/^Line 5/).textContent).toContain(
    'javascript:alert(1): Use an address that starts',
  );
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(document.activeElement?.textContent).toBe('3 links found');
  await user.click(dialog.getByRole('button', { name: 'Add 1 link' }));
  await waitFor(() => expect(stored()).toHaveLength(before.length + 1));
  expect(stored().at(-1)).toMatchObject({ url: 'https://shop.example.com', label: 'Shop', group: 'Music' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(stored()).toEqual(before));
});

// Holds dash-964.
test('reads a chosen or dropped file, takes what is ticked, and keeps the order', async () => {
  const { user, dialog, stored } = await importing();
  const links = [
    { title: 'One', url: 'https://one.example' },
    { title: 'Two', url: 'https://two.example', active: false },
    { title: 'x'.repeat(61), url: 'https://three.example' },
  ];
  const file = new File([JSON.stringify({ links })], 'export.txt');
  await dialog.findByRole('button', { name: 'Choose a file' });
  const input = document.querySelector<HTMLInputElement>(
    '[role="dialog"] input[type="file"], input[type="file"]:not([accept])',
  );
  if (input === null) throw new Error('There is no field for a file.');
  await user.upload(input, file);
  expect(await dialog.findByText(/Longer than 60 characters/)).toBeDefined();
  expect(dialog.getByText('Hidden')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Back' }));
  const dropped = { dataTransfer: { files: [file], getData: () => '' } };
  const place = (await dialog.findByText('Drop a file here, or')).parentElement;
  if (place === null) throw new Error('There is no place for a file.');
  fireEvent.dragOver(place);
  fireEvent.dragLeave(place);
  fireEvent.drop(place, dropped);
  await user.click(await dialog.findByRole('checkbox', { name: /^x+/ }));
  await user.click(dialog.getByRole('button', { name: 'Add 2 links' }));
  await waitFor(() =>
    expect(
      stored()
        .slice(-2)
        .map(({ label, on }) => [label, on]),
    ).toEqual([
      ['One', true],
      ['Two', false],
    ]),
  );
});

// Holds dash-961.
test('says why a file is no list of links, reads none that is too large, and stores nothing', async () => {
  const { dialog, stored } = await importing();
  const before = stored();
  const place = (await dialog.findByText('Drop a file here, or')).parentElement;
  if (place === null) throw new Error('There is no place for a file.');
  const drop = (file: Partial<File>) =>
    fireEvent.drop(place, { dataTransfer: { files: [file], getData: () => '' } });
  drop({ size: 50_000_000, arrayBuffer: () => Promise.reject(new Error('It must not be read.')) });
  expect((await dialog.findByRole('alert')).textContent).toContain('larger than 5 MB');
  drop({ size: 4096, arrayBuffer: () => Promise.reject(new Error('A folder')) });
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('could not be read'));
  drop(new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'links.csv'));
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('archive'));
  drop(new File(['nothing'], 'links.html'));
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('There are no links'));
  expect(stored()).toEqual(before);
});

// Holds dash-1054.
test('a file that is dropped beside the dialog does not replace Busker in the tab, and text may still be dropped elsewhere', async () => {
  await importing();
  const drop = (type: 'dragOver' | 'drop', types: readonly string[]) =>
    fireEvent[type](document.body, { dataTransfer: { types, files: [], getData: () => '' } });
  expect([drop('dragOver', ['Files']), drop('drop', ['Files'])]).toEqual([false, false]);
  expect([drop('dragOver', ['text/plain']), drop('drop', ['text/plain'])]).toEqual([true, true]);
});

const page = {
  failure: null,
  name: 'Nina Sol',
  bio: 'Songs',
  picture: 'https://img.example/nina.png',
  counts: 'lines',
  links: [
    { at: 1, url: 'https://shop.example.com', label: 'Shop', group: null, on: true, icon: null },
    { at: 2, url: 'https://tour.example.com', label: 'Tour', group: null, on: true, icon: null },
  ],
  refused: [{ at: 3, name: 'Bad', why: 'url-unsafe' }],
  leftOut: 0,
  unnamed: null,
} as const;

async function naming(given: Partial<ImportAnswer> = {}) {
  const fake = adasBackend();
  fake.serverDraft.set(makeDraft({ name: 'Ada', bio: '', picture: null, links: {} }));
  fake.importedPage = { ...page, links: [...page.links], refused: [...page.refused], ...given };
  const shown = await importing(fake);
  const field = await shown.dialog.findByLabelText('Or name the address of your page');
  const read = shown.dialog.getByRole<HTMLButtonElement>('button', { name: 'Read the page' });
  expect(read.disabled).toBe(true);
  fireEvent.change(field, { target: { value: 'links.example/nina' } });
  return { ...shown, fake, read, draft: () => fake.serverDraft.value };
}

// Holds dash-1055.
test('a page by its address: what is missing is ticked, what is there is not replaced unasked, and one undo takes all back', async () => {
  const { user, dialog, fake, read, draft } = await naming();
  await user.click(read);
  const about = await dialog.findByRole('list', { name: 'About you' });
  expect(titles(about)).toEqual(['☐ NameNina Sol', '☑ BioSongs', '☑ PicturePicture from img.example']);
  expect(within(about).getAllByText('Replaces yours')).toHaveLength(1);
  expect(dialog.getByText(/^Line 3/).textContent).toContain('Bad');
  await user.click(within(about).getByRole('checkbox', { name: /Nina Sol/ }));
  await user.click(dialog.getByRole('checkbox', { name: /Tour/ }));
  expect(fake.timesAsked('importPicture')).toBe(0);
  await user.click(dialog.getByRole('button', { name: 'Add what is selected' }));
  await waitFor(() => expect(fake.uploads).toHaveLength(1));
  expect(draft()).toMatchObject({ name: 'Ada', links: {} });
  act(() => fake.uploads[0]?.finish());
  await waitFor(() => expect(draft()?.picture).toMatchObject({ slot: 'picture-a' }));
  expect(draft()).toMatchObject({ name: 'Nina Sol', bio: 'Songs' });
  expect(inOrder(draft()?.links ?? {}).map(([, { label }]) => label)).toEqual(['Shop']);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(draft()).toMatchObject({ name: 'Ada', bio: '', picture: null, links: {} }));
});

// Holds dash-1058.
test('lines beyond those that are named are counted with the numbers between which they are', async () => {
  const { user, dialog, read } = await naming({ unnamed: { count: 3, first: 2001, last: 2004 } });
  await user.click(read);
  expect(await dialog.findByText('And 3 more, from number 2001 to number 2004.')).toBeDefined();
});

// Holds dash-1055.
test('a picture that cannot be had leaves the rest, and says so', async () => {
  const { user, dialog, fake, read, draft } = await naming();
  fake.failNext('importPicture', 'api/invalid-fields');
  await user.click(read);
  await user.click(await dialog.findByRole('button', { name: 'Add what is selected' }));
  expect(await screen.findByText(/The picture could not be added/)).toBeDefined();
  await waitFor(() => expect(draft()).toMatchObject({ bio: 'Songs', picture: null }));
});

// Holds dash-1055.
test('what is on its way when the dialog is closed is not added', async () => {
  const { user, dialog, fake, read, draft } = await naming();
  const before = draft();
  await user.click(read);
  await user.click(await dialog.findByRole('button', { name: 'Add what is selected' }));
  await waitFor(() => expect(fake.uploads).toHaveLength(1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => fake.uploads[0]?.finish());
  expect(draft()).toEqual(before);
});

// Holds dash-1056.
test.each([
  ['robots', 'The site does not allow programs', true],
  ['too-large', 'larger than 2 MB', true],
  ['sign-in', 'must sign in', true],
  ['name-not-found', 'No site has this name', false],
  ['no-page', 'There is no web page at this address', false],
  ['no-links', 'no links on this page', false],
] as const)(
  'a page that cannot be read is a sentence, and a way that remains if there is one: %s',
  async (failure, sentence, maySave) => {
    const { user, dialog, read } = await naming({ failure });
    await user.click(read);
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toContain(sentence);
    expect(alert.textContent.includes('save the page in your browser')).toBe(maySave);
  },
);

// Holds dash-1056.
test('what is no address is said at the field', async () => {
  const { user, dialog, fake, read } = await naming();
  fake.failNext('importPage', 'api/invalid-fields', { url: 'page-shape' });
  await user.click(read);
  const field = await dialog.findByLabelText('Or name the address of your page');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(dialog.queryByRole('alert')).toBeNull();
});

// Holds dash-1056.
test('a server that does not answer is said, and what was typed stays', async () => {
  const { user, dialog, fake, read } = await naming();
  fake.failNext('importPage', 'api/timed-out');
  await user.click(read);
  expect((await dialog.findByRole('alert')).textContent).toContain('took too long');
  expect(dialog.getByLabelText<HTMLInputElement>('Or name the address of your page').value).toBe(
    'links.example/nina',
  );
});

// Holds dash-1319.
test('a file that the page was exported to brings back its blocks among its links, and one undo takes all away', async () => {
  const words = { ...emptyBlock('text'), text: 'Hello', order: 2 };
  const stage = { ...emptyBlock('picture'), alt: 'On stage', picture: { slot: 'link-a', generation: '1' } };
  const live = makePublished({
    links: { a: makeLink({ url: 'https://a.example', order: 3 }) },
    blocks: { w: words, s: { ...stage, order: 4 } as DraftBlock },
  });
  const answered = new Blob([
    JSON.stringify({ handle: 'ada', links: [{ id: 'a', label: 'A', url: 'https://a.example' }] }),
  ]);
  const { file, hasPictures } = await profileFile(answered, live);
  expect(hasPictures).toBe(true);
  expect(await profileFile(answered, null)).toEqual({ file: answered, hasPictures: false });
  const fake = adasBackend();
  fake.serverDraft.set(makeDraft({ links: {}, blocks: { old: emptyBlock('tips') } }));
  const { user, dialog, paste } = await importing(fake);
  await paste(await file.text());
  const list = await dialog.findByRole('list', { name: 'Blocks' });
  expect(titles(list)).toEqual(['☑ TextHello', '☑ PictureOn stage']);
  expect(dialog.getByText(/^Entry 3/).textContent).toContain('On stage: The picture is not imported.');
  await user.click(dialog.getByRole('button', { name: 'Add what is selected' }));
  const page = () => {
    const { links = {}, blocks = {} } = fake.serverDraft.value ?? {};
    return inOrder({ ...links, ...blocks }).map(([, entry]) => ('kind' in entry ? entry.kind : entry.url));
  };
  await waitFor(() => expect(page()).toEqual(['tips', 'text', 'https://a.example', 'picture']));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(page()).toEqual(['tips']));
});

// Holds dash-1319.
test('blocks that are on the page already are not ticked, and more than it takes are not added', async () => {
  const fake = adasBackend();
  const words = { ...emptyBlock('text'), text: 'Hello' };
  const many = Array.from({ length: maxBlocks - 1 }, (_, at) => [`b${at}`, { ...words, order: at }] as const);
  fake.serverDraft.set(makeDraft({ links: {}, blocks: Object.fromEntries(many) }));
  const { dialog, paste } = await importing(fake);
  await paste(
    JSON.stringify({ handle: 'ada', links: [], blocks: [words, { ...words, text: 'New', on: false }] }),
  );
  const list = await dialog.findByRole('list', { name: 'Blocks' });
  expect(titles(list)).toEqual(['☐ TextHello', '☑ TextNew']);
  fireEvent.click(within(list).getByRole('checkbox', { name: /Hello/ }));
  expect((await dialog.findByRole('alert')).textContent).toContain(`at most ${maxBlocks}`);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add what is selected' }).disabled).toBe(true);
});

// Holds dash-961.
test('dropped text is added to what was pasted, and the field itself takes what is dropped there', async () => {
  const { dialog } = await importing();
  const field = dialog.getByLabelText<HTMLTextAreaElement>('Or paste links or text');
  const place = await dialog.findByText('Drop a file here, or');
  const text = (dropped: string) => ({ dataTransfer: { files: [], types: [], getData: () => dropped } });
  fireEvent.drop(place, text('https://one.example'));
  fireEvent.drop(place, text('https://two.example'));
  // A picture of a page has no text.
  fireEvent.drop(place, text(''));
  expect(field.value).toBe('https://one.example\nhttps://two.example');
  expect(fireEvent.dragOver(field, text('two'))).toBe(true);
  expect(fireEvent.drop(field, text('two'))).toBe(true);
  expect(field.value).toBe('https://one.example\nhttps://two.example');
});

// Holds dash-965, dash-052.
test('ticks as many links as there is room for, and adds none beyond', async () => {
  const full = Object.fromEntries(
    Array.from({ length: maxLinks - 1 }, (_, at) => [
      `k${at}`,
      makeLink({ url: `https://a.example/${at}`, order: at }),
    ]),
  );
  const fake = adasBackend();
  fake.serverDraft.set(makeDraft({ links: full }));
  const { user, dialog, paste, stored } = await importing(fake);
  expect(await dialog.findByText(/Up to 500 links of a file are read.*room for 1 more/)).toBeDefined();
  await paste('https://one.example\nhttps://two.example');
  await dialog.findByRole('button', { name: 'Add 1 link' });
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Select all' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('room for 1');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add 2 links' }).disabled).toBe(true);
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Select all' }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add links' }).disabled).toBe(true);
  fireEvent.click(dialog.getByRole('checkbox', { name: /two\.example/ }));
  await user.click(dialog.getByRole('button', { name: 'Add 1 link' }));
  await waitFor(() => expect(stored().at(-1)?.url).toBe('https://two.example'));
});

// Holds dash-960.
test('asks which columns of a table have the addresses and names', async () => {
  const { user, dialog, paste } = await importing();
  await paste('A,B,C\nhttps://a.example,Mine,https://c.example\nhttps://b.example,Yours,https://d.example');
  await user.selectOptions(await dialog.findByLabelText('Addresses'), 'C');
  await user.selectOptions(dialog.getByLabelText('Names'), 'B');
  await user.click(dialog.getByRole('button', { name: 'Show the links' }));
  expect(titles(await dialog.findByRole('list', { name: 'Links' }))).toEqual([
    '☑ Minec.example',
    '☑ Yoursd.example',
  ]);
});
