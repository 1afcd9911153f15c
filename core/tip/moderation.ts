import { blockedWords } from './blocked-words';

/** Why a text is held for its owner's review. */
export type HeldReason = 'web-address' | 'email-address' | 'phone-number' | 'blocked-word';

export interface TextVerdict {
  readonly state: 'visible' | 'held';
  readonly reasons: readonly HeldReason[];
}

/**
 * Checks all texts of a fan, already cleaned. A held text does not stop the tip: the owner decides whether the text is shown. `ownWords`: words and
 * phrases that this owner blocks. It may hold a harmless text rather than show an advertisement.
 */
export function moderate(texts: readonly (string | null)[], ownWords: readonly string[] = []): TextVerdict {
  const folded = texts.map((text) => fold(text ?? '')).join('\n');
  const words = [...blockedWords, ...ownWords.map(fold)];
  const reasons = (Object.keys(signs) as HeldReason[]).filter((reason) => signs[reason](folded, words));
  return { state: reasons.length > 0 ? 'held' : 'visible', reasons };
}

/** Full-width and styled letters become plain letters, and line breaks become spaces. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ');
}

const endings =
  'com|net|org|info|biz|io|co|me|app|dev|shop|store|online|site|xyz|top|club|link|live|tv|gg|ly|ru|cn|uk|de|fr|es|it|nl|pl|br|jp|kr|in|us|eu|ca|au|ch|at|se|no';
const address = new RegExp(
  [
    String.raw`\bhttps?:|\bwww\.`,
    String.raw`[\p{L}\p{N}-](?:\.|\s?\[\.\]\s?|\s?\(\.\)\s?)(?:${endings})(?![\p{L}\p{N}])`,
    String.raw`[\p{L}\p{N}-]\s(?:dot|punkt|punto|point)\s(?:com|net|org|io)(?![\p{L}\p{N}])`,
  ].join('|'),
  'u',
);
const email = /[^\s@]\s?(?:@|\[at\]|\(at\))\s?[\p{L}\p{N}-]+\s?(?:\.|\[\.\]|\(\.\)|\sdot\s)\s?\p{L}{2,}/u;
const date = /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g;
const phone = /\+\s?\d(?:[\s().\-/]{0,2}\d){6,}|\d(?:[\s().\-/]{0,2}\d){8,}/;

const signs: Readonly<Record<HeldReason, (folded: string, words: readonly string[]) => boolean>> = {
  'web-address': (folded) => address.test(folded),
  'email-address': (folded) => email.test(folded),
  'phone-number': (folded) => phone.test(folded.replace(date, ' ')),
  'blocked-word': hasBlockedWord,
};

/** Chinese, Japanese and Korean have no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u;

const apart = (text: string) =>
  ` ${text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `;

/** Matches whole words only, with any characters between them; a phrase is its words in sequence. An entry without letters is searched as it is. */
function hasBlockedWord(folded: string, words: readonly string[]): boolean {
  const written = apart(folded);
  return words.some((word) => {
    const wanted = apart(word);
    return unspaced.test(word) || wanted.trim() === '' ? folded.includes(word) : written.includes(wanted);
  });
}
