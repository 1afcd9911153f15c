import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rollup } from 'rollup';
import json from '@rollup/plugin-json';
import { expect, it, test } from 'vitest';
import { directionOfShipped, shippedLanguages } from '@busker/core/locale/language-tags';
import { plural } from '@busker/widget/messages/plural';
import { messages } from '../rollup/messages.mjs';
import { cardTextsOf, sourceOf, tooMuchForCard } from './card-texts.mjs';
import { messageFolders, someLanguages, typesFile, typesOf } from './message-types.mjs';
import {
  faultsIn,
  faultsOf,
  formsOf,
  isOnFirstPage,
  languagesOf,
  mostlyEnglish,
  placeholdersOf,
  textsOf,
  tooMuchForOverlay,
} from './read-messages.mjs';

// Holds dash-101.
test.each(messageFolders)(
  '%s has every text in every language, with its placeholders and plural forms',
  (folder) => {
    expect(faultsIn(folder)).toEqual([]);
    expect(mostlyEnglish(folder)).toEqual([]);
    const wanted = someLanguages[folder] ?? shippedLanguages.toSorted();
    expect(languagesOf(folder).toSorted()).toEqual(wanted);
  },
);

test.each(messageFolders)(
  'the types of %s are those of its English texts (npm run messages)',
  async (folder) => {
    expect(readFileSync(typesFile(folder), 'utf8')).toBe(await typesOf(folder));
  },
);

it('takes a language of a region or of three letters for one, and no other file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'busker-languages-'));
  for (const name of [
    'en.json',
    'pt-BR.json',
    'fil.json',
    'zh-Hant.json',
    'es-419.json',
    'en-card.json',
    'notes.json',
  ])
    writeFileSync(join(folder, name), '{}');
  expect(languagesOf(folder).toSorted()).toEqual(['en', 'es-419', 'fil', 'pt-BR', 'zh-Hant']);
  rmSync(folder, { recursive: true });
});

it('names what a translation lacks', () => {
  const english = {
    a: 'Hello {name}',
    b: '{count, plural, one {# tip} other {# tips}}',
    c: 'Plain',
    d: 'Gone',
    e: 'Read',
  };
  const polish = {
    a: 'Cześć {nam}',
    b: '{count, plural, one {# napiwek} other {# napiwku}}',
    c: '',
    e: 'Czytaj {',
    f: 'Nowe',
  };
  expect(faultsOf(english, polish, formsOf('pl'))).toEqual([
    'c is missing',
    'd is missing',
    'f is not in English',
    'a has the placeholders "nam" instead of "name"',
    'b has no plural form "few"',
    'b has no plural form "many"',
    'e cannot be read: EXPECT_ARGUMENT_CLOSING_BRACE',
  ]);
});

it('names what the overlay cannot write', () => {
  const texts = {
    'overlay.a': '{name} sent {amount}',
    'overlay.b': '{count, plural, other {#}}',
    'overlay.c': "It''s",
    'page.d': "It''s",
  };
  expect(tooMuchForOverlay(texts)).toEqual([
    'overlay.b has more than text and placeholders',
    'overlay.c has more than text and placeholders',
  ]);
});

it('finds placeholders inside plural forms, each once', () => {
  expect(placeholdersOf('{count, plural, =0 {Nothing} one {# tip} other {{count} tips of {name}}}')).toEqual([
    'count',
    'name',
  ]);
  expect(formsOf('ar').toSorted()).toEqual(['few', 'many', 'one', 'other', 'two', 'zero']);
  expect(formsOf('ja')).toEqual(['other']);
});

it('leaves descriptions for translators out of the texts', () => {
  expect(textsOf({ a: 'A', b: { defaultMessage: 'B', description: 'A letter' } })).toEqual({
    a: 'A',
    b: 'B',
  });
});

it('reads ids and beginnings of ids of the first page', () => {
  const isFirst = isOnFirstPage(['nav.*', 'verify.heading']);
  expect(['nav.tips', 'verify.heading', 'verify.text', 'navy.a'].map(isFirst)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

const entry = (source) => ({
  name: 'entry',
  resolveId: (id) => (id === 'dashboard/messages/entry.js' ? `${process.cwd()}/${id}` : null),
  load: (id) => (id.endsWith('entry.js') ? source : null),
});

const built = async (source) => {
  const bundle = await rollup({
    input: 'dashboard/messages/entry.js',
    plugins: [entry(source), messages(), json()],
  });
  const { output } = await bundle.generate({ format: 'es' });
  return output[0].code;
};

it('builds the texts of the first page and all others apart', async () => {
  const first = await built(`import texts from './de.json?first'; globalThis.texts = texts;`);
  const rest = await built(`import texts from './de.json?rest'; globalThis.texts = texts;`);
  expect([first.includes('signIn.submit'), first.includes('books.title')]).toEqual([true, false]);
  expect([rest.includes('signIn.submit'), rest.includes('books.title')]).toEqual([false, true]);
});

it('builds a group of texts in every language at once, and leaves it out of the other parts', async () => {
  const start = await built(
    `import { texts } from './en.json?every-startFailure'; globalThis.texts = texts;`,
  );
  const wall = await built(
    `import { texts } from '@busker/core/messages/en.json?every-wall'; globalThis.texts = texts;`,
  );
  for (const language of shippedLanguages) expect(start).toMatch(new RegExp(`"${language}": {"words":`));
  expect(wall).toContain('(reached,amount) => `${amount} 中 ${reached}`');
  const rest = await built(`import texts from './en.json?rest'; globalThis.texts = texts;`);
  expect(rest).not.toContain('startFailure.');
});

it('makes functions of the card’s texts, which take what the English text has, in its order', () => {
  const english = {
    'form.title': 'Tip {name}',
    'form.range': 'From {min} to {max}',
    'form.amountFault.too-large': 'At most {max}.',
    'form.left': '{count, plural, one {# letter left} other {# letters left}}',
    'outcome.done': 'Done',
  };
  const polish = {
    'form.title': 'Napiwek: `${name}` dla {name}',
    'form.range': 'Do {max} od {min}',
    'form.amountFault.too-large': 'Najwyżej {max}.',
    'form.left':
      '{count, plural, one {Został # znak} few {Zostały # znaki} many {Zostało # znaków} other {# znaku}}',
    'outcome.done': 'Gotowe',
  };
  const read = (language, part, texts) => cardTextsOf(language, part, plural, english, texts);
  const en = read('en', 'form', english);
  const pl = read('pl', 'form', polish);
  expect([en.title('Ada'), en.range('$1', '$5'), en.amountFault['too-large']('$1', '$5', '$3')]).toEqual([
    'Tip Ada',
    'From $1 to $5',
    'At most $5.',
  ]);
  expect([pl.title('Ada'), pl.range('1 zł', '5 zł')]).toEqual(['Napiwek: `$Ada` dla Ada', 'Do 5 zł od 1 zł']);
  expect([1, 2].map((count) => en.left(count))).toEqual(['1 letter left', '2 letters left']);
  expect([1, 2, 5].map((count) => pl.left(count))).toEqual([
    'Został 1 znak',
    'Zostały 2 znaki',
    'Zostało 5 znaków',
  ]);
  expect(read('pl', 'tip', polish)).toHaveProperty('done', 'Gotowe');
  expect('done' in pl).toBe(false);
});

it('refuses what the card cannot show', () => {
  const select = { 'form.a': '{who, select, other {Hello}}' };
  expect(() => sourceOf('en', 'form', { 'form.a': '{who}' }, select)).toThrow('form.a has more than texts');
  expect(tooMuchForCard()).toEqual([]);
});

it.each(shippedLanguages)(
  'writes the card’s texts in %s from left to right, or as the language is written',
  (language) => {
    const { lang, dir } = cardTextsOf(language, 'first', plural);
    expect([lang, dir]).toEqual([language, directionOfShipped(language)]);
  },
);
