import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { makeTip } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/One tip', parameters: { layout: 'fullscreen' } };
export default meta;

/** Each story has its own tip: a refund without an answer is remembered until the page closes. */
const tipOf =
  (tipId: string): Script =>
  (fake) =>
    fake.receive(makeTip({ tipId, amount: 1500 }));
const tip = tipOf('one');
const page = () => within(document.body);
const refund = async (press = true) => {
  await userEvent.click(await page().findByRole('button', { name: 'Refund…' }, { timeout: 15_000 }));
  const send = await page().findByRole('button', { name: 'Refund $15.00' });
  if (press) await userEvent.click(send);
  return send;
};
const tells = (words: RegExp) => async () => {
  const alert = await page().findByText(words);
  await waitFor(() => expect(alert).toBeVisible());
};

export const Loading: StoryObj = at('/money/tips?tip=one', adaSignedIn, tip, (fake) => fake.hold('watchTip'));
export const Unreadable: StoryObj = {
  ...at('/money/tips?tip=one', adaSignedIn, tip, (fake) => fake.failNext('watchTip', 'store/unreadable')),
  play: async () => {
    const drawer = within(await page().findByRole('dialog', { name: 'Tip' }, { timeout: 15_000 }));
    await expect(await drawer.findByRole('button', { name: 'Try again' })).toBeVisible();
  },
};
export const Offline: StoryObj = at('/money/tips?tip=one', adaSignedIn, tip, (fake) =>
  fake.online.set(false),
);
export const StoryLoading: StoryObj = at('/money/tips?tip=one', adaSignedIn, tip, (fake) =>
  fake.hold('watchLog'),
);
export const StoryUnreadable: StoryObj = at('/money/tips?tip=one', adaSignedIn, tip, (fake) =>
  fake.failNext('watchLog', 'store/unavailable'),
);
export const RefundsUnreadable: StoryObj = at('/money/tips?tip=one', adaSignedIn, tip, (fake) =>
  fake.failNext('watchRefunds', 'store/unavailable'),
);

export const RefundFailed: StoryObj = {
  ...at('/money/tips?tip=RefundFailed', adaSignedIn, (fake) => {
    const failure = { amount: 1500, reason: 'expired_or_canceled_card' };
    const refund = { status: 'failed', refunded: 0, pending: 0, failure } as const;
    fake.receive(makeTip({ tipId: 'RefundFailed', amount: 1500, refund }));
  }),
  play: async () => {
    const note = await page().findByRole(
      'note',
      { name: 'The refund of $15.00 failed' },
      { timeout: 15_000 },
    );
    await expect(note).toHaveTextContent('The card has expired or was cancelled.');
  },
};
export const RefundOnItsWay: StoryObj = {
  ...at('/money/tips?tip=RefundOnItsWay', adaSignedIn, tipOf('RefundOnItsWay'), (fake) =>
    fake.hold('refund'),
  ),
  play: async () => {
    await waitFor(async () => expect(await refund()).toHaveAttribute('data-loading', 'true'));
    await expect(page().getByRole('button', { name: 'Cancel' })).toBeDisabled();
  },
};
export const RefundUnanswered: StoryObj = {
  ...at('/money/tips?tip=RefundUnanswered', adaSignedIn, tipOf('RefundUnanswered'), (fake) =>
    fake.failNext('refund', 'api/timed-out'),
  ),
  play: async () => {
    await refund();
    await tells(/we do not know whether/)();
  },
};
export const RefundRefused: StoryObj = {
  ...at('/money/tips?tip=RefundRefused', adaSignedIn, tipOf('RefundRefused'), (fake) =>
    fake.failNext('refund', 'api/refund-unavailable'),
  ),
  play: async () => {
    await refund();
    await tells(/cannot be refunded at the moment/)();
  },
};
export const Refunded: StoryObj = {
  ...at('/money/tips?tip=Refunded', adaSignedIn, tipOf('Refunded')),
  play: async () => {
    await refund();
    await tells(/is on its way back to the card/)();
  },
};
export const ExportFailed: StoryObj = {
  ...at('/money/tips', adaSignedIn, tip, (fake) => fake.failNext('exportTips', 'api/unreachable')),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Export' }));
    const dialog = within(await page().findByRole('dialog', { name: 'Export tips' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
    const alert = await dialog.findByRole('alert');
    await waitFor(() => expect(alert).toBeVisible());
  },
};
export const TotalsUnreadable: StoryObj = at('/money/tips', adaSignedIn, tip, (fake) =>
  fake.failNext('watchTotals', 'store/unavailable'),
);

export const Answered: StoryObj = at('/money/tips?tip=Answered', adaSignedIn, (fake) =>
  fake.receive(
    makeTip({ tipId: 'Answered', reply: { text: 'Thank you, Zoe!\nSee you in June.', at: Date.now() } }),
  ),
);
export const AnsweredLongAgo: StoryObj = at('/money/tips?tip=AnsweredLongAgo', adaSignedIn, (fake) =>
  fake.receive(
    makeTip({ tipId: 'AnsweredLongAgo', reply: { text: 'Thank you!', at: Date.UTC(2026, 9, 1) } }),
  ),
);
export const AnswerNotSent: StoryObj = {
  ...at('/money/tips?tip=AnswerNotSent', adaSignedIn, tipOf('AnswerNotSent'), (fake) =>
    fake.failNext('reply', 'api/unreachable'),
  ),
  play: async () => {
    const field = await page().findByLabelText('Your answer', undefined, { timeout: 15_000 });
    await userEvent.type(field, 'Thank you!');
    await userEvent.click(page().getByRole('button', { name: 'Send answer' }));
    await tells(/The server cannot be reached/)();
  },
};
