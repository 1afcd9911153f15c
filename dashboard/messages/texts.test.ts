import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterEach, describe, expect, test } from 'vitest';
import { faultSentences } from '@busker/core/base/field-faults';
import { problemKinds } from '@busker/core/base/problem-codes';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import en from './en.json?all';
import { texts } from './en.json?every-startFailure';
import { bestLanguage, directionOf, languageNames, languages, rememberLanguage } from './language';
import { loadTexts } from './load-texts';
import { showStartFailure } from './start-failure';
import { isolated } from './text';

describe('texts of the dashboard', () => {
  const english: Readonly<Record<string, string>> = en;

  test.each(languages)('has all texts of the first page in %s without the rest', async (language) => {
    const first = await loadTexts(language, 'first');
    const all = await loadTexts(language, 'all');
    expect(Object.keys(first).toSorted()).toEqual(Object.keys(await loadTexts('en', 'first')).toSorted());
    expect(Object.keys(all).toSorted()).toEqual(Object.keys(en).toSorted());
    expect(Object.keys(first).length).toBeLessThan(Object.keys(all).length / 5);
    expect(first['signIn.submit']).toBe(all['signIn.submit']);
  });

  test('says in English what the server says of each refusal and of each field', () => {
    const said = [
      ...Object.entries(problemKinds).map(([code, { detail }]) => [`failure.api/${code}`, detail] as const),
      ...Object.entries(faultSentences).map(([code, sentence]) => [`fault.${code}`, sentence] as const),
    ];
    expect(Object.fromEntries(said.map(([id]) => [id, english[id]]))).toEqual(Object.fromEntries(said));
  });

  test.each(languages)(
    'in %s the note under Insights names the sums as their column does',
    async (language) => {
      const texts = await loadTexts(language, 'all');
      expect(texts['insights.notFees']).toContain(texts['insights.received']);
    },
  );

  test('the dashboard has the languages of the card, each by its own name', () => {
    expect(languages.toSorted()).toEqual(shippedLanguages.toSorted());
    for (const language of languages) {
      const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? '';
      expect(languageNames[language].toLowerCase()).toBe(name.toLowerCase());
    }
  });

  test('only Arabic is written from right to left', () => {
    expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar']);
  });

  test.each([
    [['xx', 'es-MX', 'en'], 'es'],
    [['de-AT'], 'de'],
    [['xx'], 'en'],
    [[], 'en'],
    [['zh'], 'zh-Hans'],
    [['zh-CN'], 'zh-Hans'],
    [['zh-Hans-HK'], 'zh-Hans'],
    [['zh-TW', 'ja'], 'ja'],
    [['pt-PT'], 'pt'],
    [['pt-BR'], 'pt'],
    [['ar-EG'], 'ar'],
    [['en-GB', 'fr'], 'en'],
  ] as const)('for a browser that asks for %j, chooses %s', (wanted, language) => {
    expect(bestLanguage(wanted)).toBe(language);
  });
});

describe('isolated', () => {
  test.each([
    ['an address in Arabic', 'instagram.com/ada', 'ar', '\u2068instagram.com/ada\u2069'],
    ['an Arabic name in German', 'ليلى', 'de', '\u2068ليلى\u2069'],
    ['a Hebrew name in English', 'נועה', 'en', '\u2068נועה\u2069'],
    ['an Arabic name in Arabic', 'ليلى', 'ar', 'ليلى'],
    ['a name in English', 'Ada Lind', 'en', 'Ada Lind'],
    ['a Japanese name in German', '森', 'de', '森'],
  ])('%s', (_case, value, language, written) => {
    expect(isolated(value, language)).toBe(written);
  });
});

describe('start failure', () => {
  afterEach(() => rememberLanguage(null));

  test.each(languages)('says in %s that the app could not start, with a button that retries', (language) => {
    rememberLanguage(language);
    const root = document.createElement('div');
    showStartFailure(root);
    const alert = root.querySelector<HTMLElement>('[role="alert"]');
    expect(alert?.lang).toBe(language);
    expect(alert?.querySelector('p')?.textContent).toBe(texts[language].words);
    expect(alert?.querySelector('button')?.textContent).toBe(texts[language].again);
  });
});

describe('words outside of messages/', () => {
  const dashboard = join(process.cwd(), 'dashboard');

  /** Properties whose text people read or hear. */
  const spoken = new Set([
    'alt',
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'caption',
    'description',
    'error',
    'heading',
    'label',
    'lead',
    'message',
    'note',
    'placeholder',
    'title',
  ]);
  /** Names are the same in every language. */
  const names = new Set(['Busker', 'ada']);

  const isWord = (text: string): boolean => /\p{L}{2,}/u.test(text) && !names.has(text.trim());

  function wordsIn(file: string, source: string): readonly string[] {
    const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    const found: string[] = [];
    const look = (node: ts.Node): void => {
      if (ts.isJsxText(node) && isWord(node.text)) found.push(`${file}: ${node.text.trim()}`);
      if (ts.isJsxAttribute(node) && spoken.has(node.name.getText())) {
        const value = node.initializer;
        const literal = value && ts.isJsxExpression(value) ? value.expression : value;
        if (literal && ts.isStringLiteralLike(literal) && isWord(literal.text))
          found.push(`${file}: ${node.name.getText()}="${literal.text}"`);
      }
      ts.forEachChild(node, look);
    };
    look(tree);
    return found;
  }

  // Holds dash-101.
  test('no screen has text outside of messages/', () => {
    const screens = readdirSync(dashboard, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
    );
    expect(screens.length).toBeGreaterThan(30);
    expect(screens.flatMap((file) => wordsIn(file, readFileSync(join(dashboard, file), 'utf8')))).toEqual([]);
  });

  test('finds text outside of messages/', () => {
    const source = '<Button aria-label="Close this" title={"Really"}>Save {name}</Button>';
    expect(wordsIn('x.tsx', source)).toHaveLength(3);
  });
});
