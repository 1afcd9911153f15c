import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Monthly } from '@busker/core/monthly/monthly';
import { makePayments, makeTip, fakeSupporter } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Supporters', parameters: { layout: 'fullscreen' } };
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
