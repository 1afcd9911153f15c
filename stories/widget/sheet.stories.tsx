import type { Meta } from '@storybook/react-vite';
import { expect, userEvent } from 'storybook/test';
import { sampleMonthly } from '@busker/widget/testing/sample-profile';
import { enTip } from '@busker/widget/messages/en-tip';
import type { SurfaceFault } from '@busker/widget/payment/payment-surface';
import {
  after,
  choosesFive,
  patient,
  pays,
  presses,
  sees,
  types,
  type Step,
  attributeControls,
  StagedCard,
  type StageArgs,
} from './staged-card';

const meta: Meta<StageArgs> = { title: 'Card/Tip sheet', component: StagedCard, argTypes: attributeControls };
export default meta;
export const Choosing = after({}, sees(enTip.chooseAmount));
export const Choosing_in_the_dark = after({ theme: 'dark' }, sees(enTip.chooseAmount));
export const Amount_chosen = after({}, choosesFive, sees(enTip.cardSafety));
export const Amount_too_small = after(
  {},
  types(enTip.otherAmount, '0.5'),
  sees(enTip.amountFault['too-small']('$1.00', '', '')),
);
export const Amount_in_German = after({ locale: 'de' }, async (card) => {
  await userEvent.type(await card.findByRole('textbox', { name: /anderer betrag/i }), '5,50');
  await expect(await card.findByRole('button', { name: /5,50\s\$/ })).toBeVisible();
});
export const Covers_costs = after({}, choosesFive, async (card) => {
  await userEvent.click(await card.findByRole('checkbox', { name: /Add about \$0\.46/ }));
  await expect(await card.findByRole('button', { name: enTip.pay('$5.46') })).toBeVisible();
});
export const Message_too_long = after({}, types(enTip.yourName, 'x'.repeat(70)), sees(enTip.tooLong(40)));
export const Who_sees_what = after({}, async (card) => {
  await userEvent.click(card.getByText(enTip.privacy));
  await expect(card.getByText(enTip.stripeSees)).toBeVisible();
});
/** Pay does nothing while an email is invalid, and says where. */
export const Receipt_address_is_wrong = after({}, choosesFive, async (card) => {
  await userEvent.click(card.getByText(enTip.privacy));
  await userEvent.type(card.getByRole('textbox', { name: enTip.receiptEmail }), 'ada');
  await userEvent.click(card.getByText(enTip.privacy));
  await userEvent.click(await card.findByRole('button', { name: enTip.pay('$5.00') }));
  await expect(await card.findByText(enTip.notAnEmail, undefined, patient)).toBeVisible();
});
const monthly = sampleMonthly();
const offering: StageArgs = { tips_script: { session: { monthly } } };
const choosesMonth: Step = async (card) => {
  await userEvent.click(await card.findByRole('radio', { name: 'Every month' }, patient));
  await choosesFive(card, document.body);
};
export const How_often = after(offering, sees('How often?'));
export const Every_month = after(offering, choosesMonth, async (card) => {
  await expect(card.getByText('$5.00 today, then $5.00 every month, until you stop.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Continue: $5.00 every month' })).toBeVisible();
});
export const Every_month_in_the_dark = after({ ...offering, theme: 'dark' }, choosesMonth);
export const Words_have_changed = after(
  {
    tips_script: {
      session: { monthly },
      problems: { createTip: [{ kind: 'refused', code: 'words-changed', detail: '' }] },
    },
  },
  choosesMonth,
  presses('Continue: $5.00 every month'),
  sees(monthly.labels.changed),
);
export const Card_form_loading = after(
  { form_script: { stuck: true } },
  choosesFive,
  sees(enTip.cardFormLoading),
);
export const Confirming_with_the_bank = after(
  { form_script: { delay: 60_000 } },
  pays,
  sees(enTip.withYourBank),
);
export const Declined = after(
  { form_script: { confirmations: [{ kind: 'declined', decline: 'insufficient-funds' }] } },
  pays,
  sees(enTip.decline['insufficient-funds']),
);
export const Declined_in_the_dark = after(
  { ...Declined.args, theme: 'dark' },
  pays,
  sees(enTip.decline['insufficient-funds']),
);
export const Offline = after(
  { tips_script: { problems: { createTip: [{ kind: 'unreachable' }] } } },
  pays,
  sees(enTip.offline),
);
export const Payment_closed_after_failed_tries = after(
  { form_script: { confirmations: [{ kind: 'unknown' }], lookUps: ['closed'] } },
  pays,
  sees(enTip.paymentClosed),
);
export const Tips_switched_off = after(
  { tips_script: { problems: { startSession: [{ kind: 'refused', code: 'tips-off', detail: '' }] } } },
  sees(enTip.refused['tips-off'] ?? ''),
);

const inTenMinutes = { undoUntil: Date.now() + 600_000, receiptUrl: 'https://busker.example/t/1' };
const undoable: StageArgs = {
  tips_script: { status: inTenMinutes, session: { thanks: 'You made my day.' } },
};
export const Thanks = after(undoable, pays, sees(enTip.thankYou), sees('You made my day.'));
export const Thanks_in_the_dark = after({ ...undoable, theme: 'dark' }, pays, sees(enTip.thankYou));
export const Undo_countdown = after(undoable, pays, async (card) => {
  await expect(await card.findByRole('timer', undefined, { timeout: 5_000 })).toBeVisible();
});
export const Undone = after(undoable, pays, presses(enTip.undo), sees(enTip.undone('$5.00')));
export const Undo_came_back = after(
  { tips_script: { status: { ...inTenMinutes, refundFailure: { amount: 500, why: 'card-closed' } } } },
  pays,
  async (card) => {
    await expect(await card.findByRole('alert', undefined, { timeout: 5_000 })).toHaveTextContent(
      enTip.refundWhy['card-closed'],
    );
  },
);
export const Undo_refused = after(
  {
    tips_script: {
      status: inTenMinutes,
      problems: { undoTip: [{ kind: 'refused', code: 'undo-unavailable', detail: '' }] },
    },
  },
  pays,
  presses(enTip.undo),
  sees(enTip.refused['undo-unavailable'] ?? ''),
);

/** A later rung of the fallback says why. */
const rung = (fault: SurfaceFault) =>
  after({ form_script: { fault } }, choosesFive, sees(enTip.whyElsewhere[fault]));
export const Ladder_blocked = rung('blocked');
export const Ladder_timeout = rung('timeout');
export const Ladder_other_version = rung('other-stripe-version');
export const Ladder_foreign_shadow_root = rung('foreign-shadow-root');
export const Ladder_frame_without_an_address = rung('no-address');
export const Ladder_page_breaks_the_form = rung('deformed');
export const Ladder_guarded_by_the_server = after(
  { tips_script: { problems: { createTip: [{ kind: 'refused', code: 'hosted-required', detail: '' }] } } },
  pays,
  sees(enTip.whyElsewhere.guarded),
);
export const Ladder_chosen_by_the_page = after(
  { pay: 'hosted' },
  choosesFive,
  sees(enTip.whyElsewhere.chosen),
);
