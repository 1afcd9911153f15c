import type { Meta } from '@storybook/react-vite';
import { expect, userEvent, waitFor } from 'storybook/test';
import { texts as arTip } from '@busker/widget/messages/ar.json?card-tip';
import { copyTexts } from '@busker/widget/messages/copy-texts';
import { en } from '@busker/widget/messages/en-card';
import { enTip } from '@busker/widget/messages/en-tip';
import type { PaymentLook } from '@busker/widget/payment/payment-surface';
import {
  after,
  choosesFive,
  patient,
  pays,
  sees,
  type Story,
  attributeControls,
  inCard,
  StagedCard,
  type StageArgs,
} from './staged-card';

/** Where and how the card is seen: returning from a bank, in an in-app browser, at the end of a page, right to left, on paper. */
const meta: Meta<StageArgs> = {
  title: 'Card/Circumstances',
  component: StagedCard,
  argTypes: attributeControls,
};
export default meta;

/** The bank used a page of its own; this is what Stripe reports about the payment afterwards. */
const back = (look_up: PaymentLook, said: string): Story => ({
  ...after({ open: false, look_up }, sees(said)),
  beforeEach: () => {
    const here = location.href;
    const address = new URL(here);
    // One return opens one sheet, so each story has a payment of its own.
    address.searchParams.set('payment_intent_client_secret', `pi_story_secret_${String(look_up)}`);
    history.replaceState(history.state, '', address);
    sessionStorage.setItem('busker-tip', JSON.stringify({ handle: 'ada', tipId: 't', clientRequestId: 'c' }));
    return () => {
      history.replaceState(history.state, '', here);
      sessionStorage.removeItem('busker-tip');
    };
  },
});
export const Back_from_the_bank_paid = back('succeeded', enTip.tipWentThrough('Ada Lovelace'));
export const Back_from_the_bank_not_charged = back('closed', enTip.notPaid);
export const Back_from_the_bank_still_asking = back(null, enTip.checking);

/** An in-app browser. */
const inApp = (story: Story): Story => ({
  ...story,
  beforeEach: () => {
    const userAgent = `${navigator.userAgent} Instagram 390.0.0.28.85`;
    Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
    return () => void Reflect.deleteProperty(navigator, 'userAgent');
  },
});
export const In_an_app_links_can_be_copied = inApp({
  play: async ({ canvasElement }) => {
    const card = await inCard(canvasElement);
    await expect(
      await card.findByRole('button', { name: copyTexts.en.link('Notes on the Engine') }, patient),
    ).toBeVisible();
  },
});
export const In_an_app_the_hosted_page = inApp(after({}, choosesFive, sees(enTip.whyElsewhere['in-app'])));

const long: Story['decorators'] = [
  (Page) => (
    <div style={{ minHeight: '250vh' }}>
      <p>A long page.</p>
      <Page />
    </div>
  ),
];
const pillAt =
  (wanted: 'aside' | 'there'): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    const card = await inCard(canvasElement);
    const pill = await card.findByRole('button', { name: en.sendTip }, patient);
    scrollTo(0, wanted === 'aside' ? document.documentElement.scrollHeight : 0);
    await waitFor(() => expect(Boolean(pill.closest('.aside'))).toBe(wanted === 'aside'), patient);
  };

export const Floating: Story = { args: { layout: 'floating' }, decorators: long, play: pillAt('there') };
export const Floating_at_the_end_of_the_page: Story = {
  args: { layout: 'floating' },
  decorators: long,
  play: pillAt('aside'),
};
export const Floating_from_right_to_left: Story = {
  args: { layout: 'floating', locale: 'ar' },
  decorators: long,
};

export const From_right_to_left_paying: Story = {
  args: { open: true, locale: 'ar' },
  play: async ({ canvasElement }) => {
    const card = await inCard(canvasElement);
    await card.findByRole('dialog', { name: arTip.title('Ada Lovelace') }, patient);
    const [, second] = await card.findAllByRole('radio', undefined, patient);
    if (second) await userEvent.click(second);
    await expect(await card.findByText(arTip.cardSafety, undefined, patient)).toBeVisible();
  },
};

const changed: CSSMediaRule[] = [];

/** Applies the rules of a medium now: print, or forced colours without the system's colours. */
const asIn = (medium: string, story: Story): Story => ({
  ...story,
  // All cards share their style sheets, so the change must be undone.
  beforeEach: () => () => {
    for (const rule of changed.splice(0)) rule.media.mediaText = medium;
  },
  play: async (context) => {
    await story.play?.(context);
    const shadow = context.canvasElement.querySelector('[data-card]')?.shadowRoot;
    const rules = [...(shadow?.adoptedStyleSheets ?? [])].flatMap((sheet) => [...sheet.cssRules]);
    for (const rule of rules)
      if (rule instanceof CSSMediaRule && rule.media.mediaText === medium) {
        changed.push(rule);
        rule.media.mediaText = 'all';
      }
    await expect(changed.length).toBeGreaterThan(0);
  },
});
const card: Story = {
  play: async ({ canvasElement }) => {
    const shown = await inCard(canvasElement);
    await shown.findByText('Instagram', { exact: false }, patient);
  },
};
export const On_paper = asIn('print', card);
export const In_forced_colours = asIn('(forced-colors: active)', card);
export const In_forced_colours_choosing = asIn('(forced-colors: active)', after({}, choosesFive));
export const In_forced_colours_thanks = asIn(
  '(forced-colors: active)',
  after({}, pays, sees(enTip.thankYou)),
);
