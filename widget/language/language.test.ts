import { beforeAll, expect, it } from 'vitest';
import { en } from '../messages/en-card';
import { languageIn, loadTexts } from './language';

// Runs before the texts have arrived.
const atOnce = ['en', 'en-GB', 'EN-us', 'en_US', 'en-US@posix', 'de', '{{lang}}', 'enm'].map((written) => [
  written,
  languageIn(en, written)?.locale ?? null,
]);

beforeAll(loadTexts);

it('English as pages write it needs nothing more; anything else waits for the texts and the reader of tags', () => {
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
