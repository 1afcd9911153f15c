import type { StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import { enTip } from '@busker/widget/messages/en-tip';
import { inCard, type StageArgs } from './staged-card';

export type Story = StoryObj<StageArgs>;
export type Card = Awaited<ReturnType<typeof inCard>>;
/** Slow machines need time; a missing element still fails. */
export const patient = { timeout: 20_000 };
export type Step = (card: Card, canvas: HTMLElement) => Promise<void>;

/** The sheet after these steps. */
export const after = (args: StageArgs, ...steps: readonly Step[]): Story => ({
  args: { open: true, ...args },
  play: async ({ canvasElement }) => {
    const card = await inCard(canvasElement);
    await card.findByRole('dialog', undefined, patient);
    for (const step of steps) await step(card, canvasElement);
  },
});

export const choosesFive: Step = async (card) =>
  userEvent.click(await card.findByRole('radio', { name: '$5.00' }, patient));
/** The button, when the card form below it is ready. */
const payButton = async (card: Card): Promise<HTMLElement> => {
  const button = await card.findByRole('button', { name: enTip.pay('$5.00') }, patient);
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'), patient);
  return button;
};
export const seesTheForm: Step = async (card) => void (await payButton(card));
export const pays: Step = async (card) => {
  await choosesFive(card, document.body);
  await userEvent.click(await payButton(card));
};
export const sees =
  (text: string): Step =>
  async (card) => {
    // Looked up each time: what is loaded later takes the place of its like.
    await waitFor(() => expect(card.getByText(text)).toBeVisible(), patient);
  };
export const types =
  (label: string, text: string): Step =>
  async (card) => {
    await userEvent.type(card.getByRole('textbox', { name: label }), text);
  };
export const presses =
  (name: string): Step =>
  async (card) =>
    userEvent.click(await card.findByRole('button', { name }, patient));
