import { describe, expect, it } from 'vitest';
import { currencyCodes } from '../money/currency-codes';
import { hostedWays, usualWays, wayPlaces, waysFor, withoutLink } from './ways-for';
import { wayOf, ways, wayTypes } from './ways';

const never = ['klarna', 'affirm', 'afterpay_clearpay', 'paypal', 'sepa_debit', 'us_bank_account', 'crypto'];

describe('the list of ways to pay', () => {
  it.each([
    ['eur', 'card link ideal wero bancontact eps p24 mobilepay mb_way amazon_pay revolut_pay'],
    ['usd', 'card link cashapp amazon_pay'],
    ['chf', 'card link twint amazon_pay'],
    ['sek', 'card link swish mobilepay amazon_pay'],
    ['pln', 'card link p24 revolut_pay'],
    ['jpy', 'card link amazon_pay'],
    ['brl', 'card link pix'],
    ['inr', 'card link upi'],
    ['isk', 'card link'],
  ] as const)('of %s in the page is %s', (currency, list) => {
    expect(waysFor(currency, 'in-page').join(' ')).toBe(list);
  });

  // Holds pay-348.
  it('of fans who pay in their own currency is all that the hosted page has for any currency', () => {
    const each = new Set(currencyCodes.flatMap((currency) => waysFor(currency, 'hosted')));
    expect(new Set(hostedWays())).toEqual(each);
    expect(hostedWays()).toEqual(expect.arrayContaining(['ideal', 'blik', 'twint', 'pix']));
    expect(hostedWays().filter((type) => never.includes(type) || type === 'wero')).toEqual([]);
  });

  // Holds pay-219.
  it('adds BLIK on the hosted page, and leaves out Wero, whose name that page refuses', () => {
    expect(waysFor('pln', 'hosted')).toEqual(['card', 'link', 'p24', 'blik', 'revolut_pay']);
    expect(waysFor('eur', 'hosted')).toEqual(waysFor('eur', 'in-page').filter((type) => type !== 'wero'));
  });

  it("has nothing that leaves the page in another site's frame, since banks refuse frames", () => {
    expect(waysFor('eur', 'in-frame')).toEqual(['card', 'link', 'mb_way']);
    expect(waysFor('chf', 'in-frame')).toEqual(['card', 'link']);
  });

  it('always begins with cards, names each type once, and never a loan, a debit or PayPal', () => {
    for (const currency of currencyCodes) {
      for (const where of wayPlaces) {
        const list = waysFor(currency, where);
        expect(list.slice(0, 2)).toEqual(usualWays);
        expect(new Set(list).size).toBe(list.length);
        expect(list.filter((type) => never.includes(type))).toEqual([]);
      }
    }
  });

  it('leaves out Link for an account without it', () => {
    expect(withoutLink(waysFor('eur', 'in-frame'), false)).toEqual(['card', 'mb_way']);
    expect(withoutLink(usualWays, true)).toEqual(usualWays);
  });
});

describe('the table of ways', () => {
  it('has one row for each type, and finds it by the name of Stripe', () => {
    expect(ways.map(({ type }) => type)).toEqual(wayTypes);
    expect(wayOf('ideal')).toMatchObject({ refundDays: 180, refundSlow: true, refundArrives: 7 });
    expect(wayOf('sepa_debit')).toBeUndefined();
    expect(wayOf(null)).toBeUndefined();
  });

  it('names what is on the statement exactly where it is neither the owner nor Stripe', () => {
    for (const { statement, statementName } of ways) {
      expect(statementName === null).toBe(statement !== 'other');
    }
  });

  it('gives a time of arrival only for slow refunds', () => {
    for (const { refundSlow, refundArrives } of ways) expect(refundSlow || refundArrives === null).toBe(true);
  });
});
