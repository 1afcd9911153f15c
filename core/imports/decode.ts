import { fail, ok, type Result } from '../base/result';
import { maxImportBytes, type ImportFault } from './read-import';

/** How ZIP, gzip, RAR and 7z begin. A text may begin with “Rare” or “PK”. */
const archives = /^(504b0(304|506|708)|1f8b08|52617221|377abcaf)/;

/**
 * The text of a file or of a fetched page. `said`: the encoding that a server named (RFC 9110, section 8.3.2). UTF-8 that is valid is UTF-8; else what
 * the page says of itself counts, and then the letters that would come out.
 */
export function decodeImport(bytes: Uint8Array, said: string | null = null): Result<string, ImportFault> {
  if (bytes.length > maxImportBytes) return fail('too-large');
  if (archives.test(Array.from(bytes.subarray(0, 4), hex).join(''))) return fail('archive');
  const text = decoded(bytes, said);
  return isBinary(text.slice(0, 100_000)) ? fail('binary') : ok(text);
}

/** A picture, a PDF file or a program. A title may have a control character that came along. */
const isBinary = (text: string): boolean =>
  text.includes('\0') || (text.match(/[^\P{Cc}\s]/gu)?.length ?? 0) * 50 > text.length;

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

function decoded(bytes: Uint8Array, said: string | null): string {
  const [a = 0, b = 0] = bytes;
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && bytes.length > 1)) return in16(bytes, 'utf-16le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return in16(bytes, 'utf-16be');
  const utf8 = strictly(bytes, 'utf-8');
  // ISO-2022-JP has no byte above 127, so that it is valid UTF-8, too.
  if (utf8 !== null && /[\u0080-\uffff]/.test(utf8)) return utf8;
  const named = said ?? namedIn(bytes);
  const asNamed = named === null ? null : strictly(bytes, named);
  return asNamed ?? utf8 ?? new TextDecoder(guessed(bytes)).decode(bytes, { stream: true });
}

const in16 = (bytes: Uint8Array, label: string): string => new TextDecoder(label).decode(bytes);

/**
 * Null: these bytes are not in this encoding, or no encoding has this name (encoding.spec.whatwg.org). In two steps: at once, Node 20 reads windows-1252
 * as Latin-1 (nodejs/node#56542). A sample may end inside a character.
 */
function strictly(bytes: Uint8Array, label: string, isSample = false): string | null {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return decoder.decode(bytes, { stream: true }) + (isSample ? '' : decoder.decode());
  } catch {
    return null;
  }
}

/** The encoding that a page, a bookmark file or XML names in its first bytes (html.spec.whatwg.org, "prescan a byte stream"). */
function namedIn(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  const [, label = null] =
    /<(?:meta\s|\?xml\s)[^<>]{0,300}?(?:charset|encoding)\s{0,9}=\s{0,9}["']?([\w-]{1,40})/i.exec(start) ??
    [];
  // What names its encoding in ASCII is not in UTF-16.
  return label !== null && /^utf-?16/i.test(label) ? null : label;
}

interface Script {
  readonly label: string;
  /** What texts in these languages have beside ASCII. */
  readonly signs: RegExp;
  /** Latin letters with accents stand one or two in a row. */
  readonly isLatin?: true;
}

/** The first of those with the same result counts. */
const scripts: readonly Script[] = [
  {
    label: 'windows-1252',
    signs: /[äöüßÄÖÜàâáãåæçéèêëíìîïñóòôõøœúùûÿÀÁÂÉÈÊÇÑÓÍÚÅÆØŒ¡¿ªº]/,
    isLatin: true,
  },
  { label: 'windows-1254', signs: /[çğıöşüÇĞİÖŞÜâîûéÂÎÛ]/, isLatin: true },
  {
    label: 'windows-1250',
    signs: /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽäöüőűÄÖÜŐŰßâăîşţĂÂÎŞŢđĐ]/,
    isLatin: true,
  },
  { label: 'windows-1255', signs: /\p{Script=Hebrew}/u },
  { label: 'windows-1256', signs: /\p{Script=Arabic}/u },
  { label: 'windows-1251', signs: /\p{Script=Cyrillic}/u },
  { label: 'windows-1253', signs: /\p{Script=Greek}/u },
  {
    label: 'shift_jis',
    signs: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u,
  },
];

const everywhere = /[„“”‚‘’–—…«»°·•©®™€§\u00a0]/;

/** The encoding of the 8-bit and Japanese texts that spreadsheets and old programs write, by the letters that come out. */
function guessed(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, 50_000);
  const shares = scripts.map((script) => ({ label: script.label, share: shareOf(sample, script) }));
  return shares.reduce((best, each) => (each.share > best.share ? each : best)).label;
}

function shareOf(bytes: Uint8Array, { label, signs, isLatin }: Script): number {
  const text = strictly(bytes, label, true);
  if (text === null) return -1;
  const own = isLatin ? text.replace(/[\u0080-\uffff]{3,}/g, '') : text;
  const count = Array.from(own).filter(
    (sign) => sign > '\x7f' && (signs.test(sign) || everywhere.test(sign)),
  ).length;
  // Greek read as Cyrillic has capitals inside words; Polish read as Cyrillic has Latin letters inside them.
  const inside = isLatin
    ? /\p{Ll}\p{Lu}/gu
    : /\p{Ll}\p{Lu}|[A-Za-z](?=[\u0080-\uffff])|[\u0080-\uffff](?=[A-Za-z])/gu;
  const odd = text.match(inside)?.length ?? 0;
  return (count - odd) / Math.max(1, Array.from(text).filter((sign) => sign > '\x7f').length);
}
