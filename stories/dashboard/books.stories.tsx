import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Tip } from '@busker/core/tip/tip';
import { makeTip } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Books', parameters: { layout: 'fullscreen' } };
export default meta;

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
export const Loading: StoryObj = at('/money/books', adaSignedIn, (fake) => fake.hold('books'));
export const Unreadable: StoryObj = at('/money/books', adaSignedIn, (fake) =>
  fake.failNext('books', 'api/unreachable'),
);
