import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { paths } from '../documents/documents';
import { badDocumentIds } from '../testing/fakes';
import { runs } from '../testing/runs';
import {
  characterLength,
  cleanLine,
  cleanLines,
  codePointLength,
  isDocumentId,
  readDocumentId,
  withoutFormula,
} from './text';

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
