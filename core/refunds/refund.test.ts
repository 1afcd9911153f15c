import { describe, expect, it } from 'vitest';
import { fakeTip, noon } from '../testing/fakes';
import { refundArrives, refundFailureKind, refundableUntil } from './refund';

describe('refund window', () => {
  const paidBy = (paymentMethodType: string | null, succeededAt: number | null = noon) => {
    const { stripe, payment } = fakeTip();
    return refundableUntil({
      stripe: { ...stripe, paymentMethodType },
      payment: { ...payment, succeededAt },
    });
  };

  // Holds pay-222.
  it('a bank payment can be refunded for its own number of days, a card for ever', () => {
    expect(paidBy('ideal')).toBe(noon + 180 * 86_400_000);
    expect(paidBy('amazon_pay')).toBe(noon + 90 * 86_400_000);
    expect([paidBy('card'), paidBy('unknown'), paidBy(null), paidBy('ideal', null)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  // Holds pay-230.
  it('a slow refund has a limit in days, a card has none', () => {
    const arrives = (paymentMethodType: string | null) =>
      refundArrives({ stripe: { ...fakeTip().stripe, paymentMethodType } });
    expect([arrives('ideal'), arrives('amazon_pay'), arrives('cashapp')]).toEqual([7, 14, null]);
    expect([arrives('card'), arrives(null)]).toEqual([null, null]);
  });
});

describe('refund failure', () => {
  it.each([
    ['lost_or_stolen_card', 'card-closed'],
    ['declined', 'bank-refused'],
    ['charge_disputed', 'disputed'],
    ['balance_insufficient', 'no-funds'],
    ['a_reason_of_next_year', 'unknown'],
    ['toString', 'unknown'],
    [null, 'unknown'],
  ] as const)('maps the reason %s to %s', (reason, kind) => expect(refundFailureKind(reason)).toBe(kind));
});
