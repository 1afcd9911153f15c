import { defaultPreferences } from '@busker/core/account/account-document';
import type { Draft } from '@busker/core/profile/draft';
import type { FakeBackend } from '@busker/dashboard/testing/fake-backend';
import {
  makeDraft,
  makeLink,
  makeRestriction,
  makeUser,
  makePayments,
  makePublished,
} from '@busker/dashboard/testing/fakes';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { LinkHealth } from '@busker/core/profile-documents/profile-document';
import { fakeBlocks } from '@busker/core/testing/fakes';
import { linkSlots, maxLinkPictures } from '@busker/core/pictures/picture-slots';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Profile', parameters: { layout: 'fullscreen' } };
export default meta;

const isNew: Script = (fake) => fake.signInAs(makeUser({ email: 'new@example.com', emailVerified: false }));

export const EverythingPublished: StoryObj = at('/page/profile', adaSignedIn);

export const UnpublishedEdits: StoryObj = at('/page/profile', adaSignedIn, (fake) =>
  fake.serverDraft.set(makeDraft({ bio: 'A shorter story.', handle: 'ada_lovelace' })),
);

export const FirstVisit: StoryObj = at('/page/profile', isNew);

export const Loading: StoryObj = at('/page/profile', adaSignedIn, (fake) => fake.hold('watchDraft'));

export const StoreNotReached: StoryObj = at('/page/profile', adaSignedIn, (fake) =>
  fake.failNext('openStore', 'store/unavailable'),
);

export const DraftRefused: StoryObj = at('/page/profile', adaSignedIn, (fake) =>
  fake.failNext('watchDraft', 'store/permission-denied'),
);

export const Saving: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => fake.hold('editDraft')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Name'), ' King');
    await expect(await canvas.findByText('Saving…')).toBeVisible();
  },
};

export const NotSaved: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => fake.failNext('editDraft', 'store/resource-exhausted')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    // One edit: the next one would be saved, and typing may be slower than saving.
    await userEvent.type(await canvas.findByLabelText('Name'), 'X');
    await expect(await canvas.findByText('Not saved')).toBeVisible();
  },
};

export const Undone: StoryObj = {
  ...at('/page/profile', adaSignedIn),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Undo' }));
    await userEvent.type(await canvas.findByLabelText('Name'), 'X');
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }));
    await expect(await canvas.findByLabelText('Name')).toHaveValue(makeDraft().name);
  },
};

export const FaultyFields: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) =>
    fake.serverDraft.set(
      makeDraft({
        name: '',
        bio: 'x'.repeat(320),
        links: { k1: makeLink({ label: '', url: 'nonsense' }), k2: makeLink({ order: 2 }) },
      }),
    ),
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Publish' }));
    await expect(await canvas.findByText('Tell people who you are.')).toBeVisible();
  },
};

export const HandleTaken: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => fake.serverDraft.set(makeDraft({ handle: 'grace' }))),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/@grace is taken/)).toBeVisible();
  },
};

export const PublishFailed: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => {
    fake.serverDraft.set(makeDraft({ bio: 'New.' }));
    fake.failNext('publish', 'api/service-unavailable');
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Publish' }));
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};

export const AskingBeforeDiscard: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => fake.serverDraft.set(makeDraft({ bio: 'New.' }))),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Discard' }));
    const title = await within(canvasElement.ownerDocument.body).findByText(
      'Discard all unpublished changes?',
    );
    await waitFor(() => expect(title).toBeVisible());
  },
};

export const SuspendedByTheHost: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => {
    fake.restriction = makeRestriction({ state: 'suspended', scope: ['order'] });
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('status', { name: 'Your page is suspended' })).toBeVisible();
    await expect(await canvas.findByRole('button', { name: 'Publish' })).toBeDisabled();
  },
};

export const ManyLinks: StoryObj = at('/page/profile', adaSignedIn, (fake) =>
  fake.serverDraft.set(
    makeDraft({
      links: Object.fromEntries(
        Array.from({ length: 24 }, (_, at) => [
          `k${at}`,
          makeLink({ label: `Link number ${at + 1} with a rather long label`, order: at }),
        ]),
      ),
    }),
  ),
);

export const AskedBeforeTakenDown: StoryObj = {
  ...at('/page/profile', adaSignedIn),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Take the page down' }));
    const dialog = await within(document.body).findByRole('dialog', { name: 'Take your page down?' });
    const words = await within(dialog).findByText(/Your handle stays yours/);
    // The dialog fades in.
    await waitFor(() => expect(words).toBeVisible());
  },
};

export const TakenDown: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => {
    const { value } = fake.published;
    if (value) fake.published.set({ ...value, takenDownAt: Date.UTC(2026, 10, 1) });
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('Taken down')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Publish' })).toBeEnabled();
  },
};

const allButTheTip =
  (livemode: boolean): Script =>
  (fake) => {
    fake.payments.set(makePayments({ livemode }));
    fake.preferences.set({ ...defaultPreferences, pageShared: true });
  };

export const NothingDone: StoryObj = at('/page/profile', isNew);

export const TestTipLeft: StoryObj = at('/page/profile', adaSignedIn, allButTheTip(false));

export const RealTipLeft: StoryObj = at('/page/profile', adaSignedIn, allButTheTip(true));

export const HiddenAndInTheFrame: StoryObj = at('/settings/account', isNew, (fake) =>
  fake.preferences.set({ ...defaultPreferences, setUpHidden: true }),
);

const looks =
  (look: Partial<Draft['look']>): Script =>
  (fake) => {
    const draft = makeDraft();
    fake.serverDraft.set({ ...draft, look: { ...draft.look, ...look } });
  };
const panel = (canvasElement: HTMLElement) =>
  within(canvasElement).findByRole('region', { name: 'Look' }, { timeout: 15_000 });

export const AsPublished: StoryObj = at('/page/profile#look', adaSignedIn);

/** The warning names the background and offers the nearest colour that works on both. */
export const ColourHardToSee: StoryObj = {
  ...at('/page/profile#look', adaSignedIn, looks({ accent: '#f5e663' })),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    await userEvent.click(await look.findByRole('button', { name: /^Use #/ }));
    await expect(look.queryByRole('button', { name: /^Use #/ })).toBeNull();
  },
};
export const NoColour: StoryObj = {
  ...at('/page/profile#look', adaSignedIn, looks({ accent: 'sort of green' })),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    await expect(await look.findByText('Use a colour like #0a7d55.')).toBeVisible();
  },
};
export const Links: StoryObj = at('/page/profile', adaSignedIn, looks({ layout: 'links', theme: 'dark' }));
export const RoundAndDark: StoryObj = at(
  '/page/profile',
  adaSignedIn,
  looks({ theme: 'dark', radius: 32, font: 'serif', accent: '#7a3ff2' }),
);
export const LookNotSaved: StoryObj = {
  ...at('/page/profile#look', adaSignedIn, (fake) => fake.failNext('editDraft', 'store/resource-exhausted')),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    await userEvent.click(await look.findByText('Dark'));
    await expect(await within(canvasElement).findByText('Not saved')).toBeVisible();
  },
};
export const LookOffline: StoryObj = {
  ...at('/page/profile#look', adaSignedIn, (fake) => fake.online.set(false)),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    await userEvent.click(await look.findByText('Dark'));
    await expect(await within(canvasElement).findByText('Offline, will be sent')).toBeVisible();
  },
};

/** The owner chooses the place of the tip button. */
const chosen = (place: string): StoryObj => ({
  ...at('/page/profile#look', adaSignedIn),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    const places = within(await look.findByRole('radiogroup', { name: 'Tip button' }));
    await userEvent.click(places.getByText(place));
    await expect(places.getByRole('radio', { name: place })).toBeChecked();
  },
});
export const TipButtonAtTheTop = chosen('Top');
export const TipButtonAtTheBottom = chosen('Bottom');
export const TipButtonAlwaysVisible = chosen('Always visible');

let fake: FakeBackend;
const kept: Script = (made) => {
  fake = made;
};

/** A picture of hills, like a file from a phone. */
async function photograph(): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = 480;
  canvas.height = 360;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  pen.fillStyle = '#9cc7e8';
  pen.fillRect(0, 0, 480, 360);
  pen.fillStyle = '#e0982f';
  pen.fillRect(300, 60, 70, 70);
  pen.fillStyle = '#0b6e4b';
  pen.fillRect(0, 240, 480, 120);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new File([blob ?? ''], 'hills.png', { type: 'image/png' });
}

async function choose(canvasElement: HTMLElement) {
  const canvas = within(canvasElement);
  await canvas.findByRole('button', { name: /^(Upload|Change) picture$/ }, { timeout: 15_000 });
  const input = canvasElement.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('No field for a file');
  await userEvent.upload(input, await photograph());
  // Not within the first dialog: while the code loads on a slow machine, that is only a frame, which the cropping dialog replaces.
  const use = await within(document.body).findByRole('button', { name: 'Use this picture' });
  await within(document.body).findByRole('dialog', { name: 'Choose the part to show' });
  return { canvas, use };
}
async function send(canvasElement: HTMLElement) {
  const { canvas, use } = await choose(canvasElement);
  await waitFor(() => expect(use).toBeEnabled());
  await userEvent.click(use);
  return canvas;
}

export const Cropping: StoryObj = {
  ...at('/page/profile', adaSignedIn),
  play: async ({ canvasElement }) => {
    const { use } = await choose(canvasElement);
    await waitFor(() => expect(use).toBeEnabled());
  },
};

export const Uploading: StoryObj = {
  ...at('/page/profile', adaSignedIn, kept),
  play: async ({ canvasElement }) => {
    const canvas = await send(canvasElement);
    await canvas.findByText('Uploading, 0 %');
    fake.uploads[0]?.progress(0.4);
    await expect(await canvas.findByText(/^Uploading, (39|40) %/)).toBeVisible();
  },
};

export const Paused: StoryObj = {
  ...at('/page/profile', adaSignedIn, kept),
  play: async ({ canvasElement }) => {
    const canvas = await send(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Pause' }));
    await expect(await canvas.findByRole('button', { name: 'Resume' })).toBeVisible();
  },
};

export const WaitingForTheConnection: StoryObj = {
  ...at('/page/profile', adaSignedIn, kept),
  play: async ({ canvasElement }) => {
    const canvas = await send(canvasElement);
    await canvas.findByText('Uploading, 0 %');
    fake.online.set(false);
    await expect(await canvas.findByText(/^No connection. The upload continues from 0 %/)).toBeVisible();
  },
};

export const NotUploaded: StoryObj = {
  ...at('/page/profile', adaSignedIn, (made) => made.failNext('upload', 'upload/retry-limit-exceeded')),
  play: async ({ canvasElement }) => {
    const canvas = await send(canvasElement);
    await expect(await canvas.findByText(/The upload took too long/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

export const NoPicture: StoryObj = {
  ...at('/page/profile', adaSignedIn),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole('button', { name: /^(Upload|Change) picture$/ }, { timeout: 15_000 });
    const input = canvasElement.querySelector<HTMLInputElement>('input[type="file"]');
    const file = new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' });
    if (input) await userEvent.upload(input, file, { applyAccept: false });
    await expect(await canvas.findByText(/file type is not supported/)).toBeVisible();
  },
};

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
    const list = within(await canvas.findByRole('list', { name: 'Links and blocks' }, patience));
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
