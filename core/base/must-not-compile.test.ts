import { expect, expectTypeOf, it } from 'vitest';
import { add, formatMoney, type Currency, type Money } from '../money/money';
import { fakeTip } from '../testing/fakes';
import { problem, fail, ok, unreachable, type ProblemCode, type Result } from './result';
import { parsePublicProfile, type PublicProfile } from '../profile/public-profile';
import type { PaymentStatus, Tip, TipState } from '../tip/tip';
import type { TipRequest } from '../fan-api/tip-api';
import { tipDocument } from '../money-documents/tip-document';

// The compiler checks this file too: when it accepts a line that it should refuse, the expectation is unused and `npm run types` fails.

it('amounts carry their currency', () => {
  const five: Money = { minorUnits: 500, currency: 'usd' };
  // @ts-expect-error: a bare number is no amount
  expect(() => add(five, 5)).toThrow('Cannot add');
  // @ts-expect-error: currencies are lower-case codes that we know
  const odd: Currency = 'USD';
  // @ts-expect-error: amounts are not changed in place
  const change = () => (five.minorUnits = 600);
  expect(formatMoney(five, 'en')).toBe('$5.00');
  expect(odd).toBe('USD');
  expect(typeof change).toBe('function');
});

it('a result must be checked before its value is used', () => {
  const read = (given: unknown): Result<PublicProfile> => parsePublicProfile(given);
  const parsed = read({});
  // @ts-expect-error: it may have failed
  expect(parsed.value).toBeUndefined();
  expectTypeOf(ok(5)).toExtend<Result<number, string>>();
  expectTypeOf(fail('no')).toExtend<Result<number, string>>();
  expectTypeOf(ok('5')).not.toExtend<Result<number>>();
});

it('outside values have no type before they are decoded', () => {
  const stored: unknown = fakeTip();
  // @ts-expect-error: unknown is no tip
  const tip: Tip = stored;
  expect({ tipId: tip.tipId, ok: tipDocument.decode(stored).ok }).toEqual({ tipId: 'tip1', ok: false });
});

it('codes and states are closed lists', () => {
  // @ts-expect-error: no such code
  const unlisted = () => problem('no-such-code');
  expect(unlisted).toBeTypeOf('function');
  expectTypeOf<'paid'>().toExtend<TipState>();
  expectTypeOf<'succeeded'>().not.toExtend<TipState>();
  expectTypeOf<string>().not.toExtend<ProblemCode>();
});

it('a switch without a case for a status does not compile', () => {
  const forgetful = (status: Extract<PaymentStatus, 'draft' | 'awaiting'>) => {
    if (status === 'draft') return 'draft';
    // @ts-expect-error: awaiting is still possible here
    return unreachable(status);
  };
  expect(() => forgetful('awaiting')).toThrow('Unexpected value');
});

// Holds pay-128.
it('clients cannot name the account, the fee or the owner of a tip', () => {
  expectTypeOf<TipRequest>().not.toHaveProperty('accountId');
  expectTypeOf<TipRequest>().not.toHaveProperty('applicationFee');
  expectTypeOf<TipRequest>().not.toHaveProperty('ownerUid');
  expectTypeOf<TipRequest>().toHaveProperty('total');
});
