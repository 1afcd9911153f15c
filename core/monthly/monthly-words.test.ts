import { describe, expect, it, test } from 'vitest';
import { shippedLanguages } from '../locale/language-tags';
import { formatMoney } from '../money/money';
import {
  commitmentWords,
  consentTo,
  offerWords,
  stopAt,
  wordsVersion,
  type Commitment,
} from './monthly-words';

const fiveMonthly: Commitment = {
  amount: 537,
  currency: 'eur',
  every: 'month',
  owner: 'Ada',
  at: Date.UTC(2026, 10, 15, 23, 30),
};
const termsOf = (given: Partial<Commitment>, language = 'en') =>
  commitmentWords({ ...fiveMonthly, ...given }, language).terms;

// Holds pay-247.
describe.each(shippedLanguages)('the words of a commitment in %s', (language) => {
  // Holds pay-267.
  it('are the same when the amount is put between the parts of an offer', () => {
    const { amount, currency, ...offer } = { ...fiveMonthly, owner: 'Ada {amount} \uE000' };
    for (const every of ['month', 'year'] as const) {
      const whole = commitmentWords({ ...offer, amount, currency, every, owner: 'Ada {amount} ' }, language);
      const { terms, button, thanks, ...rest } = offerWords({ ...offer, every }, language);
      const money = formatMoney({ minorUnits: amount, currency }, language);
      expect({ ...rest, terms: terms.join(money), button: button.join(money) }).toEqual(whole);
      expect([terms.length, button.length, thanks.length]).toEqual([3, 2, 2]);
    }
  });

  it('leave no field open, and name the amount in the terms and on the button', () => {
    for (const every of ['month', 'year'] as const) {
      const words = commitmentWords({ ...fiveMonthly, every }, language);
      expect(Object.values(words).join(' ')).not.toMatch(/[{}]/);
      const [five] = /[5٥][.,٫][3٣][7٧]/.exec(words.terms) ?? [''];
      expect(five).not.toBe('');
      expect(words.button).toContain(five);
    }
  });
});

describe('the words in English', () => {
  it('name amount, day, next charge, the way to stop and who is paid', () => {
    expect(commitmentWords(fiveMonthly, 'en')).toEqual({
      terms: '€5.37 today, then €5.37 every month on the 15th, until you stop.',
      next: 'Next charge: December 15, 2026 (UTC).',
      stop: 'Stop any time, with the link on your receipt or in Stripe’s mails: then nothing more is charged.',
      paidTo:
        'Paid to Ada by Stripe. Stripe asks for your email and gives it to Ada’s Stripe account; Busker does not keep it.',
      button: 'Continue: €5.37 every month',
    });
  });

  test.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [11, '11th'],
    [22, '22nd'],
    [28, '28th'],
  ])('day %i is the %s', (day, word) => {
    expect(termsOf({ at: Date.UTC(2027, 0, day) })).toContain(` on the ${word}, until`);
  });

  it('say what happens in shorter months from the 29th on', () => {
    expect(termsOf({ at: Date.UTC(2027, 0, 31) })).toContain(
      'on the 31st (the last day of shorter months), until',
    );
  });

  it('name the date of a yearly tip', () => {
    expect(termsOf({ every: 'year' })).toContain('then €5.37 every year on November 15, until');
  });

  it('keep an owner’s name that looks like a field', () => {
    expect(commitmentWords({ ...fiveMonthly, owner: '{amount}' }, 'en').paidTo).toMatch(
      /^Paid to \{amount\}/,
    );
  });

  // Holds pay-247.
  it('are stored with their version and language when the fan agrees', () => {
    const { terms, next, stop, paidTo } = commitmentWords(fiveMonthly, 'en');
    expect(consentTo(fiveMonthly, 'en-GB')).toEqual({
      words: `${terms} ${next} ${stop} ${paidTo}`,
      wordsVersion,
      language: 'en',
      at: fiveMonthly.at,
    });
  });

  it('name the page that stops it', () => {
    expect(stopAt('https://busker.test/@ada/monthly', 'en')).toBe(
      'Stop any time at https://busker.test/@ada/monthly',
    );
  });
});

describe('the words in other languages', () => {
  it('are English for a language that Busker does not have', () => {
    expect(termsOf({}, 'fi')).toBe(termsOf({}));
  });

  it('write the first of a month as the language does', () => {
    const first = { at: Date.UTC(2027, 0, 1) };
    expect(termsOf(first, 'fr')).toContain('le 1er, jusqu’à');
    expect(termsOf(first, 'de')).toContain('am 1. 5,37');
    expect(termsOf(first, 'ja')).toContain('毎月1日');
  });

  it('isolate left-to-right names and addresses in Arabic', () => {
    expect(commitmentWords(fiveMonthly, 'ar').paidTo).toContain('\u2068Ada\u2069');
    expect(stopAt('https://busker.test', 'ar')).toContain('\u2068https://busker.test\u2069');
  });
});
