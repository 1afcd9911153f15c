import type { Meta, StoryObj } from '@storybook/react-vite';
import { makePayments, payOut } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Payouts', parameters: { layout: 'fullscreen' } };
export default meta;

const screen = '/money/payouts';

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

export const Busy: StoryObj = at(screen, adaSignedIn, busy);
export const WhatIsInOne: StoryObj = at(`${screen}?payout=po_rich`, adaSignedIn, busy);
export const StillAddingUp: StoryObj = at(`${screen}?payout=po_next`, adaSignedIn, busy);
export const ByHand: StoryObj = at(`${screen}?payout=po_hand`, adaSignedIn, (fake) => {
  fake.payouts.balance = { ...fake.payouts.balance, schedule: { interval: 'manual' } };
  payOut(fake, [], { id: 'po_hand', amount: 3000, contents: 'never' });
});
export const TwoCurrenciesBelowZero: StoryObj = at(screen, adaSignedIn, (fake) => {
  fake.payouts.balance = {
    balances: [
      { currency: 'eur', available: -2350, pending: 400 },
      { currency: 'jpy', available: 12_800, pending: 900 },
    ],
    schedule: { interval: 'monthly', days: [1, 15] },
    paused: false,
  };
});
export const Yen: StoryObj = at(`${screen}?payout=po_yen`, adaSignedIn, (fake) => {
  fake.payments.set(makePayments({ country: 'JP', feesCountry: 'JP', currency: 'jpy', livemode: true }));
  fake.payouts.balance = {
    balances: [{ currency: 'jpy', available: 12_800, pending: 900 }],
    schedule: { interval: 'daily' },
    paused: false,
  };
  payOut(fake, [{ amount: 500, fee: 18 }], { id: 'po_yen', currency: 'jpy' });
});
export const Paused: StoryObj = at(screen, adaSignedIn, (fake) => {
  fake.payouts.balance = { ...fake.payouts.balance, paused: true };
  payOut(fake, [{}], { status: 'failed', failureCode: 'no_account' });
});
export const NoPayoutYet: StoryObj = at(screen, adaSignedIn);
export const NotConnected: StoryObj = at(screen, adaSignedIn, (fake) => fake.payments.set(null));
export const Disconnected: StoryObj = at(screen, adaSignedIn, (fake) =>
  fake.payments.set(makePayments({ disconnectedAt: 1 })),
);
export const Loading: StoryObj = at(screen, adaSignedIn, (fake) => {
  fake.hold('balance');
  fake.hold('payouts');
});
export const ReadingOne: StoryObj = at(`${screen}?payout=po_rich`, adaSignedIn, busy, (fake) =>
  fake.hold('payout'),
);
export const StripeIsAway: StoryObj = at(screen, adaSignedIn, (fake) => {
  fake.failNext('balance', 'api/payouts-unavailable');
  fake.failNext('payouts', 'api/payouts-unavailable');
});
export const HostMustAllowIt: StoryObj = at(screen, adaSignedIn, (fake) => {
  fake.failNext('balance', 'api/payouts-not-allowed');
  fake.failNext('payouts', 'api/payouts-not-allowed');
});
export const Offline: StoryObj = at(screen, adaSignedIn, (fake) => fake.online.set(false));
