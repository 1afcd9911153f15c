import { describe, expect, it, beforeAll, vi } from 'vitest';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { withOutcome } from '../sheet/pay-step';
import { languageIn, loadTexts } from '../language/language';
import { en } from './en-card';
import { enTip } from './en-tip';
import { cardTexts } from './every-text';
import { loadTipTexts } from './tip-texts';

type Tree = object;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** Every text by the path of its key. Functions get placeholder arguments that must appear in the result. */
function texts(
  tree: Tree,
  path = '',
): readonly (readonly [key: string, text: string, marks: readonly string[]])[] {
  return Object.entries<unknown>({ ...tree }).flatMap(([key, value]) => {
    const at = `${path}${key}`;
    if (isTree(value)) return texts(value, `${at}.`);
    if (typeof value !== 'function') return [[at, String(value), []] as const];
    const say = value as (...marks: (string | number)[]) => string;
    if (at === 'charactersLeft')
      return [0, 1, 2, 5, 21].map((count) => [`${at}(${count})`, say(count), []] as const);
    const marks = ['⟦one⟧', '⟦two⟧', '⟦three⟧'];
    const said = say(...marks);
    return [[at, said, marks.filter((mark) => said.includes(mark))] as const];
  });
}

/** English has two halves; every other language must be complete. */
async function tipTexts(language: string) {
  const loaded = await loadTipTexts(language);
  return language === 'en' ? withOutcome(loaded) : loaded;
}

const wanted = { card: texts(en), tip: texts(enTip) };

describe.each(shippedLanguages)('the texts in %s', (language) => {
  // Holds tag-021.
  it.each(['card', 'tip'] as const)('of the %s are complete, with all placeholders', async (part) => {
    const found = texts(part === 'card' ? cardTexts(language) : await tipTexts(language));
    const keys = (list: typeof found) => list.map(([key, , marks]) => `${key} ${marks.join()}`).toSorted();
    expect(keys(found)).toEqual(keys(wanted[part]));
    for (const [key, text] of found) expect(text.trim(), key).not.toBe('');
  });

  it('are translated', async () => {
    const english = new Map(wanted.tip.map(([key, text]) => [key, text]));
    const same = texts(await tipTexts(language)).filter(
      ([key, text]) => text.length > 20 && english.get(key) === text,
    );
    expect(language === 'en' ? [] : same).toEqual([]);
  });
});

/** In every language of the texts. */
const bank = /\b(bank|banc|banq)|مصرف|銀行|은행|银行/i;

it.each(shippedLanguages)(
  'what is paid or refunded late names no bank in %s, since a wallet may be slow too',
  async (language) => {
    const { onItsWayWhy, undoneSlowly, withYourBank } = withOutcome(await loadTipTexts(language));
    expect([onItsWayWhy('5', 'Ada'), undoneSlowly('5', '7')].join()).not.toMatch(bank);
    // The pattern finds the word of this language.
    expect(withYourBank).toMatch(bank);
  },
);

describe('plurals', () => {
  const counts = [0, 1, 2, 3, 5, 11, 21, 22, 100, 101];

  // German has one word for one character and for many.
  // Holds tag-022.
  it.each(['en', 'es', 'fr', 'pl', 'ar'])('have every plural form of %s', async (language) => {
    const { charactersLeft } = await loadTipTexts(language);
    const rules = new Set(counts.map((count) => new Intl.PluralRules(language).select(count)));
    const forms = new Set(counts.map((count) => charactersLeft(count).replace(/[\d٠-٩]+/g, '#')));
    expect(forms.size).toBe(rules.size);
  });
});

// Sites and their tests find the card's controls by these names, which are part of the public contract.
// Holds tag-052.
it('has the English names that pages may rely on', () => {
  expect({
    button: en.sendTip,
    dialog: enTip.title('Ada Lind'),
    fields: [enTip.otherAmount, enTip.yourName, enTip.message],
    pay: enTip.pay('$5.00'),
    link: enTip.otherWays,
    thanks: enTip.thankYou,
    undo: enTip.undo,
  }).toEqual({
    button: 'Send a tip',
    dialog: 'Tip Ada Lind',
    fields: ['Other amount', 'Your name (optional)', 'Message (optional)'],
    pay: 'Pay $5.00',
    link: 'Other ways to pay, in a new tab',
    thanks: 'Thank you',
    undo: 'Undo this tip',
  });
});

describe('language', () => {
  beforeAll(loadTexts);

  it('English as pages write it needs nothing more; anything else waits for the texts and the reader of tags', async () => {
    // Another file, or the set-up of this one, has loaded the texts: a module of its own has none.
    vi.resetModules();
    const { languageIn: languageAtOnce } = await import('../language/language');
    const written = ['en', 'en-GB', 'EN-us', 'en_US', 'en-US@posix', 'de', '{{lang}}', 'enm'];
    const atOnce = written.map((each) => [each, languageAtOnce(en, each)?.locale ?? null]);
    expect(Object.fromEntries(atOnce)).toEqual({
      en: 'en',
      'en-GB': 'en-GB',
      'EN-us': 'EN-us',
      en_US: null,
      'en-US@posix': null,
      de: null,
      '{{lang}}': null,
      enm: null,
    });
  });

  // Holds tag-130.
  it.each([
    ['de_DE', 'de', 'de-DE'],
    ['de_CH.UTF-8', 'de', 'de-CH'],
    ['en-US@posix', 'en', 'en-US'],
    ['DEU', 'de', 'de'],
    ['zh_TW', 'en', 'en'],
    ['sv-SE', 'en', 'en'],
    ['x-default', 'en', 'en'],
    ['{{ page.lang }}', 'en', 'en'],
    ['%sveltekit.lang%', 'en', 'en'],
  ])('a page that writes %j gets texts in %s, and amounts as %s writes them', (written, language, locale) => {
    const read = languageIn(en, written);
    expect([read?.texts.lang, read?.locale]).toEqual([language, locale]);
  });
});
