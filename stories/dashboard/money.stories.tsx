import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Monthly } from '@busker/core/monthly/monthly';
import { makePayments, makeTip, fakeSupporter, payOut } from '@busker/dashboard/testing/fakes';
import type { Tip } from '@busker/core/tip/tip';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Money', parameters: { layout: 'fullscreen' } };
export default meta;

const screen = '/money/monthly';
const day = 24 * 60 * 60_000;
const none = { active: 0, perYear: 0 } as const;
const noNext = { nextChargeAt: null, contrib: none };

/** From so many days ago. */
const ago = (days: number) => Date.now() - days * day;

const withSupporters =
  (...supporters: readonly Partial<Monthly>[]): Script =>
  (fake) => {
    fake.payments.set(makePayments({ accountId: 'acct_ada', livemode: true }));
    fake.supporters.set(
      supporters.map((given, number) => fakeSupporter({ monthlyId: `m${number}`, livemode: true, ...given })),
    );
  };

/** One of each state, two currencies, and names that are hard to lay out. */
const everyState = withSupporters(
  { startedAt: ago(2), nextChargeAt: ago(-28) },
  {
    every: 'year',
    currency: 'usd',
    amount: 6000,
    contrib: { active: 1, perYear: 6000 },
    fan: { name: 'A fan with quite a long name from far away and longer still', anonymous: true },
    startedAt: ago(200),
    nextChargeAt: ago(-165),
  },
  {
    fan: { name: null, anonymous: false },
    state: 'ending',
    endReason: 'fan',
    endingAt: ago(-12),
    ...noNext,
    startedAt: ago(75),
  },
  {
    fan: { name: 'Mo', anonymous: false },
    state: 'overdue',
    contrib: none,
    failing: { since: ago(5), attempts: 3, nextAttemptAt: ago(-2), needsAction: false },
    startedAt: ago(95),
  },
  {
    fan: { name: 'ليلى', anonymous: false },
    state: 'needs-action',
    contrib: none,
    failing: { since: ago(1), attempts: 1, nextAttemptAt: null, needsAction: true },
    startedAt: ago(130),
  },
  {
    fan: { name: 'Jonas', anonymous: false },
    state: 'paused',
    pausedUntil: ago(-20),
    ...noNext,
    startedAt: ago(160),
  },
  {
    fan: { name: 'Amara', anonymous: false },
    asked: { what: 'stop', reason: 'owner', at: ago(0) },
    startedAt: ago(230),
  },
  {
    fan: { name: null, anonymous: true },
    state: 'ended',
    endReason: 'payment_failed',
    endedAt: ago(9),
    ...noNext,
    startedAt: ago(300),
  },
);

const payments: Script = (fake) => {
  const cycle = { monthlyId: 'm3', invoiceId: 'in_1', subscriptionId: 'sub_1', period: null };
  for (const number of [1, 2, 3])
    fake.begin(
      makeTip({ tipId: `tip-${number}`, cycle: { ...cycle, number }, createdAt: ago(95 - number * 30) }),
    );
};

export const EveryState: StoryObj = at(screen, adaSignedIn, everyState);
export const Overdue: StoryObj = at(`${screen}?show=overdue`, adaSignedIn, everyState);
export const NoneInThisState: StoryObj = at(
  `${screen}?show=ended`,
  adaSignedIn,
  withSupporters({ startedAt: ago(2) }),
);
export const OneOfThem: StoryObj = at(`${screen}?supporter=m3`, adaSignedIn, everyState, payments);
export const Many: StoryObj = at(
  screen,
  adaSignedIn,
  withSupporters(
    ...Array.from({ length: 60 }, (_, number): Partial<Monthly> => {
      const startedAt = ago(5 + number * 6);
      return number % 5 === 4
        ? { startedAt, state: 'ended', endedAt: startedAt + 40 * day, endReason: 'fan', ...noNext }
        : { startedAt };
    }),
  ),
);
export const TooManyToLoad: StoryObj = at(
  screen,
  adaSignedIn,
  withSupporters(...Array.from({ length: 501 }, () => ({}))),
);
export const NobodyYet: StoryObj = at(screen, adaSignedIn);
export const Disconnected: StoryObj = at(`${screen}?supporter=m0`, adaSignedIn, everyState, (fake) =>
  fake.payments.set(makePayments({ accountId: 'acct_ada', disconnectedAt: 1 })),
);
export const Missing: StoryObj = at(`${screen}?supporter=gone`, adaSignedIn, everyState);
export const Loading: StoryObj = at(screen, adaSignedIn, (fake) => {
  fake.hold('watchSupporters');
  fake.hold('watchSupport');
});
export const Unreadable: StoryObj = at(screen, adaSignedIn, (fake) =>
  fake.failNext('watchSupporters', 'store/unreadable'),
);
export const FiguresUnreadable: StoryObj = at(screen, adaSignedIn, everyState, (fake) =>
  fake.failNext('watchSupport', 'store/unreadable'),
);

const payoutsScreen = '/money/payouts';

/** Most of what can happen: paid, failed, made by hand, and one on its way. */
const busy: Script = (fake) => {
  fake.payouts.balance = {
    balances: [{ currency: 'usd', available: 4200, pending: 1810 }],
    schedule: { interval: 'weekly', days: ['friday'] },
    paused: false,
  };
  payOut(fake, [{ amount: 2000, fee: 88 }], {
    status: 'failed',
    failureCode: 'account_closed',
    arrivesAt: Date.UTC(2026, 9, 30),
  });
  payOut(
    fake,
    [
      { kind: 'payout-failed', amount: 1912, fee: 0, tip: null },
      { kind: 'refund', amount: -500, fee: 0, tip: { tipId: 'tip-2', fan: 'Grace' } },
      { kind: 'dispute', amount: -1500, fee: 1500, tip: { tipId: 'tip-3', fan: null } },
      { amount: 5000, fee: 175, tip: { tipId: 'tip-4', fan: 'A fan with quite a long name from far away' } },
      { amount: 1500, fee: 74 },
      { amount: 900, fee: 56, tip: null, about: 'Sale of a record' },
    ],
    { id: 'po_rich', arrivesAt: Date.UTC(2026, 10, 6) },
  );
  payOut(fake, [], { amount: 3000, contents: 'never', arrivesAt: Date.UTC(2026, 10, 13) });
  payOut(fake, [], {
    id: 'po_next',
    amount: 2750,
    contents: 'later',
    status: 'in_transit',
    arrivesAt: Date.UTC(2026, 10, 27),
  });
};

export const Busy: StoryObj = at(payoutsScreen, adaSignedIn, busy);
export const WhatIsInOne: StoryObj = at(`${payoutsScreen}?payout=po_rich`, adaSignedIn, busy);
export const StillAddingUp: StoryObj = at(`${payoutsScreen}?payout=po_next`, adaSignedIn, busy);
export const ByHand: StoryObj = at(`${payoutsScreen}?payout=po_hand`, adaSignedIn, (fake) => {
  fake.payouts.balance = { ...fake.payouts.balance, schedule: { interval: 'manual' } };
  payOut(fake, [], { id: 'po_hand', amount: 3000, contents: 'never' });
});
export const TwoCurrenciesBelowZero: StoryObj = at(payoutsScreen, adaSignedIn, (fake) => {
  fake.payouts.balance = {
    balances: [
      { currency: 'eur', available: -2350, pending: 400 },
      { currency: 'jpy', available: 12_800, pending: 900 },
    ],
    schedule: { interval: 'monthly', days: [1, 15] },
    paused: false,
  };
});
export const Yen: StoryObj = at(`${payoutsScreen}?payout=po_yen`, adaSignedIn, (fake) => {
  fake.payments.set(makePayments({ country: 'JP', feesCountry: 'JP', currency: 'jpy', livemode: true }));
  fake.payouts.balance = {
    balances: [{ currency: 'jpy', available: 12_800, pending: 900 }],
    schedule: { interval: 'daily' },
    paused: false,
  };
  payOut(fake, [{ amount: 500, fee: 18 }], { id: 'po_yen', currency: 'jpy' });
});
export const Paused: StoryObj = at(payoutsScreen, adaSignedIn, (fake) => {
  fake.payouts.balance = { ...fake.payouts.balance, paused: true };
  payOut(fake, [{}], { status: 'failed', failureCode: 'no_account' });
});
export const NoPayoutYet: StoryObj = at(payoutsScreen, adaSignedIn);
export const NotConnected: StoryObj = at(payoutsScreen, adaSignedIn, (fake) => fake.payments.set(null));
export const PayoutsDisconnected: StoryObj = at(payoutsScreen, adaSignedIn, (fake) =>
  fake.payments.set(makePayments({ disconnectedAt: 1 })),
);
export const PayoutsLoading: StoryObj = at(payoutsScreen, adaSignedIn, (fake) => {
  fake.hold('balance');
  fake.hold('payouts');
});
export const ReadingOne: StoryObj = at(`${payoutsScreen}?payout=po_rich`, adaSignedIn, busy, (fake) =>
  fake.hold('payout'),
);
export const StripeIsAway: StoryObj = at(payoutsScreen, adaSignedIn, (fake) => {
  fake.failNext('balance', 'api/payouts-unavailable');
  fake.failNext('payouts', 'api/payouts-unavailable');
});
export const HostMustAllowIt: StoryObj = at(payoutsScreen, adaSignedIn, (fake) => {
  fake.failNext('balance', 'api/payouts-not-allowed');
  fake.failNext('payouts', 'api/payouts-not-allowed');
});
export const Offline: StoryObj = at(payoutsScreen, adaSignedIn, (fake) => fake.online.set(false));

const paid = (month: number, amount: number, given: Partial<Tip> = {}): Tip => {
  const fee = Math.round(amount * 0.029) + 30;
  return makeTip({
    amount,
    payment: {
      status: 'succeeded',
      attempts: 1,
      lastError: null,
      succeededAt: Date.UTC(2026, month, 12, 12),
    },
    fees: { estimated: fee, stripe: fee, application: 0, net: amount - fee, settlementCurrency: 'usd' },
    ...given,
  });
};

/** A year in which most things happened: a refund, a lost dispute, a charge in another currency, and a payment that is not booked yet. */
const wholeYear: Script = (fake) => {
  for (const month of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    fake.receive(paid(month, 500 + month * 150));
    fake.receive(paid(month, 1000, { fan: { name: null, message: null, anonymous: true, country: 'DE' } }));
  }
  const returned = { refundNet: 0, disputeNet: 0, disputeFee: 0, refundedAt: null, disputedAt: null };
  fake.receive(
    paid(3, 2000, {
      contrib: { count: 1, gross: 2000, refunded: 2000, disputed: 0 },
      returned: { ...returned, refundNet: -2000 },
    }),
  );
  fake.receive(
    paid(6, 1500, {
      contrib: { count: 1, gross: 1500, refunded: 0, disputed: 1500 },
      returned: { ...returned, disputeNet: -3000, disputeFee: 1500 },
    }),
  );
  fake.receive(paid(8, 3000, { currency: 'jpy' }));
  const unbooked = { estimated: 45, stripe: null, application: null, net: null, settlementCurrency: null };
  fake.receive(paid(9, 700, { fees: unbooked }));
};

export const WholeYear: StoryObj = at('/money/books?year=2026', adaSignedIn, wholeYear);
export const Quarter: StoryObj = at('/money/books?from=2026-04-01&until=2026-06-30', adaSignedIn, wholeYear);
export const OwnDays: StoryObj = at('/money/books?from=2026-03-10&until=2026-04-15', adaSignedIn, wholeYear);
export const UnknownDays: StoryObj = at('/money/books?year=last', adaSignedIn, wholeYear);
/** A closed year with a refund that was booked on one of its days afterwards, and one that can be closed. */
export const ClosedYear: StoryObj = at('/money/books?year=2025', adaSignedIn, (fake) => {
  const { payment } = paid(3, 1000);
  fake.receive(paid(3, 1000, { payment: { ...payment, succeededAt: Date.UTC(2025, 3, 12) } }));
  fake.closedYears.push({ from: '2025-01-01', until: '2025-12-31', closedAt: Date.UTC(2026, 0, 8) });
  fake.changed = [{ currency: 'usd', amount: -500 }];
});
export const YearToClose: StoryObj = at('/money/books?year=2025', adaSignedIn, (fake) => {
  const { payment } = paid(3, 1000);
  fake.receive(paid(3, 1000, { payment: { ...payment, succeededAt: Date.UTC(2025, 3, 12) } }));
});
export const NoTipsThatYear: StoryObj = at('/money/books?year=2025', adaSignedIn, wholeYear);
export const BooksLoading: StoryObj = at('/money/books', adaSignedIn, (fake) => fake.hold('books'));
export const BooksUnreadable: StoryObj = at('/money/books', adaSignedIn, (fake) =>
  fake.failNext('books', 'api/unreachable'),
);
