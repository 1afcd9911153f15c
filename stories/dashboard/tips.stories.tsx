import { noContribution } from '@busker/core/money/money';
import type { Tip } from '@busker/core/tip/tip';
import { declinedTip, makeTip } from '@busker/dashboard/testing/fakes';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Tips', parameters: { layout: 'fullscreen' } };
export default meta;

const fan = (name: string | null, message: string | null = null): Tip['fan'] => ({
  name,
  message,
  anonymous: name === null,
  country: null,
});

const someTips: Script = (fake) => {
  fake.receive(makeTip({ fan: fan(null), amount: 300 }));
  fake.receive(makeTip({ fan: fan('Charles', 'For the harp lessons.'), state: 'partially_refunded' }));
  fake.receive(makeTip({ fan: fan('山田さん', 'いつもありがとうございます'), currency: 'jpy', amount: 500 }));
  fake.receive(makeTip({ fan: fan('Sophia'), state: 'disputed', amount: 2500 }));
  fake.receive(makeTip({ fan: fan('Mary', 'Loved it!'), amount: 546, tipAmount: 500, coverAmount: 46 }));
};

export const SomeTips: StoryObj = at('/money/tips', adaSignedIn, someTips);
export const BeforeTheFirst: StoryObj = at('/money/tips', adaSignedIn);
export const Loading: StoryObj = at('/money/tips', adaSignedIn, (fake) => {
  fake.hold('watchLatest');
  fake.hold('watchTotals');
});
export const Refused: StoryObj = at('/money/tips', adaSignedIn, (fake) =>
  fake.failNext('watchLatest', 'store/permission-denied'),
);
export const TenThousand: StoryObj = at('/money/tips', adaSignedIn, (fake) =>
  fake.allTips.set(Array.from({ length: 10_000 }, (_, at) => makeTip({ createdAt: 2e12 - at }))),
);
export const NothingFound: StoryObj = at('/money/tips?q=nobody', adaSignedIn, someTips);
export const OlderOnesNotRead: StoryObj = at('/money/tips?q=nobody', adaSignedIn, (fake) => {
  fake.allTips.set(Array.from({ length: 300 }, (_, at) => makeTip({ createdAt: 2e12 - at })));
  fake.failNext('readTips', 'store/unavailable');
});
export const Offline: StoryObj = at('/money/tips', adaSignedIn, someTips, (fake) => fake.online.set(false));

/** Fees are known, and a bank took one tip back. */
const bookedTips: Script = (fake) => {
  const fees = { estimated: 45, stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' };
  const returned = { refundNet: 0, disputeNet: 0, disputeFee: 0, refundedAt: 1, disputedAt: 1 };
  for (let number = 0; number < 6; number += 1)
    fake.receive(makeTip({ fees, fan: fan('Mary', 'One letter:\n\n- more harp\n- less rain') }));
  fake.receive(
    makeTip({
      fees,
      fan: fan('Charles'),
      state: 'partially_refunded',
      contrib: { count: 1, gross: 500, refunded: 200, disputed: 0 },
      returned: { ...returned, refundNet: -200 },
    }),
  );
  fake.receive(makeTip({ ...lostTip, fees }));
  fake.receive(makeTip({ fan: fan('Sophia') }));
};
const lostTip: Partial<Tip> = {
  tipId: 'lost',
  fan: fan('Linh'),
  state: 'lost',
  dispute: { status: 'lost', amount: 500, disputeId: 'dp_1', dueBy: null },
  contrib: { count: 1, gross: 500, refunded: 0, disputed: 500 },
  returned: { refundNet: 0, disputeNet: -2000, disputeFee: 1500, refundedAt: null, disputedAt: 1 },
};

export const TotalsWithFees: StoryObj = {
  ...at('/money/tips', adaSignedIn, bookedTips),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await expect(await page.findByText('$14.40', {}, { timeout: 15_000 })).toBeVisible();
    await expect(page.getByText(/^1 more tip, \$5\.00: not booked/)).toBeVisible();
  },
};
export const DisputeLost: StoryObj = at('/money/tips?tip=lost', adaSignedIn, bookedTips);
export const Declined: StoryObj = at('/money/tips?state=declined&tip=declined', adaSignedIn, (fake) =>
  fake.begin(makeTip(declinedTip)),
);
export const Counting: StoryObj = at('/money/tips?q=mary', adaSignedIn, (fake) => {
  fake.allTips.set(Array.from({ length: 300 }, (_, at) => makeTip({ createdAt: 2e12 - at })));
  fake.hold('readTips');
});

const manyTips: Script = (fake) => {
  fake.allTips.set(Array.from({ length: 300 }, (_, at) => makeTip({ createdAt: 2e12 - at })));
  fake.totals.set({ usd: { count: 300, gross: 150_000, refunded: 0, disputed: 0 } });
  fake.hold('readTips');
};
export const FeesNotAddedUp: StoryObj = at('/money/tips', adaSignedIn, manyTips);
export const AddingUpFees: StoryObj = {
  ...at('/money/tips', adaSignedIn, manyTips),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    await userEvent.click(await page.findByRole('button', { name: 'Add up fees too' }, { timeout: 15_000 }));
    await expect(await page.findByText(/^Still counting/)).toBeVisible();
  },
};

export const FiltersOpen: StoryObj = {
  ...at('/money/tips?state=disputed&from=2026-11-01', adaSignedIn, someTips),
  play: async () => {
    const page = within(document.body);
    await userEvent.click(await page.findByRole('button', { name: /^Filters/ }, { timeout: 15_000 }));
    await expect(await page.findByLabelText('State')).toBeVisible();
  },
};
export const PauseOpen: StoryObj = {
  ...at('/money/tips', adaSignedIn, someTips),
  play: async () => {
    const page = within(document.body);
    const [pause] = await page.findAllByRole('button', { name: 'Pause tips' }, { timeout: 15_000 });
    if (pause) await userEvent.click(pause);
    await expect(await page.findByRole('dialog', { name: 'Pause tips' })).toBeVisible();
  },
};

const openExport = async () => {
  const page = within(document.body);
  await userEvent.click(await page.findByRole('button', { name: 'Export' }, { timeout: 15_000 }));
  return within(await page.findByRole('dialog', { name: 'Export tips' }));
};
export const ExportShown: StoryObj = {
  ...at('/money/tips?from=2026-11-01&until=2026-11-30', adaSignedIn, bookedTips),
  play: async () => {
    const dialog = await openExport();
    await waitFor(() => expect(dialog.getByRole('radio', { name: 'What the filter shows' })).toBeChecked());
  },
};
export const ExportBackwards: StoryObj = {
  ...at('/money/tips?from=2026-11-30&until=2026-11-01', adaSignedIn, bookedTips),
  play: async () => {
    const dialog = await openExport();
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Download' })).toBeDisabled());
  },
};

const held: Partial<Tip> = {
  tipId: 'held',
  moderation: { state: 'held', reasons: ['web-address'] },
  fan: fan('Spammer', 'Buy strings at www.spam.example'),
};
const story: Script = (fake) => {
  const place = (state: Tip['state']) => ({ payment: 'succeeded' as const, state });
  const delta = { count: 0, gross: 0, refunded: 0, disputed: 0 };
  const line = { v: 1, eventId: null, delta } as const;
  const began = Date.UTC(2026, 10, 20, 12);
  for (const tipId of ['held', 'disputed', 'refunded', 'warned'])
    fake.tipLogs.set(tipId, [
      { ...line, rev: 1, cause: 'create', from: null, to: place('pending'), at: began },
      { ...line, rev: 2, cause: 'webhook', from: place('pending'), to: place('paid'), at: began + 9000 },
    ]);
};

export const WordsToLookAt: StoryObj = at('/money/tips?tip=held', adaSignedIn, story, (fake) =>
  fake.receive(makeTip(held)),
);
export const MessageToReview: StoryObj = at('/money/review', adaSignedIn, (fake) => {
  fake.receive(makeTip(held));
  fake.receive(makeTip({ ...held, tipId: 'held-2' }));
});
export const NothingToReview: StoryObj = at('/money/review', adaSignedIn);
export const DisputeToAnswer: StoryObj = at('/money/tips?tip=disputed', adaSignedIn, story, (fake) =>
  fake.receive(
    makeTip({
      tipId: 'disputed',
      state: 'disputed',
      mode: 'connect',
      dispute: { status: 'open', amount: 500, disputeId: 'dp_1', dueBy: Date.UTC(2026, 11, 1, 12) },
    }),
  ),
);
export const FraudSuspected: StoryObj = at('/money/tips?tip=warned', adaSignedIn, story, (fake) =>
  fake.receive(
    makeTip({ tipId: 'warned', warning: { type: 'made_with_stolen_card', actionable: true, at: 1 } }),
  ),
);
export const ElevatedRisk: StoryObj = at('/money/tips?tip=warned', adaSignedIn, story, (fake) =>
  fake.receive(makeTip({ tipId: 'warned', risk: 'elevated' })),
);
export const HighRisk: StoryObj = at('/money/tips?tip=warned', adaSignedIn, story, (fake) =>
  fake.receive(makeTip({ tipId: 'warned', risk: 'highest' })),
);
export const TestTip: StoryObj = at('/money/tips?tip=refunded', adaSignedIn, story, (fake) =>
  fake.receive(makeTip({ tipId: 'refunded', contrib: noContribution })),
);
export const NoSuchTip: StoryObj = at('/money/tips?tip=unknown', adaSignedIn, someTips);

const inRefund = async () => {
  const page = within(document.body);
  await userEvent.click(await page.findByRole('button', { name: 'Refund…' }, { timeout: 15_000 }));
  return page;
};
export const PartlyRefunding: StoryObj = {
  ...at('/money/tips?tip=refunded', adaSignedIn, story, (fake) =>
    fake.receive(makeTip({ tipId: 'refunded', amount: 1500 })),
  ),
  play: async () => {
    const page = await inRefund();
    await userEvent.click(await page.findByLabelText('Partial'));
    await userEvent.type(page.getByLabelText('Amount'), '20');
    await expect(await page.findByText('You can refund at most $15.00.')).toBeVisible();
  },
};
export const PasswordOnceMore: StoryObj = {
  ...at('/money/tips?tip=refunded', adaSignedIn, story, (fake) => {
    fake.receive(makeTip({ tipId: 'refunded', amount: 1500 }));
    fake.failNext('refund', 'api/recent-sign-in-required');
  }),
  play: async () => {
    const page = await inRefund();
    await userEvent.click(await page.findByRole('button', { name: 'Refund $15.00' }));
    const password = await page.findByLabelText('Password');
    await waitFor(() => expect(password).toBeVisible());
  },
};

/** Only Charles and Mary have a name that no other tip has. */
const thanking = async (answered = false) => {
  const page = within(document.body);
  await userEvent.click(await page.findByRole('button', { name: 'Thank many' }, { timeout: 15_000 }));
  for (const name of answered ? [/Mary/, /Charles/, /Sophia/] : [/Mary/, /Charles/])
    await userEvent.click(await page.findByRole('checkbox', { name }));
  return page;
};
const answeredTip: Script = (fake) =>
  fake.receive(makeTip({ fan: fan('Sophia'), reply: { text: 'Thanks!', at: Date.now() } }));
export const ChoosingWhomToThank: StoryObj = {
  ...at('/money/tips', adaSignedIn, someTips),
  play: async () => {
    const page = await thanking();
    await expect(await page.findByText('2 tips chosen')).toBeVisible();
  },
};
export const ThankingMany: StoryObj = {
  ...at('/money/tips', adaSignedIn, someTips, answeredTip),
  play: async () => {
    const page = await thanking();
    await userEvent.click(await page.findByRole('button', { name: 'Write…' }));
    const field = await page.findByLabelText('Your answer');
    await waitFor(() => expect(field).toBeVisible());
  },
};
export const WhoIsThanked: StoryObj = {
  ...at('/money/tips', adaSignedIn, (fake) => {
    fake.waitingFans = 1;
    fake.receive(makeTip({ fan: fan('Mary', 'Loved it!') }));
    fake.receive(makeTip({ fan: fan('Charles') }));
    answeredTip(fake);
  }),
  play: async () => {
    const page = await thanking(true);
    await userEvent.click(await page.findByRole('button', { name: 'Write…' }));
    await userEvent.click(await page.findByRole('button', { name: 'See who is told' }));
    const told = await page.findByText('2 fans read it on their receipts.');
    await waitFor(() => expect(told).toBeVisible());
  },
};

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

export const OneTipLoading: StoryObj = at('/money/tips?tip=one', adaSignedIn, tip, (fake) =>
  fake.hold('watchTip'),
);
export const Unreadable: StoryObj = {
  ...at('/money/tips?tip=one', adaSignedIn, tip, (fake) => fake.failNext('watchTip', 'store/unreadable')),
  play: async () => {
    const drawer = within(await page().findByRole('dialog', { name: 'Tip' }, { timeout: 15_000 }));
    await expect(await drawer.findByRole('button', { name: 'Try again' })).toBeVisible();
  },
};
export const OneTipOffline: StoryObj = at('/money/tips?tip=one', adaSignedIn, tip, (fake) =>
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
