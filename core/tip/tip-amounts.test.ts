import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fakeIntent, fakeSnapshot, fakeTip } from '../testing/fakes';
import { readAmounts, spellAmounts, withAmounts } from './tip-amounts';
import { projectTip } from './state/tip-projection';

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
