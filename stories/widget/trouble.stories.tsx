import type { Meta } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { enTip } from '@busker/widget/messages/en-tip';
import type { Decline } from '@busker/widget/payment/payment-surface';
import {
  after,
  choosesFive,
  patient,
  pays,
  presses,
  sees,
  seesTheForm,
  type Step,
  type Story,
  attributeControls,
  StagedCard,
  type StageArgs,
} from './staged-card';

/** Every failure sentence of the sheet. Each says what happened to the money. */
const meta: Meta<StageArgs> = {
  title: 'Card/When something goes wrong',
  component: StagedCard,
  argTypes: attributeControls,
  // No story opens a tab.
  beforeEach: () => {
    const usual = window.open;
    window.open = () => null;
    return () => {
      window.open = usual;
      sessionStorage.removeItem('busker-tip');
    };
  },
};
export default meta;

const declined = (decline: Decline): Story =>
  after(
    { form_script: { confirmations: [{ kind: 'declined', decline }] } },
    pays,
    sees(enTip.decline[decline]),
  );
export const Card_declined = declined('card-declined');
export const Not_enough_funds = declined('insufficient-funds');
export const Card_expired = declined('card-expired');
export const Wrong_security_code = declined('wrong-cvc');
export const Wrong_number = declined('wrong-number');
export const Not_verified_by_the_bank = declined('not-verified');
export const Processing_error = declined('try-again');
export const Too_many_tries_at_Stripe = declined('too-many-tries');
export const Too_small_for_a_card = declined('amount-too-small');
export const Too_large_for_a_card = declined('amount-too-large');

/** The server refuses the tip at Pay. */
const refused = (code: string, said = enTip.refused[code] ?? enTip.refusedOtherwise): Story =>
  after(
    { tips_script: { problems: { createTip: [{ kind: 'refused', code, detail: '' }] } } },
    pays,
    sees(said),
  );
export const Too_many_tries = refused('too-many-requests');
export const Session_not_taken = refused('session-invalid');
export const Refused_otherwise = refused('payment-refused');
export const Total_changed = refused('total-changed', enTip.totalChanged);

/** No tip is possible here. */
const closed = (code: string): Story =>
  after(
    { tips_script: { problems: { startSession: [{ kind: 'refused', code, detail: '' }] } } },
    sees(enTip.refused[code] ?? ''),
  );
export const Payments_not_ready = closed('payments-not-ready');
export const Site_not_allowed = closed('site-not-allowed');
export const Server_away = after(
  { tips_script: { problems: { startSession: [{ kind: 'unreachable' }] } } },
  sees(enTip.refused['unreachable'] ?? ''),
);

export const Answer_lost_and_being_asked_for = after(
  {
    form_script: { confirmations: [{ kind: 'unknown' }], lookUps: [null] },
    tips_script: { status: { status: 'pending' } },
  },
  pays,
  sees(enTip.checking),
);
export const Answer_lost_and_nobody_knows = after(
  {
    form_script: { confirmations: [{ kind: 'unknown' }], lookUps: ['refused'] },
    tips_script: { status: { status: 'pending' } },
  },
  pays,
  sees(enTip.unsure),
);
export const Stripe_refuses_the_payment = after(
  { form_script: { confirmations: [{ kind: 'refused' }] } },
  pays,
  sees(enTip.notCharged),
);
export const Answer_lost_and_not_charged = after(
  { form_script: { confirmations: [{ kind: 'unknown' }], lookUps: ['open'] } },
  pays,
  sees(enTip.notCharged),
);

const wipesTheForm: Step = async (_card, canvas) => {
  canvas.querySelector('[data-card] > [slot=busker-pay]')?.remove();
};
export const Form_taken_away_by_the_page = after(
  {},
  choosesFive,
  seesTheForm,
  wipesTheForm,
  sees(enTip.formReloaded),
);

export const Left_open_by_a_reload: Story = {
  ...after({}, sees(enTip.leftOpen)),
  beforeEach: () =>
    sessionStorage.setItem('busker-tip', JSON.stringify({ handle: 'ada', tipId: 't', clientRequestId: 'c' })),
};

const hosted: StageArgs = { pay: 'hosted' };
const pending: StageArgs = { ...hosted, tips_script: { status: { status: 'pending' } } };
/** A tab that opens and stays empty. */
const emptyTab = { closed: false, opener: null, location: { href: '' }, close: () => undefined };
export const Paying_in_another_tab: Story = {
  ...after(pending, pays, sees(enTip.elsewhere)),
  beforeEach: () => void Object.assign(window, { open: () => emptyTab }),
};
export const Payment_tab_blocked = after(pending, pays, sees(enTip.elsewhereBlocked));
export const Payment_page_ran_out = after(
  { ...hosted, tips_script: { status: { status: 'expired' } } },
  pays,
  sees(enTip.pageExpired),
);

const asked: StageArgs = { tips_script: { session: { challenge: { kind: 'fake', siteKey: '' } } } };
const isAsked: Step = async (card) => {
  await expect(await card.findByRole('button', { name: enTip.person }, patient)).toBeVisible();
};
export const Challenge = after(asked, choosesFive, isAsked);
export const Challenge_in_the_dark = after({ ...asked, theme: 'dark' }, choosesFive, isAsked);
export const Challenge_wanted_at_Pay = after(asked, pays, sees(enTip.personFirst));
export const Challenge_solved = after(asked, pays, presses(enTip.person), sees(enTip.thankYou));
export const Challenge_blocked_by_the_page = after(
  { ...asked, challenge_script: [{ at: 'blocked' }] },
  pays,
  presses(enTip.person),
  sees(enTip.whyElsewhere.challenge),
);

export const Undo_answer_lost = after(
  {
    tips_script: {
      status: { undoUntil: Date.now() + 600_000 },
      problems: { undoTip: [{ kind: 'unreachable' }], readTip: [null, { kind: 'unreachable' }] },
    },
  },
  pays,
  presses(enTip.undo),
  sees(enTip.undoLost),
);
