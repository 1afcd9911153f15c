// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { notFoundTexts, sayNotFound } from './dashboard-html.mjs';

// Holds dash-1353.
describe('the page for an address that does not exist', () => {
  const texts = notFoundTexts();
  const shown = (...languages) => {
    const page = new DOMParser().parseFromString(readFileSync('dashboard/404.html', 'utf8'), 'text/html');
    sayNotFound({ document: page, navigator: { languages } }, texts);
    const { lang, dir } = page.documentElement;
    const said = [...page.querySelectorAll('h1, p:not(:has(a)), a')].map(({ textContent }) => textContent);
    return { lang, dir, title: page.title, said };
  };

  it.each([
    ['de', ['de-AT', 'en'], 'ltr'],
    ['ar', ['ar-EG'], 'rtl'],
    ['zh-Hans', ['zh-CN'], 'ltr'],
    ['en', ['sv', 'en-GB', 'de'], 'ltr'],
    ['ja', ['zh-TW', 'ja'], 'ltr'],
  ])('is in %s for a browser that asks for %s', (language, asked, dir) => {
    const said = texts[language];
    expect(said.every((text) => typeof text === 'string' && text !== '')).toBe(true);
    expect(shown(...asked)).toEqual({ lang: language, dir, title: `${said[0]} · Busker`, said });
  });

  it('stays as it is, in English, for a language that is none of ours', () => {
    expect(shown('sv', 'eo')).toMatchObject({ lang: 'en', said: texts.en });
  });
});
