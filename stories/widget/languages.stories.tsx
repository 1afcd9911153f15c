import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { cardTexts } from '@busker/widget/messages/every-text';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { loadTipTexts } from '@busker/widget/messages/tip-texts';
import { attributeControls, inCard, StagedCard, type StageArgs } from './staged-card';

const meta: Meta<StageArgs> = { title: 'Card/Languages', component: StagedCard, argTypes: attributeControls };
export default meta;
type Story = StoryObj<StageArgs>;

/** The card and its sheet in one language. */
const spoken = (locale: string): Story => ({
  args: { locale, open: true },
  play: async ({ canvasElement }) => {
    const card = await inCard(canvasElement);
    const { sendTip, dir } = cardTexts(locale);
    const { title } = await loadTipTexts(locale);
    const dialog = await card.findByRole('dialog', { name: title('Ada Lovelace') });
    await expect(dialog).toBeVisible();
    await expect(getComputedStyle(dialog).direction).toBe(dir);
    await expect(card.getByText(sendTip)).toBeInTheDocument();
  },
});

export const English = spoken('en');
export const Spanish = spoken('es');
export const French = spoken('fr');
export const German = spoken('de');
export const Portuguese = spoken('pt');
export const Italian = spoken('it');
export const Dutch = spoken('nl');
export const Polish = spoken('pl');
export const Japanese = spoken('ja');
export const Korean = spoken('ko');
export const Simplified_Chinese = spoken('zh-Hans');
export const Arabic = spoken('ar');

export const Another_language_falls_back: Story = {
  args: { locale: 'tlh' },
  play: async ({ canvasElement }) => {
    const card = await inCard(canvasElement);
    await expect(await card.findByText(cardTexts('en').sendTip)).toBeVisible();
    await expect(shippedLanguages).toHaveLength(12);
  },
};
