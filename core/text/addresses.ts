import * as v from 'valibot';
import { readUrl } from './safe-url';

/** The parameters of Punycode for host names (RFC 3492, section 5). */
const base = 36;
const smallest = 1;
const largest = 26;
const skew = 38;
const damp = 700;
const firstBias = 72;
const firstCode = 0x80;
const lastCode = 0x10ffff;

/**
 * The Unicode text of one label of a host name, without its prefix `xn--`; null if it is no Punycode. Browsers turn Unicode into Punycode (`URL`), but
 * none of them offers the way back to a page.
 */
export function fromPunycode(label: string): string | null {
  const delimiter = label.lastIndexOf('-');
  const codes = Array.from(label.slice(0, Math.max(0, delimiter)), (letter) => Number(letter.codePointAt(0)));
  if (codes.some((code) => code >= firstCode)) return null;
  let [code, bias, index] = [firstCode, firstBias, 0];
  for (let at = delimiter + 1; at < label.length; index += 1) {
    const before = index;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(label[at] ?? '');
      at += 1;
      index += digit * weight;
      if (!(index <= Number.MAX_SAFE_INTEGER)) return null;
      const threshold = Math.min(Math.max(k - bias, smallest), largest);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const size = codes.length + 1;
    bias = adapted(index - before, size, before === 0);
    code += Math.floor(index / size);
    if (code > lastCode) return null;
    index %= size;
    codes.splice(index, 0, code);
  }
  return String.fromCodePoint(...codes);
}

/** NaN for a character that is no digit. */
const digitOf = (letter: string): number =>
  /^[a-z0-9]$/i.test(letter) ? (parseInt(letter, base) + 26) % base : NaN;

/** RFC 3492, section 6.1. */
function adapted(difference: number, size: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? damp : 2));
  delta += Math.floor(delta / size);
  let k = 0;
  for (; delta > ((base - smallest) * largest) / 2; k += base) delta = Math.floor(delta / (base - smallest));
  return k + Math.floor(((base - smallest + 1) * delta) / (delta + skew));
}

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

/** RFC 5321, 4.5.3.1: characters that fit between the angle brackets of RCPT TO, and before the @. */
export const maxEmailLength = 254;
const maxLocalLength = 64;

/**
 * The characters before the @ as HTML has them ("valid email address", html.spec.whatwg.org/#valid-e-mail-address), and RFC 5321's rule for dots. No
 * quotation marks, lists, routes or comments: nothing that a mail library could read as a second address (GHSA-mm7p-fcc7-pg87).
 */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** Letters of any script, which become ASCII below. `URL` would decode `%41` and read `/`, `?`, `#` and `:` as the end of the host. */
const writtenHost = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;

/** At least one dot; the last label is no number, so that an IP address is none. */
const asciiHost = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Empty when it is no host name. Like `domainToASCII` of Node, which browsers lack. */
function toAscii(host: string): string {
  try {
    return writtenHost.test(host) ? new URL(`http://${host}`).hostname : '';
  } catch {
    return '';
  }
}

/**
 * One email address as it is sent and stored: without the spaces around it, its domain in lower case and in ASCII (RFC 5890). Null when it is none,
 * or more than one. The only rule for addresses, for browsers and server.
 */
export function readEmailAddress(typed: string): string | null {
  const trimmed = typed.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(0, at));
  if (local.length > maxLocalLength || !localPart.test(local)) return null;
  const host = toAscii(trimmed.slice(at + 1));
  const address = `${local}@${host}`;
  return asciiHost.test(host) && address.length <= maxEmailLength ? address : null;
}

/** Dots before the @ and what follows a plus lead to the same mailbox at Gmail (support.google.com/mail/answer/7436150). */
const gmail = /^(?:gmail|googlemail)\.com$/;

/**
 * The mailbox that an address most probably leads to, for counting what is sent to one person: capital letters, and what follows a plus, are how people
 * write several addresses of one mailbox (RFC 5233). Nothing is sent to it.
 */
export function mailboxOf(address: string): string {
  const lower = address.toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1);
  const [local = ''] = lower.slice(0, Math.max(0, at)).split('+');
  return `${gmail.test(domain) ? local.replaceAll('.', '') : local}@${gmail.test(domain) ? 'gmail.com' : domain}`;
}

/** A field with an email address. `message`: a sentence, or a fault code of `field-faults.ts`. */
export const emailAddress = <M extends string>(message: M) =>
  v.pipe(
    v.string(message),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const read = readEmailAddress(dataset.value);
      if (read !== null) return read;
      addIssue({ message });
      return NEVER;
    }),
  );

/** A part of a text: words, or a web address in it. */
export interface TextPart {
  readonly words: string;
  readonly url: string | null;
}

/** Web addresses in a text, without the marks of the sentence around them. A pair of round brackets is a part of the address. */
export function textParts(given: string): readonly TextPart[] {
  return given
    .split(
      /(https?:\/\/(?:\([^\s<>"'()]*\)|[^\s<>"'(]|\((?![^\s<>"'()]*\)))*(?:\([^\s<>"'()]*\)|[^\s<>"'.,;:!?()\]}]))/i,
    )
    .map((words, index) => ({ words, url: index % 2 === 1 ? words : null }))
    .filter(({ words }) => words !== '');
}
