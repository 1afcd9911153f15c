import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noContribution } from '../money/totals';
import { fakeIntent, fakeSnapshot, fakeTip } from '../testing/fakes';
import { projectTip } from '../tip-state/tip-projection';
import { cardBrand, isTestTip, readAmounts, setAside, spellAmounts, withAmounts, yearsAfter } from './tip';

describe('test tip', () => {
  const paid = fakeTip({ contrib: { count: 1, gross: 500, refunded: 0, disputed: 0 } });
  const tip = { ...paid, payment: { ...paid.payment, status: 'succeeded' } as const };

  it('does not count once it is set aside', () => {
    expect(setAside({ ...tip, livemode: false })).toMatchObject({ contrib: noContribution });
  });

  it('is a paid test tip that no longer counts', () => {
    expect(isTestTip(setAside({ ...tip, livemode: false }))).toBe(true);
    expect(isTestTip({ ...tip, livemode: false })).toBe(false);
    expect(isTestTip(setAside({ ...tip, livemode: true }))).toBe(false);
    const unpaid = { ...tip.payment, status: 'awaiting' } as const;
    expect(isTestTip(setAside({ ...tip, livemode: false, payment: unpaid }))).toBe(false);
  });
});

describe('text lifetime', () => {
  it.each([
    ['2026-03-05T10:00:00Z', 7, '2033-03-05T10:00:00.000Z'],
    ['2024-02-29T23:59:59Z', 1, '2025-03-01T23:59:59.000Z'],
    ['2024-02-29T00:00:00Z', 4, '2028-02-29T00:00:00.000Z'],
  ])('%s and %d years are %s', (at, years, after) => {
    expect(new Date(yearsAfter(Date.parse(at), years)).toISOString()).toBe(after);
  });
});

describe('card brand', () => {
  it.each([
    ['visa', 'Visa'],
    ['amex', 'American Express'],
    ['cartes_bancaires', 'Cartes Bancaires'],
    ['a_new_brand', 'a_new_brand'],
    ['constructor', 'constructor'],
  ])('shows the brand that Stripe calls %s as %s', (brand, name) => {
    expect(cardBrand(brand)).toBe(name);
  });
});

describe('tip amounts', () => {
  const part = fc.integer({ min: 0, max: 99_999_999 });
  const parts = fc.record({ tipAmount: part, coverAmount: part, applicationFee: part, estimatedFee: part });

  it('reads the amounts that it wrote', () => {
    fc.assert(
      fc.property(parts, (amounts) => {
        expect(readAmounts(spellAmounts(amounts))).toEqual(amounts);
      }),
    );
  });

  it.each([undefined, '', '5', '5:0:0', '5:0:0:0:0', '-5:0:0:0', '5.5:0:0:0', '1e3:0:0:0', ' 5:0:0:0'])(
    'ignores a value that Busker did not write: %j',
    (text) => expect(readAmounts(text)).toBeNull(),
  );

  it('gives the tip all parts of the changed amount, or none', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 199_999_998 }), fc.boolean(), (amounts, other, ours) => {
        const explained = amounts.tipAmount + amounts.coverAmount;
        const amount = ours ? explained : other;
        const tip = fakeTip();
        const after = withAmounts(tip, { amount, amounts });
        expect(after === tip).toBe(amount !== explained);
        expect(after.tipAmount + after.coverAmount).toBe(amount === explained ? amount : tip.amount);
      }),
    );
  });

  // Holds pay-095.
  it('counts a payment with a new amount that the tip does not have', () => {
    const amounts = { tipAmount: 300, coverAmount: 40, applicationFee: 17, estimatedFee: 40 };
    const intent = fakeIntent({ amount: 340, amountReceived: 340, amounts });
    expect(projectTip(fakeTip(), fakeSnapshot({ intent }))).toMatchObject({
      amount: 340,
      tipAmount: 300,
      coverAmount: 40,
      applicationFee: 17,
      fees: { estimated: 40 },
      moderation: { state: 'visible', reasons: [] },
      contrib: { count: 1, gross: 340 },
    });
  });

  it('holds a payment whose amount differs from its parts', () => {
    const amounts = { tipAmount: 300, coverAmount: 40, applicationFee: 0, estimatedFee: 40 };
    const intent = fakeIntent({ amount: 100, amountReceived: 100, amounts });
    expect(projectTip(fakeTip(), fakeSnapshot({ intent })).moderation.reasons).toContain(
      'payment-mismatch:amount',
    );
  });

  it('leaves a tip unchanged when its payment agrees', () => {
    const tip = fakeTip();
    const { amount, tipAmount, coverAmount, applicationFee } = tip;
    const amounts = { tipAmount, coverAmount, applicationFee, estimatedFee: 0 };
    expect(withAmounts(tip, { amount, amounts })).toBe(tip);
    const fee = { ...amounts, applicationFee: applicationFee + 1 };
    expect(withAmounts(tip, { amount, amounts: fee }).applicationFee).toBe(applicationFee + 1);
  });
});
