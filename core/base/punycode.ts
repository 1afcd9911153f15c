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
