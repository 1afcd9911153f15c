import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { languagesOf, readTexts } from './read-messages.mjs';

/** From the root. */
export const cardFolder = 'widget/messages';
const folder = join(import.meta.dirname, '../..', cardFolder);

/** The parts of the card's texts, each with the groups of ids that it has: `form.title` is `title` of the form. */
export const cardParts = {
  first: ['first'],
  late: ['card'],
  card: ['first', 'card'],
  form: ['form'],
  outcome: ['outcome'],
  tip: ['form', 'outcome'],
  copy: ['copy'],
};

/** Texts of which one is chosen while the card runs: each is called with the same arguments, whichever of them it has. */
const sameArguments = { 'form.amountFault.': ['min', 'max', 'example'] };

const rightToLeft = new Set(['ar']);

/** What a text's function takes, in the order in which the English text has it; null for a text without a placeholder. */
export function argumentsOf(id, english) {
  const same = Object.entries(sameArguments).find(([start]) => id.startsWith(start));
  if (same) return same[1];
  const names = parse(english[id]).flatMap(({ type, value }) =>
    type === TYPE.argument || type === TYPE.plural ? [value] : [],
  );
  return names.length === 0 ? null : [...new Set(names)];
}

/** Whether the argument is a number that decides the form of the text. */
export const isCount = (id, english) => parse(english[id]).some(({ type }) => type === TYPE.plural);

/**
 * The texts of a part as the source of an object, one level a dot: what has placeholders is a function of them. So the card needs nobody who reads
 * ICU's syntax. It has no more of that than texts, placeholders, and plural forms of a whole text.
 */
export function sourceOf(
  language,
  part,
  english = readTexts(folder, 'en'),
  texts = readTexts(folder, language),
) {
  const isFirst = cardParts[part].includes('first');
  const dir = rightToLeft.has(language) ? '"rtl"' : '"ltr"';
  const tree = isFirst ? { lang: JSON.stringify(language), dir } : {};
  return sourceOfGroups(cardParts[part], language, english, texts, tree);
}

function sourceOfGroups(groups, language, english, texts, tree = {}) {
  for (const [id, text] of Object.entries(texts)) {
    const [group, ...levels] = id.split('.');
    if (!groups.includes(group)) continue;
    const name = levels.pop();
    let level = tree;
    for (const each of levels) level = level[each] ??= {};
    level[name] = functionOf(id, text, english, language);
  }
  return written(tree);
}

/** The same for several languages at once, each under its tag. */
export const sourceOfAll = (languages, part) =>
  `{${languages.map((language) => `${JSON.stringify(language)}: ${sourceOf(language, part)}`).join(',')}}`;

/** The texts of a group of any folder, in every language at once. */
export function sourceOfEvery(from, group) {
  const english = readTexts(from, 'en');
  const texts = languagesOf(from).map((language) => {
    const source = sourceOfGroups([group], language, english, readTexts(from, language));
    return `${JSON.stringify(language)}: ${source}`;
  });
  return `{${texts.join(',')}}`;
}

/** `every`, `others` (all but English), or one language, in the lower case of files. */
export function languagesNamed(name) {
  const all = languagesOf(folder);
  if (name === 'every') return all;
  return name === 'others'
    ? all.filter((each) => each !== 'en')
    : all.filter((each) => each.toLowerCase() === name.toLowerCase());
}

const written = (tree) =>
  `{${Object.entries(tree)
    .map(([name, value]) => `${JSON.stringify(name)}: ${typeof value === 'string' ? value : written(value)}`)
    .join(',')}}`;

function functionOf(id, text, english, language) {
  const names = argumentsOf(id, english);
  const elements = parse(text);
  if (!names) return JSON.stringify(elements.map(({ value }) => value).join(''));
  const [first, second] = elements;
  if (first?.type === TYPE.plural && second === undefined)
    return `(${names.join()}) => ${pluralOf(first, language)}`;
  const used = names.filter((name) =>
    elements.some(({ value, type }) => type === TYPE.argument && value === name),
  );
  const last = names.indexOf(used.at(-1));
  const body = elements.map((element) => wordsOf(element, id, (name) => `\${${name}}`)).join('');
  return `(${names.slice(0, last + 1).join()}) => ${used.length === 0 ? JSON.stringify(body) : `\`${body}\``}`;
}

/** English has one form for 1 and one for all others, and the card counts no thousands: it needs no help with numbers. */
function pluralOf({ value: name, options }, language) {
  const forms = Object.entries(options).map(([form, { value }]) => [form, value]);
  if (language === 'en') {
    const said = Object.fromEntries(forms);
    const one = said.one.map((each) => wordsOf(each, name, () => '1')).join('');
    const other = said.other.map((each) => wordsOf(each, name, () => `\${${name}}`)).join('');
    return `${name} === 1 ? ${JSON.stringify(one)} : \`${other}\``;
  }
  const table = forms.map(
    ([form, value]) =>
      `${form}: ${JSON.stringify(value.map((each) => wordsOf(each, name, () => '#')).join(''))}`,
  );
  return `plural(${JSON.stringify(language)}, ${name}, {${table.join()}})`;
}

function wordsOf({ type, value }, id, placeholder) {
  if (type === TYPE.literal) return value.replaceAll(/[`\\]|\$\{/g, String.raw`\$&`);
  if (type === TYPE.argument || type === TYPE.pound) return placeholder(value);
  throw new Error(`${id} has more than texts, placeholders and plural forms of the whole text`);
}

/** What the card's texts have and it cannot show, a sentence for each. */
export const tooMuchForCard = () =>
  languagesOf(folder).flatMap((language) => {
    try {
      Object.keys(cardParts).forEach((part) => sourceOf(language, part));
      return [];
    } catch (error) {
      return [`${cardFolder}/${language}.json: ${error.message}`];
    }
  });

/** The texts of a part as the card has them, for tests that run without a build. `plural`: of widget/messages/plural.ts; `files`: English, and the language. */
export const cardTextsOf = (language, part, plural, ...files) =>
  // Runs the very source that the builds get.
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('plural', `return ${sourceOf(language, part, ...files)};`)(plural);

/** TypeScript of what each text is called with. */
export function argumentTypes() {
  const english = readTexts(folder, 'en');
  return Object.keys(english).flatMap((id) => {
    const names = argumentsOf(id, english);
    if (!names) return [];
    const type = isCount(id, english) ? 'number' : 'string | number';
    return [`  '${id}': [${names.map((name) => `${name}: ${type}`).join(', ')}];`];
  });
}
