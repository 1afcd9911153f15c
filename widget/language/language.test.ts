import { beforeAll, expect, it, vi } from 'vitest';
import { en } from '../messages/en-card';
import { languageIn, loadTexts } from './language';

beforeAll(loadTexts);

it('English as pages write it needs nothing more; anything else waits for the texts and the reader of tags', async () => {
  // Another file, or the set-up of this one, has loaded the texts: a module of its own has none.
  vi.resetModules();
  const { languageIn: languageAtOnce } = await import('./language');
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
