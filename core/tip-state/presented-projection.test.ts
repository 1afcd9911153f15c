import { expect, it } from 'vitest';
import { decodeTip, encodeTip } from '../money-documents/tip-document';
import { fakeSnapshot, fakeTip } from '../testing/fakes';
import type { FanSum } from '../money/fan-money';
import type { PaymentSnapshot, RefundSnapshot } from './payment-snapshot';
import { failedFanSum } from '../refunds/refund';
import { projectTip } from './tip-projection';

const zloty: FanSum = { amount: 2210, currency: 'pln' };

const seen = (presented: FanSum | null, given: Partial<PaymentSnapshot> = {}): PaymentSnapshot => {
  const snapshot = fakeSnapshot(given);
  if (snapshot.intent === null) throw new Error('The snapshot has an intent.');
  return { ...snapshot, intent: { ...snapshot.intent, presented } };
};
const refund = (
  amount: number,
  status: RefundSnapshot['status'],
  presented: FanSum | null,
): RefundSnapshot => ({ id: `re_${amount}`, amount, status, presented });
const inZloty = (amount: number): FanSum => ({ amount, currency: 'pln' });

// Holds pay-349.
it('a tip keeps what the fan paid in the own currency, and is counted and released as in the owner’s', () => {
  const paid = projectTip(fakeTip(), seen(zloty));
  expect(paid).toMatchObject({
    state: 'paid',
    contrib: { gross: fakeTip().amount },
    payment: { presented: zloty },
  });
  expect(paid.moderation).toEqual(fakeTip().moderation);
  expect(decodeTip(encodeTip(paid))).toMatchObject({ value: { payment: { presented: zloty } } });
  expect(projectTip(paid, seen(null)).payment.presented).toEqual(zloty);
  expect(projectTip(fakeTip(), seen(null)).payment).not.toHaveProperty('presented');
});

// Holds pay-349.
it('until it is paid the fan may change the currency on Stripe’s page', () => {
  const waiting = fakeSnapshot().intent;
  if (waiting === null) throw new Error('The snapshot has an intent.');
  const intent = { ...waiting, status: 'requires_action', amountReceived: 0 } as const;
  const begun = projectTip(
    fakeTip(),
    fakeSnapshot({ intent: { ...intent, presented: zloty }, charge: null }),
  );
  expect(begun.payment.presented).toEqual(zloty);
  const changed = projectTip(begun, fakeSnapshot({ intent: { ...intent, presented: null }, charge: null }));
  expect(changed.payment).not.toHaveProperty('presented');
});

// Holds pay-349.
it.each<[name: string, refunds: readonly RefundSnapshot[], reserved: number, sums: object | undefined]>([
  [
    'sums what went back and what is on its way',
    [
      refund(200, 'succeeded', inZloty(810)),
      refund(100, 'pending', inZloty(405)),
      refund(9, 'failed', inZloty(36)),
    ],
    0,
    { refunded: 810, pending: 405 },
  ],
  ['has no sums without a refund', [], 0, undefined],
  ['has none while Stripe does not know one', [refund(200, 'succeeded', inZloty(810))], 100, undefined],
  [
    'has none where one lacks it',
    [refund(200, 'succeeded', inZloty(810)), refund(1, 'succeeded', null)],
    0,
    undefined,
  ],
  [
    'has none in two currencies',
    [refund(200, 'succeeded', inZloty(810)), refund(1, 'succeeded', { amount: 4, currency: 'czk' })],
    0,
    undefined,
  ],
])('a refund in the fan’s currency %s', (_name, refunds, reserved, sums) => {
  const paid = projectTip(fakeTip(), seen(zloty, { refunds }), reserved);
  expect(paid.refund.presented).toEqual(sums);
  expect(decodeTip(encodeTip(paid))).toMatchObject({ value: { refund: paid.refund } });
});

// Holds pay-411.
it.each<[name: string, amount: number, presented: FanSum | null, known: FanSum | undefined]>([
  ['is Stripe’s, of a part', 200, inZloty(810), inZloty(810)],
  ['is what the fan paid, of the whole', fakeTip().amount, null, zloty],
  ['is unknown of a part of which Stripe says nothing', 200, null, undefined],
])('what a failed refund would have returned in the fan’s currency %s', (_name, amount, presented, known) => {
  const refunds = [refund(amount, 'failed', presented)];
  const failed = projectTip(fakeTip(), seen(zloty, { refunds }));
  expect(failedFanSum(failed)).toEqual(known);
  expect(decodeTip(encodeTip(failed))).toMatchObject({ value: { refund: failed.refund } });
  expect(failedFanSum(projectTip(fakeTip(), seen(null, { refunds: [] })))).toBeUndefined();
});
