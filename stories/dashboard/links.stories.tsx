import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { LinkHealth } from '@busker/core/profile-documents/profile-document';
import { fakeBlocks } from '@busker/core/testing/fakes';
import { linkSlots, maxLinkPictures } from '@busker/core/pictures/picture-slots';
import { makeDraft, makeLink, makePublished } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Links', parameters: { layout: 'fullscreen' } };
export default meta;

const year = 365 * 86_400_000;
const site = 'https://ada.example/about-the-engine';
const shop = 'https://shop.example/ada';
const letter = 'https://letters.example/ada';
const picture = { slot: 'link-01', generation: '1' } as const;

const links = {
  k1: makeLink({
    url: site,
    label: 'My own site',
    group: 'Elsewhere',
    sign: { kind: 'picture', ...picture },
  }),
  k2: makeLink({
    url: shop,
    label: 'Shop',
    order: 2,
    group: 'Elsewhere',
    sign: { kind: 'icon', icon: 'gift' },
  }),
  k3: makeLink({ url: letter, label: 'Monthly letter', order: 3 }),
  k4: makeLink({ label: 'The concert', order: 4, from: Date.now() + year }),
  k5: makeLink({ label: 'Early tickets', order: 5, until: Date.now() - year }),
  k6: makeLink({ label: 'While the show runs', order: 6, from: 1, until: Date.now() + year }),
};
const sick = (url: string, state: LinkHealth['state'], movedTo: string | null = null): LinkHealth => ({
  url,
  state,
  status: state === 'gone' ? 404 : 200,
  movedTo,
  since: 1,
  checkedAt: 1,
});

/** Every mark that a link can have. */
const marked: Script = (fake) => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg"><rect width="99" height="99" fill="#b4532a"/></svg>';
  fake.files.set('link-01', new Blob([drawing], { type: 'image/svg+xml' }));
  fake.serverDraft.set(makeDraft({ links }));
  fake.published.set(makePublished({ links, verifiedUrls: [site] }));
  fake.linkHealth.set({
    v: 1,
    uid: 'uid-ada',
    links: {
      k2: sick(shop, 'gone'),
      k3: sick(letter, 'moved', 'https://elsewhere.example/a/long/way/off/ada'),
    },
    checkedAt: 1,
    nextCheckAt: 2,
  });
};

export const EveryMark: StoryObj = at('/page/profile', adaSignedIn, marked);

/** The screen's code loads with the first story, however slow the machine is. */
const patience = { timeout: 15_000 };

const edit = async (canvasElement: HTMLElement, name: RegExp) => {
  const canvas = within(canvasElement);
  await userEvent.click(await canvas.findByRole('button', { name }, patience));
  return canvas;
};

export const OneOpen: StoryObj = {
  ...at('/page/profile', adaSignedIn, marked),
  play: async ({ canvasElement }) => {
    const canvas = await edit(canvasElement, /^Edit My own site/);
    const shown = await canvas.findByRole('button', { name: 'Use the default' });
    await waitFor(() => expect(shown).toBeVisible());
  },
};

export const ChoosingAnIcon: StoryObj = {
  ...at('/page/profile', adaSignedIn, marked),
  play: async ({ canvasElement }) => {
    const canvas = await edit(canvasElement, /^Edit Shop/);
    await userEvent.click(await canvas.findByRole('button', { name: 'Choose icon' }));
    const page = within(document.body);
    await userEvent.type(await page.findByLabelText('Search icons', {}, patience), 'zzz');
    const shown = await page.findByText('No icon with this name');
    await waitFor(() => expect(shown).toBeVisible());
    await userEvent.clear(page.getByLabelText('Search icons'));
    await expect(await page.findByRole('button', { name: 'Bandcamp' })).toBeInTheDocument();
  },
};

export const NoMorePictures: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => {
    const full = linkSlots.slice(0, maxLinkPictures).map((slot, order) => {
      const label = order === 0 ? 'Shop' : `Link ${order}`;
      return [slot, makeLink({ label, order, sign: { kind: 'picture', slot, generation: '1' } })] as const;
    });
    fake.serverDraft.set(
      makeDraft({ links: { ...Object.fromEntries(full), k1: makeLink({ label: 'One more', order: -1 }) } }),
    );
  }),
  play: async ({ canvasElement }) => {
    const canvas = await edit(canvasElement, /^Edit One more/);
    const shown = await canvas.findByText(/20 links have their own picture/, {}, patience);
    await waitFor(() => expect(shown).toBeVisible());
  },
};

/** A block of each kind, every form open, with what publishing refuses beside its field. */
export const BlocksWithFaults: StoryObj = {
  ...at('/page/profile#links', adaSignedIn, (fake) => {
    const { words, give, ...others } = fakeBlocks;
    const empty = {
      text: { ...words, label: '', text: '' },
      give: { ...give, rows: [{ place: '0x12', label: '' }] },
    };
    fake.serverDraft.set(makeDraft({ links: {}, blocks: { ...others, ...empty } as typeof fakeBlocks }));
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const list = within(await canvas.findByRole('list', { name: 'Links' }, patience));
    for (const row of list.getAllByRole('button', { name: /^Edit / })) await userEvent.click(row);
    await userEvent.click(canvas.getByRole('button', { name: 'Publish' }));
    const shown = await canvas.findByText(/^Use the address of your page at PayPal.me/, {}, patience);
    await waitFor(() => expect(shown).toBeVisible());
  },
};

const verify = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.click(await canvas.findByRole('button', { name: 'More for Shop' }, patience));
  const page = within(document.body);
  await userEvent.click(await page.findByRole('menuitem', { name: 'Verify' }));
  await userEvent.click(await page.findByRole('button', { name: 'Check now' }));
  await waitFor(() => expect(page.queryByRole('menu')).toBeNull());
  return page;
};

export const NoLinkBack: StoryObj = {
  ...at('/page/profile', adaSignedIn, marked),
  play: async ({ canvasElement }) => {
    const page = await verify(canvasElement);
    const shown = await page.findByText(/The page does not link back yet/);
    await waitFor(() => expect(shown).toBeVisible());
  },
};

export const Verified: StoryObj = {
  ...at('/page/profile', adaSignedIn, marked, (fake) => fake.linksBack.add(shop)),
  play: async ({ canvasElement }) => {
    const page = await verify(canvasElement);
    const shown = await page.findByText('Verified: the page links back to you.');
    await waitFor(() => expect(shown).toBeVisible());
  },
};

export const NameWithoutPlatform: StoryObj = {
  ...at('/page/profile', adaSignedIn),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Paste a link', {}, patience), '@ada{Enter}');
    const asked = await canvas.findByRole('group', { name: 'Where is @ada?' });
    await waitFor(() => expect(asked).toBeVisible());
  },
};

export const PastedList: StoryObj = {
  ...at('/page/profile', adaSignedIn),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByLabelText('Paste a link', {}, patience));
    await userEvent.paste('github.com/ada\nada.bandcamp.com\njavascript:alert(1)');
    const shown = await canvas.findByText(/Not added because it is not a link/);
    await waitFor(() => expect(shown).toBeVisible());
  },
};

/** Asked about a link that is in the list, one that the paste repeats, and a host name that stays Punycode. */
export const AskedAboutDuplicates: StoryObj = {
  ...at('/page/profile', adaSignedIn, marked),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByLabelText('Paste a link', {}, patience));
    const lookalike = 'https://xn--80ak6aa92e.com';
    await userEvent.paste(`${site}\nhttps://xn--mller-kva.de\n${lookalike}\n${lookalike}/`);
    const asked = await canvas.findByRole('group', { name: /^2 of these links are already in your list/ });
    await waitFor(() => expect(asked).toBeVisible());
    await expect(within(asked).getByText(/xn--80ak6aa92e\.com/)).toBeVisible();
    await expect(await canvas.findByText('müller.de', { selector: '[class*="linkLabel"]' })).toBeVisible();
    await expect(within(asked).getByRole('button', { name: 'Don’t add' })).toHaveFocus();
  },
};

const otherPage = {
  account: { username: 'ada' },
  links: [
    { title: 'Music', type: 'HEADER', url: null },
    { title: 'The new record', url: 'https://ada.bandcamp.com/album/engine' },
    { title: 'Old tour', url: 'https://tour.example/2025', active: false },
    { title: 'My own site', url: site },
    {
      title: 'A name that is much too long to stand on a button of the page, as bookmarks have it',
      url: shop,
    },
    { title: 'A game', url: 'steam://run/1' },
    { title: 'Nothing here', type: 'HEADER', url: null },
  ],
};

const importing = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.click(await canvas.findByRole('button', { name: 'Import links' }, patience));
  const page = within(document.body);
  // A dialog without its content may be shown while its code loads.
  await page.findByLabelText('Or paste links or text', {}, patience);
  return within(page.getByRole('dialog', { name: 'Import links' }));
};

export const ImportingLinks: StoryObj = {
  ...at('/page/profile', adaSignedIn, marked),
  play: async ({ canvasElement }) => {
    const dialog = await importing(canvasElement);
    await userEvent.type(dialog.getByLabelText('Or paste links or text'), 'no links');
    await userEvent.click(dialog.getByRole('button', { name: 'Show the links' }));
    const shown = await dialog.findByText('There are no links in this.');
    await waitFor(() => expect(shown).toBeVisible());
  },
};

export const LinksToImport: StoryObj = {
  ...at('/page/profile', adaSignedIn, marked),
  play: async ({ canvasElement }) => {
    const dialog = await importing(canvasElement);
    await userEvent.click(dialog.getByLabelText('Or paste links or text'));
    await userEvent.paste(JSON.stringify(otherPage));
    await userEvent.click(dialog.getByRole('button', { name: 'Show the links' }));
    const shown = await dialog.findByText('4 links found');
    await waitFor(() => expect(shown).toBeVisible());
    await expect(dialog.getByText(/^Entry 6/)).toBeVisible();
  },
};
