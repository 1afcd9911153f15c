import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tipAmounts } from '../amounts/amount-limits';
import { currencyCodes } from '../money/money';
import { maxPlaceLength, placeOfText, readPlace, readTipLink, tipLinkAddress } from './tip-link';

const own = { presets: null, min: null, max: null };
const usd = { currency: 'usd', limits: tipAmounts('usd', own).limits } as const;
const url = 'https://busker.test/@ada/tip';

describe('a tip link', () => {
  it('has the amount in minor units, the currency and the place', () => {
    const amount = { minorUnits: 500, currency: 'usd' } as const;
    expect(tipLinkAddress(url, { amount, at: 'hat' })).toBe(`${url}?amount=500&cur=usd&at=hat`);
    expect(tipLinkAddress(url, { amount: null, at: 'hat' })).toBe(`${url}?at=hat`);
    expect(tipLinkAddress(url, { amount: null, at: null })).toBe(url);
  });

  it('is read as it was made, in every currency', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,9}$/);
    const places = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('-'));
    fc.assert(
      fc.property(fc.constantFrom(...currencyCodes), places, fc.nat(), (currency, at, nth) => {
        const { limits } = tipAmounts(currency, own);
        const steps = (limits.max - limits.min) / limits.step + 1;
        const link = { amount: { minorUnits: limits.min + (nth % steps) * limits.step, currency }, at };
        const query = Object.fromEntries(new URL(tipLinkAddress(url, link)).searchParams);
        expect(readTipLink(query, { currency, limits })).toEqual(link);
      }),
    );
  });

  // Holds out-061.
  it.each([
    [{ amount: '500', cur: 'jpy' }, 'the currency is another one'],
    [{ amount: '500' }, 'the currency is missing'],
    [{ amount: '500', cur: 'dollars' }, 'there is no such currency'],
    [{ amount: '99', cur: 'usd' }, 'it is below the smallest tip'],
    [{ amount: '50001', cur: 'usd' }, 'it is above the largest tip'],
    [{ amount: '5.00', cur: 'usd' }, 'it is not whole minor units'],
    [{ amount: '5e2', cur: 'usd' }, 'it is written as a float'],
    [{ amount: '0500', cur: 'usd' }, 'it begins with 0'],
    [{ amount: '-500', cur: 'usd' }, 'it is negative'],
    [{ amount: ' 500', cur: 'usd' }, 'it has a space'],
    [{ amount: '٥٠٠', cur: 'usd' }, 'its digits are not Latin'],
    [{ amount: '9'.repeat(400), cur: 'usd' }, 'it is endless'],
    [{ cur: 'usd' }, 'there is none'],
  ])('ignores the amount of %j, because %s', (query, _why) => {
    expect(readTipLink({ ...query, at: 'hat' }, usd)).toEqual({ amount: null, at: 'hat' });
  });

  it('reads the currency in capitals too', () => {
    expect(readTipLink({ amount: '500', cur: 'USD' }, usd).amount).toEqual({
      minorUnits: 500,
      currency: 'usd',
    });
  });

  it('ignores an amount between the steps of the currency', () => {
    const isk = { currency: 'isk', limits: tipAmounts('isk', own).limits } as const;
    expect(isk.limits.step).toBe(100);
    expect(readTipLink({ amount: '50050', cur: 'isk' }, isk).amount).toBeNull();
    expect(readTipLink({ amount: '50000', cur: 'isk' }, isk).amount?.minorUnits).toBe(50_000);
  });
});

describe('the place of a tip link', () => {
  it.each(['hat', 'bar-2', '7', 'a'.repeat(30)])('can be %j', (at) => expect(readPlace(at)).toBe(at));

  it.each(['', 'Hat', 'a b', '-hat', 'hat-', 'a--b', '<b>', 'a'.repeat(31), 'hüt', '=1+1', 'hat\n'])(
    'cannot be %j',
    (at) => expect(readPlace(at)).toBeNull(),
  );

  it('can be missing', () => expect(readPlace(undefined)).toBeNull());

  it.each([
    ['Hat', 'hat'],
    ['Café Zoë, 2', 'cafe-zoe-2'],
    ['  At the — river! ', 'at-the-river'],
    ['ﬁsh', 'fish'],
    ['公園', ''],
    [`${'a'.repeat(29)} b`, `${'a'.repeat(29)}-b`],
  ])('is %j typed, %j in the link', (typed, at) => expect(placeOfText(typed)).toBe(at));

  it('is usable, empty or too long, whatever was typed, and then no link has it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (typed) => {
        const at = placeOfText(typed);
        const isUsable = at !== '' && at.length <= maxPlaceLength;
        expect(readPlace(at)).toBe(isUsable ? at : null);
      }),
    );
  });
});
