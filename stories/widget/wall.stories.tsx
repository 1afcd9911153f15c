import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import type { Wall } from '@busker/core/wall/wall';
import { CardPreview } from '@busker/widget';
import { sampleProfile } from '@busker/widget/testing/sample-profile';

const host = 'https://wall.story.example';

const wall: Wall = {
  v: 1,
  goal: { label: 'A new bow', amount: 30_000, reached: 12_500, currency: 'usd' },
  supporters: [
    { name: 'Zoe', message: 'For the piece in the rain', amount: 500, currency: 'usd', at: 3 },
    { name: null, message: 'You made my Tuesday.', amount: 300, currency: 'usd', at: 2 },
    { name: 'Mo', message: null, amount: 1000, currency: 'usd', at: 1 },
  ],
};

/** The server's answer to the wall's one request. */
function answering(answer: () => Response) {
  return () => {
    const usual = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      String(input instanceof Request ? input.url : input).startsWith(host)
        ? Promise.resolve(answer())
        : usual(input, init);
    return () => {
      globalThis.fetch = usual;
    };
  };
}

const shownIn = (root: Element) =>
  [...root.querySelectorAll('div')].find((element) => element.shadowRoot)?.shadowRoot?.textContent ?? '';

const meta: Meta<typeof CardPreview> = {
  title: 'Card/Goal and wall',
  component: CardPreview,
  args: { profile: sampleProfile(), attributes: { goal: '', wall: '6' }, host },
  beforeEach: answering(() => Response.json(wall)),
};
export default meta;
type Story = StoryObj<typeof CardPreview>;

export const GoalAndSupporters: Story = {
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(shownIn(canvasElement)).toContain('$125.00 of $300.00'));
    await expect(shownIn(canvasElement)).toContain('You made my Tuesday.');
  },
};

export const Dark: Story = { args: { attributes: { goal: '', wall: '2', theme: 'dark' } } };

export const RightToLeft: Story = { args: { attributes: { goal: '', wall: '6', locale: 'ar' } } };

export const GoalReached: Story = {
  beforeEach: answering(() =>
    Response.json({ ...wall, goal: { ...wall.goal, reached: 45_000 }, supporters: [] }),
  ),
};

export const GoalAlone: Story = {
  args: { attributes: { goal: '' } },
  beforeEach: answering(() => Response.json({ ...wall, supporters: [] })),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(shownIn(canvasElement)).toContain('$125.00 of $300.00'));
    await expect(shownIn(canvasElement)).not.toContain('Zoe');
  },
};

export const SupportersAlone: Story = {
  args: { attributes: { wall: '6' } },
  beforeEach: answering(() => Response.json({ ...wall, goal: null })),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(shownIn(canvasElement)).toContain('Zoe'));
    await expect(shownIn(canvasElement)).not.toContain('A new bow');
  },
};

const recurring: Wall = {
  ...wall,
  supporters: [
    {
      name: 'Zoe',
      message: 'Every month for the choir',
      amount: 500,
      currency: 'usd',
      at: 4,
      every: 'month',
    },
    { name: null, message: null, amount: 6000, currency: 'usd', at: 3, every: 'year' },
    { name: 'ليلى', message: null, amount: 500, currency: 'usd', at: 2, every: 'month' },
    { name: 'Mo', message: null, amount: 1000, currency: 'usd', at: 1 },
  ],
};

/** Fans who began to give every month or every year have a word beside their name. */
export const MonthlyAndYearly: Story = {
  args: { attributes: { wall: '6' } },
  beforeEach: answering(() => Response.json(recurring)),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(shownIn(canvasElement)).toContain('Zoe Monthly'));
    await expect(shownIn(canvasElement)).toContain('Someone Yearly');
    await expect(shownIn(canvasElement)).not.toContain('Mo Monthly');
  },
};

/** The longest words, in a narrow column. */
export const MonthlyInDutch: Story = {
  args: { attributes: { wall: '6', locale: 'nl' } },
  decorators: [(Card) => <div style={{ width: 240 }}>{Card()}</div>],
  beforeEach: answering(() => Response.json(recurring)),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(shownIn(canvasElement)).toContain('Maandelijks'));
  },
};

export const MonthlyRightToLeft: Story = {
  args: { attributes: { wall: '6', locale: 'ar' } },
  beforeEach: answering(() => Response.json(recurring)),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(shownIn(canvasElement)).toContain('شهريًا'));
  },
};

/** Fewer supporters than exist, below the links. */
export const InTheLinksLayout: Story = {
  args: { attributes: { goal: '', wall: '1', layout: 'links' } },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(shownIn(canvasElement)).toContain('Zoe'));
    await expect(shownIn(canvasElement)).not.toContain('You made my Tuesday.');
  },
};

export const NothingYet: Story = {
  beforeEach: answering(() => Response.json({ ...wall, goal: { ...wall.goal, reached: 0 }, supporters: [] })),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(shownIn(canvasElement)).toContain('$0.00 of $300.00'));
  },
};

/** Nothing is shown; the card looks as without a wall. */
export const ServerAway: Story = {
  beforeEach: answering(() => Response.error()),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(shownIn(canvasElement)).toContain('Send a tip'));
    await expect(shownIn(canvasElement)).not.toContain('Supporters');
  },
};
