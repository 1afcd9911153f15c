import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from '../money/money';
import { runs } from '../testing/runs';
import { isShippedLanguage, languageOf, localeOf, readLanguageTag, shippedLanguages } from './language-tags';

describe('language tags', () => {
  // Holds host-097.
  it.each([
    ['de_DE', 'de-DE', 'de'],
    ['de_de', 'de-DE', 'de'],
    ['DE-de', 'de-DE', 'de'],
    ['en-US@posix', 'en-US', 'en'],
    ['de_DE.UTF-8', 'de-DE', 'de'],
    ['pt_BR.ISO-8859-1@euro', 'pt-BR', 'pt'],
    ['de_DE@formal', 'de-DE', 'de'],
    [' fr-CA ', 'fr-CA', 'fr'],
    ['de-', 'de', 'de'],
    ['de--AT', 'de-AT', 'de'],
    ['es-MEX', 'es', 'es'],
    ['es-419', 'es-419', 'es'],
    ['deu', 'de', 'de'],
    ['zh-cmn-Hans-CN', 'zh-Hans-CN', 'zh-Hans'],
    ['zh-yue-HK', 'yue-HK', 'en'],
    ['zh_TW', 'zh-TW', 'en'],
    ['zh-hans', 'zh-Hans', 'zh-Hans'],
    ['ar-u-nu-latn', 'ar-u-nu-latn', 'ar'],
    ['de-x-bavarian', 'de', 'de'],
    ['de-DE-x-a-b', 'de-DE', 'de'],
    ['zh', 'zh', 'zh-Hans'],
    ['zh-SG', 'zh-SG', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans-HK', 'zh-Hans'],
    ['zh-Hant-MY', 'zh-Hant-MY', 'en'],
    ['AR', 'ar', 'ar'],
    ['tlh', 'tlh', 'en'],
    ['sv_SE', 'sv-SE', 'en'],
    ['', null, 'en'],
    ['  ', null, 'en'],
    ['x-default', null, 'en'],
    ['x-klingon', null, 'en'],
    ['i-klingon', null, 'en'],
    ['und', null, 'en'],
    ['mul', null, 'en'],
    ['C', null, 'en'],
    ['C.UTF-8', null, 'en'],
    ['POSIX', null, 'en'],
    ['english', null, 'en'],
    ['{{ page.lang }}', null, 'en'],
    ['{lang}', null, 'en'],
    ['${locale}', null, 'en'],
    ['%sveltekit.lang%', null, 'en'],
    ['<?php language_attributes(); ?>', null, 'en'],
    ['[lang]', null, 'en'],
    ['auto', null, 'en'],
    ['undefined', null, 'en'],
    ['null', null, 'en'],
  ] as const)('what was written as %j is read as %j, and gets texts in %s', (given, tag, language) => {
    expect({ tag: readLanguageTag(given), language: languageOf(given) }).toEqual({ tag, language });
  });

  // Holds host-097.
  it.each([
    ['de_DE', '3,00\u00a0$'],
    ['de_DE.UTF-8', '3,00\u00a0$'],
    ['de-CH', '$\u00a03.00'],
    ['{{lang}}', '$3.00'],
    ['sv-SE', '$3.00'],
    ['zh-TW', '$3.00'],
    ['ja_JP', '$3.00'],
  ])('an amount follows the language of the texts: %j writes %s', (given, amount) => {
    expect(formatMoney({ minorUnits: 300, currency: 'usd' }, localeOf(given))).toBe(amount);
  });

  it('reads anything without throwing, and what it reads is a tag that Intl takes', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9]{0,9}$/);
    const tags = fc
      .array(part, { maxLength: 5 })
      .chain((parts) => fc.constantFrom('-', '_', '--').map((by) => parts.join(by)));
    fc.assert(
      fc.property(fc.oneof(tags, fc.string()), (given) => {
        const tag = readLanguageTag(given);
        expect(Intl.getCanonicalLocales(tag ?? [])).toEqual(tag === null ? [] : [tag]);
        expect(shippedLanguages).toContain(languageOf(given));
        expect(languageOf(localeOf(given))).toBe(languageOf(given));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('every shipped language leads to itself', () => {
    expect(shippedLanguages.map(languageOf)).toEqual(shippedLanguages);
  });
});

describe('languages', () => {
  it('only the exact tags of shipped languages count as shipped', () => {
    expect(['zh-Hans', 'zh', 'de-AT', undefined].map(isShippedLanguage)).toEqual([true, false, false, false]);
  });
});
