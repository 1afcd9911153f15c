import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import * as v from 'valibot';
import { paths } from '../documents/documents';
import { badDocumentIds } from '../testing/fakes';
import { runs } from '../testing/runs';
import { emails, noEmails } from '../testing/email-addresses';
import {
  characterLength,
  cleanLine,
  cleanLines,
  codePointLength,
  isDocumentId,
  readDocumentId,
  withoutFormula,
} from './text';
import { emailAddress, fromPunycode, mailboxOf, readEmailAddress, readableHost } from './addresses';

describe('clean text', () => {
  // The unit 'binary' of fast-check takes seconds to initialise.
  const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

  describe('one line', () => {
    test.each([
      ['  two   words ', 'two words'],
      ['two\nlines\r\nhere', 'two lines here'],
      ['tab\tand\u00a0nbsp', 'tab and nbsp'],
      ['e\u0301', 'é'],
      ['abc\u202edcba', 'abcdcba'],
      ['a\u2066b\u2069', 'ab'],
      ['zero\u200bwidth\ufeff', 'zerowidth'],
      ['nul\u0000 bell\u0007', 'nul bell'],
      ['a\ud800b', 'ab'],
      ['\u3164\u115f', ''],
      ['apple \uf8ff', 'apple'],
      ['z\u0300\u0301\u0302\u0303\u0304\u0305', 'z\u0300\u0301\u0302\u0303'],
      ['👩‍👩‍👧 and 👍🏽', '👩‍👩‍👧 and 👍🏽'],
      ['❤️‍🔥', '❤️‍🔥'],
      ['👩🏽‍🚀', '👩🏽‍🚀'],
      ['می‌خواهم', 'می‌خواهم'],
      ['क्‍ष', 'क्‍ष'],
      ['a\u200db', 'ab'],
      ['\u200d', ''],
      ['<b>&amp;</b>', '<b>&amp;</b>'],
    ])('%j becomes %j', (raw, cleaned) => {
      expect(cleanLine(raw)).toBe(cleaned);
    });
  });

  describe('several lines', () => {
    test.each([
      ['one\ntwo', 'one\ntwo'],
      ['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
      ['one \n\n\n\n two', 'one\n\ntwo'],
      ['  \n one', 'one'],
      ['a  b\tc', 'a b c'],
    ])('%j becomes %j', (raw, cleaned) => {
      expect(cleanLines(raw)).toBe(cleaned);
    });
  });

  const anyText = fc.string({
    unit: fc.oneof(
      anyCharacter,
      fc.constantFrom(
        '\u200d',
        '\u200c',
        '\u202e',
        '\n',
        '\r',
        ' ',
        '👩',
        '🏽',
        '\ufe0f',
        'e',
        '\u0301',
        'می',
        '\ud83d',
      ),
    ),
  });

  it('cleaning a clean text changes nothing', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        expect(cleanLine(cleanLine(raw))).toBe(cleanLine(raw));
        expect(cleanLines(cleanLines(raw))).toBe(cleanLines(raw));
      }),
      { numRuns: runs(1000) },
    );
  });

  // Holds pay-135.
  it('removes every invisible and direction-changing character', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        expect(cleanLine(raw)).not.toMatch(/[\p{Cc}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u);
        expect(cleanLines(raw)).not.toMatch(/[^\P{Cc}\n]|\p{Cs}|[\u202a-\u202e]/u);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('counts an emoji of one code point as one character', () => {
    expect([codePointLength('abc'), codePointLength('👍'), codePointLength('')]).toEqual([3, 1, 0]);
  });

  describe('the length of a text', () => {
    it.each([
      ['abc', 3],
      ['', 0],
      ['👩‍👩‍👧‍👦', 3],
      ['🇩🇪', 1],
      ['e\u0301', 1],
      ['한국어', 3],
      ['हिन्दी', 2],
      ['\r\n', 1],
    ])('of %j is %i characters, as people count them', (text, length) => {
      expect(characterLength(text)).toBe(length);
    });

    it('is counted in code points by a browser that knows no characters of several', () => {
      vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
      expect(characterLength('🇩🇪')).toBe(2);
      vi.unstubAllGlobals();
    });

    it('never counts more than code points, nor lets a character have more than three of them on average', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme' }), (text) => {
          const codePoints = codePointLength(text);
          expect(characterLength(text)).toBeLessThanOrEqual(codePoints);
          expect(codePoints).toBeLessThanOrEqual(3 * characterLength(text));
        }),
      );
    });
  });
});

describe('formula cells', () => {
  it.each([
    '5.00',
    '-5.00',
    '-5,00',
    '1,234',
    'Great ;-)',
    'a, b; c',
    'one\ntwo',
    'It was 5,-',
    'a@b.example',
  ])('leaves %j as it is', (cell) => expect(withoutFormula(cell)).toBe(cell));

  it.each([
    ['=1', "'=1"],
    ['-1,5.2', "'-1,5.2"],
    ['ok;=HYPERLINK("x")', 'ok;\'=HYPERLINK("x")'],
    ['ok\t@SUM(1)', "ok\t'@SUM(1)"],
    ['ok;"=cmd|x!A0', 'ok;"\'=cmd|x!A0'],
    ['ok,\n+cmd|x!A0', "ok,\n'+cmd|x!A0"],
  ])('makes text of %j', (cell, text) => expect(withoutFormula(cell)).toBe(text));
});

describe('a document id', () => {
  it.each(['a', 'ada', '_', '___', '__a', 'a__', '...', 'tip-1', 'é'.repeat(750), 'x'.repeat(1500)])(
    'may be %s',
    (given) => expect(readDocumentId(given)).toBe(given),
  );

  it.each([...badDocumentIds, 'é'.repeat(751), '\ud800', 7, null, undefined])('may not be %j', (given) =>
    expect(readDocumentId(given)).toBeUndefined(),
  );

  it('is always one segment of a path', () => {
    fc.assert(
      fc.property(fc.string(), (given) => {
        expect(!isDocumentId(given) || paths.tip('ada', given).split('/').length === 4).toBe(true);
      }),
    );
  });
});

describe('readable host', () => {
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
});

describe('punycode', () => {
  it.each([
    ['mller-kva', 'müller'],
    ['80ak6aa92e', 'аррӏе'],
    ['fsqu00a', '例子'],
    ['', ''],
  ])('reads %s as %s', (code, text) => {
    expect(fromPunycode(code)).toBe(text);
  });

  it.each([
    ['a letter that is none of its digits', 'mller-kv_'],
    ['letters outside ASCII', 'müller-kva'],
    ['a number that does not end', 'mller-z'],
    ['a number without end', '9'.repeat(60)],
    ['a letter beyond Unicode', 'a-99999a'],
  ])('refuses %s', (_, code) => {
    expect(fromPunycode(code)).toBeNull();
  });

  it('reads what the browsers write', () => {
    const letters = fc.constantFrom(...'abcäßçñøłжяאبह字ひカ한'.split(''));
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 12 }), (parts) => {
        const host = domainToASCII(`${parts.join('')}.example`);
        fc.pre(host.startsWith('xn--'));
        const label = host.slice('xn--'.length, -'.example'.length);
        expect(domainToASCII(`${fromPunycode(label)}.example`)).toBe(host);
      }),
    );
  });
});

describe('email address', () => {
  describe('an email address', () => {
    it.each(emails)('%j is read as %j', (typed, address) => {
      expect(readEmailAddress(typed)).toBe(address);
      expect(readEmailAddress(address)).toBe(address);
    });

    it.each(noEmails)('%j is none', (typed) => {
      expect(readEmailAddress(typed)).toBeNull();
    });

    it('is none where the domain is no host name, although it has the signs of one', () => {
      expect(readEmailAddress('nina@xn--a.example')).toBeNull();
    });

    it('is refused with the sentence of its field', () => {
      const field = emailAddress('Enter an email address.');
      expect(v.parse(field, ' nina@bücher.example ')).toBe('nina@xn--bcher-kva.example');
      expect(v.safeParse(field, 'nina@example').issues?.[0].message).toBe('Enter an email address.');
    });

    it('that is read has one @, only ASCII, and none of the signs of a list', () => {
      const sign = fc.constantFrom(...Array.from('kim@.,;:<>()[]"\\ \r\n\tä-1%/?#\u2028\u0000。'));
      fc.assert(
        fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
          const address = readEmailAddress(`kim${signs.join('')}@example.com${signs.slice(0, 3).join('')}`);
          expect(address ?? 'kim@example.com').toMatch(/^[^\s@<>()[\]",;:\\]+@[a-z0-9.-]+$/u);
        }),
      );
    });
  });

  it.each([
    ['Nina@Example.com', 'nina@example.com'],
    ['nina+shop@example.com', 'nina@example.com'],
    ['nina+a+b@example.com', 'nina@example.com'],
    ['n.i.na+x@gmail.com', 'nina@gmail.com'],
    ['nina@googlemail.com', 'nina@gmail.com'],
    ['n.ina@example.com', 'n.ina@example.com'],
  ])('%s is counted as the mailbox %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox);
  });
});
