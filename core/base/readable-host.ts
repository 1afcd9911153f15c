import { fromPunycode } from './punycode';
import { readUrl } from './safe-url';

/** Scripts that a label may have, alone or together (UTS 39, section 5.2, "highly restrictive"). Digits and hyphens go with all of them. */
const allowed = [
  ...'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi'.split(' '),
  ...'Hebrew Kannada Khmer Lao Malayalam Sinhala Tamil Telugu Thai Tibetan'.split(' '),
  'Latin Han Hiragana Katakana',
  'Latin Han Bopomofo',
  'Latin Han Hangul',
].map((names) => {
  const each = names.split(' ').map((name) => String.raw`\p{Script=${name}}`);
  return new RegExp(String.raw`^[${each.join('')}\p{Mn}ー々]+$`, 'u');
});

/** Letters that look like Latin ones: of Cyrillic, Greek, Armenian, Georgian, Hebrew and Thai. A label of these alone looks like a Latin word. */
const lookalikes = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡүαικνρυωηοτχϲϳսոօհյցզգքլւიოყხჽთסוןחדװײıทนบพรหเแดลปฟม]+$/u;

/** Letters of Latin phonetics, clicks and small capitals: they imitate usual letters, or signs such as the slash and the exclamation mark. */
const strangeLatin = /[ƀ-ƅƍƨƪƽƿ-ǃɐ-ʯᴀ-ᶿꜢ-ꟿ]/u;

/** After normalisation, usual letters of these scripts contain their marks. */
const looseMark = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d-]\p{Mn}|^\p{Mn}|\p{Mn}{3}/u;

/** Strokes of Japanese and Chinese that look like a slash, a hyphen or a letter when they stand beside Latin letters. */
const strokes = /[a-z\d-].*[ノソンゾ丶丿一ニエ工ロ口ト卜ー]|[ノソンゾ丶丿一ニエ工ロ口ト卜ー].*[a-z\d-]/u;

/**
 * A host name as people read it: `xn--mller-kva.de` as `müller.de`. A label that mixes scripts, or that can be mistaken for another word, stays
 * Punycode.
 */
export function readableHost(host: string): string {
  const labels = host.split('.');
  const isLatinTop = !labels.at(-1)?.startsWith('xn--');
  return labels.map((label) => readableLabel(label, isLatinTop)).join('.');
}

const withoutMarks = (letters: string) => letters.normalize('NFD').replace(/\p{Mn}/gu, '');

/** Below a top-level domain in its own script (`.рф`), nobody expects a Latin word. */
function readableLabel(label: string, isLatinTop: boolean): string {
  const text = label.startsWith('xn--') ? fromPunycode(label.slice(4)) : null;
  if (text === null) return label;
  const letters = text.replace(/[\d-]/g, '');
  const isPlain = allowed.some((script) => script.test(letters)) && !strangeLatin.test(letters);
  const isFalse =
    looseMark.test(text) || strokes.test(text) || (isLatinTop && lookalikes.test(withoutMarks(letters)));
  // Only what a browser turns into the same name again is the name of this place.
  return isPlain && !isFalse && readUrl(`https://${text}.example`)?.hostname === `${label}.example`
    ? text
    : label;
}
