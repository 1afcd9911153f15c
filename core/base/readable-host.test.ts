import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fromPunycode } from './punycode';
import { readableHost } from './readable-host';

const hostOf = (typed: string) => new URL(`https://${typed}`).hostname;

describe('a readable host name', () => {
  it.each([
    'müller.de',
    'straße.de',
    'café.example',
    'łódź.pl',
    'пример.рф',
    'почта.com',
    'москва.com',
    'ελλάδα.gr',
    'русский.example',
    '日本語.jp',
    'アニメ.jp',
    'tokyo日本.jp',
    '한국.kr',
    'مثال.com',
    'שלום.example',
    'भारत.com',
    'www.müller2-söhne.de',
    'ада.рф',
  ])('shows %s as it is written', (host) => {
    expect(readableHost(hostOf(host))).toBe(host.normalize('NFC'));
  });

  it.each([
    ['letters of Cyrillic that spell "apple"', 'аррӏе.com'],
    ['the same letters with marks', 'аррѐ.com'],
    ['one letter of Cyrillic in a Latin name', 'pаypal.com'],
    ['Greek letters that look like Latin ones', 'οικο.com'],
    ['Greek and Cyrillic', 'αж.com'],
    ['an Armenian lookalike', 'սոս.com'],
    ['a click that looks like a mark', 'ada\u01c3.com'],
    ['a letter of phonetics', 'ɡoogle.com'],
    ['a stroke that looks like a slash', 'adaノshop.com'],
    ['a loose mark', 'q\u0308a.com'],
  ])('keeps Punycode for %s', (_, host) => {
    expect(readableHost(hostOf(host))).toBe(hostOf(host));
    expect(hostOf(host)).toContain('xn--');
  });

  it('judges each label by itself', () => {
    expect(readableHost(hostOf('аррӏе.müller.de'))).toBe('xn--80ak6aa92e.müller.de');
  });

  it('always names the same place, and never has an invisible character', () => {
    const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(label, (text) => {
        const host = domainToASCII(`${text}.example`);
        fc.pre(host !== '' && URL.canParse(`https://${host}`));
        const shown = readableHost(host);
        expect(hostOf(shown)).toBe(host);
        expect(shown).not.toMatch(/[\p{C}\p{Z}]/u);
      }),
    );
  });
});

describe('Punycode', () => {
  test('is decoded as Node decodes it', () => {
    const letters = fc.constantFrom(...Array.from('abz09-äßžœжщпαω日本語한국שלםمثل'));
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 20 }), (text) => {
        const [label = ''] = domainToASCII(`${text}.example`).split('.');
        fc.pre(label.startsWith('xn--'));
        expect(fromPunycode(label.slice(4))).toBe(domainToUnicode(label));
      }),
    );
  });

  test('is read without an error, whatever follows the prefix', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const read = fromPunycode(text);
        expect(read === null || typeof read === 'string').toBe(true);
        expect(readableHost(`xn--${text}`)).toBeTypeOf('string');
      }),
    );
  });

  test.each(['99999999', '-', 'a-!', 'ü-a', '999999999999999999999999'])('%s is refused', (text) => {
    expect(readableHost(`xn--${text}`)).toBe(`xn--${text}`);
  });
});
