import { problem, fail, ok, type Result } from '../base/result';
import { formatMoney } from '../money/money';
import { cleanLine, cleanLines, codePointLength } from '../text/text';
import { isAnswerable, tipTextLimits, type Tip } from './tip';

/**
 * A message with one of these words is held for its owner's review. The list is short on purpose: unambiguous insults in the card's languages. Folded
 * to NFKC and lower case.
 */
const blockedWords: readonly string[] = `
  fuck fucker fucking motherfucker cunt whore slut bitch asshole dickhead wanker twat kys nazi
  puta puto cabrón cabron gilipollas maricón maricon pendejo
  salope connard connasse enculé encule putain pute
  hure fotze wichser arschloch hurensohn missgeburt schlampe
  caralho viado arrombado
  puttana stronzo vaffanculo frocio
  kankerhoer hoer klootzak flikker
  kurwa chuj pizda pierdol dziwka
  死ね 氏ね
  시발 씨발 병신
  傻逼 操你妈 婊子
  شرموطة
  `
  .trim()
  .split(/\s+/);

/** Why a text is held for its owner's review. */
export type HeldReason = 'web-address' | 'email-address' | 'phone-number' | 'blocked-word';

interface TextVerdict {
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
  // An email address ends like a web address, and would be held for both reasons.
  'web-address': (folded) => address.test(folded.replace(new RegExp(email, 'gu'), ' ')),
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

/**
 * Whether a public name may stand in a mail to people who never saw its owner: nothing in it is an address, a phone number or an insult, nor anything that mail programs
 * make a link of, such as `st.ives`.
 */
export function isPlainName(name: string): boolean {
  const looksLinked =
    /@|:\s*\/|\/\/|[\p{L}\p{M}\p{N}][.。․][\p{L}\p{M}\p{N}-]{2}|\d(?:[.。․]\d{1,3}){3}|\d(?:[\s().\-/]{0,2}\d){5}/u;
  return moderate([name]).state === 'visible' && !looksLinked.test(fold(name));
}

type TipTextField = keyof typeof tipTextLimits;
type Given = Readonly<Partial<Record<TipTextField, string | null | undefined>>> & {
  /** Nobody but the owner sees the message, so that it needs no review. */
  readonly privateMessage?: boolean | undefined;
};

/** A tip's texts as stored, and whether the fan's texts may be shown at once. */
interface TipTexts extends Readonly<Record<TipTextField, string | null>> {
  readonly moderation: TextVerdict;
}

const fields = Object.keys(tipTextLimits) as readonly TipTextField[];

/**
 * Cleans the fan's texts (`name`, `message`) and the page's (`for`, `placement`); empty becomes null. Only the message keeps its line
 * breaks. Lengths count code points after cleaning.
 * `blockWords` are the owner's. A text that is too long is refused by its field's name, never cut.
 */
export function tipTexts(given: Given, blockWords: readonly string[] = []): Result<TipTexts> {
  const message = cleanLines(given.message ?? '') || null;
  const cleaned = { name: clean(given.name), message, for: clean(given.for) };
  const texts = { ...cleaned, placement: clean(given.placement) };
  const tooLong = fields.filter((field) => codePointLength(texts[field] ?? '') > tipTextLimits[field]);
  if (tooLong.length > 0) {
    const why = (field: TipTextField) => `Keep this to ${tipTextLimits[field]} characters.`;
    return fail(
      problem('invalid-fields', { fields: Object.fromEntries(tooLong.map((field) => [field, why(field)])) }),
    );
  }
  const seenByOthers = [texts.name, given.privateMessage ? null : texts.message];
  return ok({ ...texts, moderation: moderate(seenByOthers, blockWords) });
}

function clean(text: string | null | undefined): string | null {
  return cleanLine(text ?? '') || null;
}

/** Characters of a reply, counted as code points. */
export const replyLimit = 500;

/** Milliseconds in which the owner can change a reply. Later the fan may have read it. */
export const replyChangeMs = 60 * 60_000;

/** Whether the owner may write or change the reply now. Only tips that count are answered: a held payment is not one yet. */
export const mayReply = ({ contrib, reply }: Pick<Tip, 'contrib' | 'reply'>, now: number): boolean =>
  contrib.count > 0 && (reply === null || now - reply.at < replyChangeMs);

/** Whether the fan can still be notified of the first answer. */
export const mayWatch = (tip: Pick<Tip, 'contrib' | 'state' | 'reply'>): boolean =>
  isAnswerable(tip) && tip.reply === null;

/** Tips that one text may thank. */
export const mostThanked = 500;

/** What stands for something of each tip in a text for many: `{name}`, `{amount}`. */
const placeholder = /\{([^{}\n]*)\}/gu;

type Placeholder = 'name' | 'amount';

const placeholderIn = (word: string): Placeholder | null => {
  const plain = word.trim().toLowerCase();
  return plain === 'name' || plain === 'amount' ? plain : null;
};

/** Characters of a placeholder that a refusal repeats. */
const shownOfPlaceholder = 40;

/** The first placeholder that nothing can be put in for, with its braces; null = there is none. */
export function unknownPlaceholder(text: string): string | null {
  const unknown = [...text.matchAll(placeholder)].find(([, word = '']) => placeholderIn(word) === null);
  return unknown === undefined ? null : Array.from(unknown[0]).slice(0, shownOfPlaceholder).join('');
}

export const usesName = (text: string): boolean =>
  [...text.matchAll(placeholder)].some(([, word = '']) => placeholderIn(word) === 'name');

/** `nameless`: what a fan without a name is called, and one whose name is held or hidden. */
export interface Thanks {
  readonly text: string;
  readonly nameless: string;
  /** Whether tips that were answered get another answer, as long as it may be changed. */
  readonly again: boolean;
}

/** The text for the fan of one tip, cleaned as an answer of its own would be. A fan's name is never read as a placeholder. */
export function thanksText(
  { text, nameless }: Pick<Thanks, 'text' | 'nameless'>,
  { fan, moderation, tipAmount, currency }: Pick<Tip, 'fan' | 'moderation' | 'tipAmount' | 'currency'>,
  locale: string,
): string {
  const name = (moderation.state === 'visible' ? fan.name : null) ?? nameless;
  const words = { name, amount: formatMoney({ minorUnits: tipAmount, currency }, locale) };
  return cleanLines(
    text.replace(placeholder, (whole, word: string) => {
      const known = placeholderIn(word);
      return known === null ? whole : words[known];
    }),
  );
}

/**
 * Why the fan of a tip is not thanked. `gone`: there is no such tip. `unpaid`: it does not count, or was given back. `answered`: it has an answer, and the
 * owner did not ask for another one. `late`: the answer is too old to be changed.
 */
export const notThanked = ['answered', 'late', 'unpaid', 'gone'] as const;
export type NotThanked = (typeof notThanked)[number];

/** Null = the fan is thanked. */
export function whyNotThanked(
  tip: Pick<Tip, 'contrib' | 'state' | 'reply'> | undefined,
  { again }: Pick<Thanks, 'again'>,
  now: number,
): NotThanked | null {
  if (tip === undefined) return 'gone';
  if (!isAnswerable(tip)) return 'unpaid';
  if (tip.reply !== null && !again) return 'answered';
  return mayReply(tip, now) ? null : 'late';
}
