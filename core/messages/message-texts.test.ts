import { expect, it, test } from 'vitest';
import { shippedLanguages, type ShippedLanguage } from '../locale/language-tags';
import { monthlyTexts, notifyTexts } from './core-texts';
import { messagesOf } from './message-texts';

interface Placeholders {
  'receipt.ask': 'owner';
  'receipt.rows.tips': 'count';
}
type Id = keyof Placeholders | 'receipt.title' | 'receipt.rows.tip' | 'receipts.other';

const english: Record<Id, string | { defaultMessage: string }> = {
  'receipt.title': { defaultMessage: 'Your tip' },
  'receipt.ask': 'Ask {owner}.',
  'receipt.rows.tip': "A '{'brace'}' and it''s here",
  'receipt.rows.tips': '{count, plural, one {# tip} other {# tips}}',
  'receipts.other': 'Another group',
};
const files = Object.fromEntries(shippedLanguages.map((language) => [language, english])) as Record<
  ShippedLanguage,
  typeof english
>;
const receiptTexts = messagesOf<Id, Placeholders>(files)('receipt');

it('gives a text, a function of its placeholders, and a level for each dot', () => {
  const { title, ask, rows } = receiptTexts('en');
  expect([title, ask({ owner: 'Ada' }), rows.tip]).toEqual([
    'Your tip',
    'Ask Ada.',
    "A {brace} and it's here",
  ]);
  expect([1, 2, 1_000_000].map((count) => rows.tips({ count }))).toEqual([
    '1 tip',
    '2 tips',
    '1,000,000 tips',
  ]);
  expect(rows.tips({ count: 0 })).toBe('0 tips');
});

it('gives the texts of the group alone, the same each time', () => {
  expect(Object.keys(receiptTexts('en'))).toEqual(['title', 'ask', 'rows']);
  expect(receiptTexts('en')).toBe(receiptTexts('en'));
  expect(receiptTexts('de')).not.toBe(receiptTexts('en'));
});

it('reads no syntax in what is filled in', () => {
  const { ask } = receiptTexts('en');
  for (const owner of ['{owner}', "it''s", '<b>', '{count, plural, other {#}}', ''])
    expect(ask({ owner })).toBe(`Ask ${owner}.`);
});

test.each(shippedLanguages)('%s has its own texts in each group of core', (language) => {
  const isEnglish = language === 'en';
  expect(monthlyTexts(language).stop === monthlyTexts('en').stop).toBe(isEnglish);
  expect(notifyTexts(language).heldNote === notifyTexts('en').heldNote).toBe(isEnglish);
});
