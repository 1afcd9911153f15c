import type { PublicProfile } from '@busker/core/profile/profile';
import type { AttributeName } from '@busker/widget/attributes/attribute-names';
import { readSettings } from '@busker/widget/attributes/attributes';
import type { ProfileState } from '@busker/widget/card/card-props';
import type { ChallengeResult } from '@busker/widget/challenge/ask-challenge';
import { attributeContract } from '@busker/widget/element/element-contract';
import { enTip } from '@busker/widget/messages/en-tip';
import type { PaymentLook } from '@busker/widget/payment/payment-surface';
import { CardFrame } from '@busker/widget/preview/card-frame';
import { inMemoryTips, type TipScript } from '@busker/widget/preview/in-memory-backend';
import { scriptedSurface, type SurfaceScript } from '@busker/widget/preview/scripted-surface';
import { createControls, type Controls } from '@busker/widget/signals/controls';
import { adoptStyles } from '@busker/widget/styles/adopt-styles';
import styles from '@busker/widget/styles/card.css?inline';
import { scriptedChallenge } from '@busker/widget/testing/fake-controller';
import { sampleProfile } from '@busker/widget/testing/sample-profile';
import type { StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { within, expect, userEvent, waitFor } from 'storybook/test';

/** The attributes of the tag are the controls of every story; the rest says what the card meets. */
export interface StageArgs extends Partial<Record<AttributeName, string>> {
  /** Differences from the sample profile, or a state without a profile. */
  readonly shows?: Partial<PublicProfile> | Exclude<ProfileState, { at: 'ready' }>['at'];
  readonly tips_script?: TipScript;
  readonly form_script?: SurfaceScript;
  /** What the challenge's button answers. */
  readonly challenge_script?: readonly ChallengeResult[];
  /** What Stripe says of a payment that the fan comes back from. */
  readonly look_up?: PaymentLook;
  /** The links that the page itself holds. */
  readonly own_links?: boolean;
  /** The sheet is open from the start. */
  readonly open?: boolean;
}

/** Controls for every attribute, made of the element's own table. */
export const attributeControls = Object.fromEntries(
  attributeContract.map(({ attribute, values, says }) => [
    attribute,
    { description: says, control: values ? { type: 'select' } : 'text', ...(values && { options: values }) },
  ]),
);

/** The checks need the end state of every animation. */
const still = '*, *::before { transition: none !important; animation: none !important; }';
const nothing = () => undefined;

function stateOf(shows: StageArgs['shows']): ProfileState {
  if (typeof shows === 'string') return { at: shows };
  return { at: 'ready', profile: sampleProfile(shows) };
}

interface Stage {
  readonly shadow: ShadowRoot;
  readonly controls: Controls;
}

/** The real tree of the card in a shadow root, over a backend and a card form in memory. */
export function StagedCard({
  shows,
  tips_script,
  form_script,
  challenge_script = [],
  look_up = null,
  own_links,
  open = false,
  ...attributes
}: StageArgs) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const [outside] = useState(() => ({
    tips: inMemoryTips(tips_script),
    openSurface: scriptedSurface(form_script),
    lookUpPayment: () => Promise.resolve({ look: look_up, payment: null }),
    askChallenge: scriptedChallenge(challenge_script),
  }));
  useEffect(() => {
    if (!host) return;
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    adoptStyles(shadow, styles);
    adoptStyles(shadow, still);
    const controls = createControls(host);
    if (open) controls.set({ sheet: { open, amount: null } });
    queueMicrotask(() => setStage({ shadow, controls }));
  }, [host, open]);
  return (
    <main>
      <div ref={setHost} data-card>
        {own_links && <a href="https://ada.example/">Ada’s own page</a>}
      </div>
      {stage &&
        createPortal(
          <CardFrame
            settings={readSettings((name) => attributes[name] ?? null)}
            controls={stage.controls}
            shadow={stage.shadow}
            host=""
            isFile={false}
            assets="/embed/story/"
            count={nothing}
            profile={stateOf(shows)}
            {...outside}
          />,
          stage.shadow,
        )}
    </main>
  );
}

/** Waits until the card has something to show, and gives the queries for what is in it. */
export async function inCard(canvasElement: HTMLElement) {
  const root = await new Promise<ShadowRoot>((resolve) => {
    const look = () => {
      const shadow = canvasElement.querySelector('[data-card]')?.shadowRoot;
      if (shadow?.firstElementChild) resolve(shadow);
      else requestAnimationFrame(look);
    };
    look();
  });
  // The queries need only what a shadow root has too.
  return within(root as unknown as HTMLElement);
}

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
