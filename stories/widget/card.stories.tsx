import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { sampleProfile } from '@busker/widget/testing/sample-profile';
import { attributeControls, inCard, StagedCard, type StageArgs } from './staged-card';

const meta: Meta<StageArgs> = {
  title: 'Card/Card',
  component: StagedCard,
  argTypes: attributeControls,
};
export default meta;
type Story = StoryObj<StageArgs>;

/** Asserts that the story has these links and buttons, by accessible name. */
const showing = (args: StageArgs, present: readonly string[], absent: readonly string[] = []): Story => ({
  args,
  play: async ({ canvasElement }) => {
    const card = await inCard(canvasElement);
    for (const name of present) await expect(await card.findByText(name, { exact: false })).toBeVisible();
    for (const name of absent) await expect(card.queryByText(name)).toBeNull();
  },
});

const tip = 'Send a tip';
const { links, tips } = sampleProfile();
const [first] = links;
if (!first) throw new Error('The sample has links');

export const Layout_card = showing({ layout: 'card' }, ['Ada Lovelace', 'Instagram', tip]);
export const Layout_links = showing({ layout: 'links' }, ['Instagram', tip], ['Ada Lovelace']);
export const Layout_button = showing({ layout: 'button' }, [tip], ['Instagram']);
export const Layout_floating = showing({ layout: 'floating' }, [tip], ['Instagram']);
export const Theme_light = showing({ theme: 'light' }, [tip]);
export const Theme_dark = showing({ theme: 'dark' }, [tip]);

const onPage = (background: string, color: string): Story => ({
  ...showing({ theme: 'match' }, [tip]),
  decorators: [
    (Page) => (
      <div style={{ background, color, padding: 24, fontFamily: 'Georgia, serif' }}>
        <Page />
      </div>
    ),
  ],
});
export const Theme_match_on_a_dark_page = onPage('#102030', '#e8eef4');
export const Theme_match_mends_grey_on_grey = onPage('#777777', '#888888');

export const Accent_of_the_tag = showing({ accent: 'rebeccapurple' }, [tip]);
export const Accent_of_the_tag_too_light_for_white = showing({ accent: '#ffd54a' }, [tip]);
export const Without_links = showing({ links: 'off' }, ['Ada Lovelace', tip], ['Instagram']);
export const Without_tips = showing({ tips: 'off' }, ['Instagram'], [tip]);

export const Empty_profile = showing({ shows: { bio: '', links: [] } }, ['Ada Lovelace', tip]);
export const Not_accepting_tips = showing(
  { shows: { tips: { ...tips, state: 'not-ready', currency: null } } },
  ['Instagram'],
  [tip],
);
export const Long_names = showing(
  {
    shows: {
      name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      bio: 'word '.repeat(60),
      links: [
        { ...first, label: 'A very long label that says all there is to say about one link '.repeat(2) },
      ],
    },
  },
  ['Donaudampfschiff', 'A very long label'],
);
export const Many_links = showing(
  {
    shows: {
      links: Array.from({ length: 40 }, (_, at) => ({ ...first, id: `${at}`, label: `Link ${at + 1}` })),
    },
  },
  ['Link 40'],
);
export const Groups_and_verified = showing(
  {
    shows: {
      links: links.map((link, at) => ({ ...link, group: at < 2 ? 'Read' : 'Watch', verified: at === 0 })),
    },
  },
  ['Read', 'Watch'],
);
export const Hostile_text: Story = {
  args: {
    shows: {
      name: '<img src=x onerror=alert(1)>',
      bio: '\u202Egnp.exe </style><script>alert(1)</script>',
      links: [
        { ...first, label: '"><b>bold</b>' },
        { ...first, id: 'evil', url: 'javascript:alert(1)', label: 'Never shown' },
      ],
    },
  },
  play: async ({ canvasElement }) => {
    const card = await inCard(canvasElement);
    await expect(await card.findByText('<img src=x onerror=alert(1)>')).toBeVisible();
    await expect(card.getByText('"><b>bold</b>')).toBeVisible();
    await expect(card.queryByText('Never shown')).toBeNull();
  },
};

export const Loading: Story = {
  args: { shows: 'loading', own_links: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Ada’s own page' })).toBeVisible();
  },
};
export const Offline_with_links_of_the_page: Story = {
  ...Loading,
  args: { shows: 'failed', own_links: true },
};
export const Offline_without = showing({ shows: 'failed' }, [
  'These links cannot be shown right now.',
  'Try again',
]);

const manyLinks = Array.from({ length: 30 }, (_, at) => ({ ...first, id: `${at}`, label: `Link ${at + 1}` }));

/** The owner's choice of the place, with more links than a window shows. */
const tipAt = (button: (typeof tips)['button'], isFirst: boolean, isSeen: boolean): Story => ({
  args: { shows: { links: manyLinks, tips: { ...tips, button } } },
  play: async ({ canvasElement }) => {
    const card = await inCard(canvasElement);
    const button = await card.findByRole('button', { name: tip });
    const link = card.getByRole('link', { name: /^Link 1$/ });
    const comesFirst = (button.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    await expect(comesFirst).toBe(isFirst);
    const { top, bottom } = button.getBoundingClientRect();
    await expect(top >= 0 && bottom <= window.innerHeight).toBe(isSeen);
  },
});
export const Tip_button_at_the_top = tipAt('top', true, true);
export const Tip_button_at_the_bottom = tipAt('bottom', false, false);
export const Tip_button_always_visible = tipAt('sticky', false, true);
