import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { WireValue } from '../../wire-value';
import { anyText, anyValue } from './arbitrary-values';
import { compareIds, comparePaths } from './path-order';
import { compareText } from './text-order';
import { compareValues } from './value-order';

const int = (integerValue: string): WireValue => ({ integerValue });
const double = (doubleValue: number | 'NaN' | '-0' | 'Infinity'): WireValue => ({ doubleValue });
const vector = (...numbers: number[]): WireValue => ({
  mapValue: {
    fields: {
      __type__: { stringValue: '__vector__' },
      value: { arrayValue: { values: numbers.map(double) } },
    },
  },
});

describe('the order of values', () => {
  it('sorts the types as production does', () => {
    const sorted: WireValue[] = [
      { nullValue: null },
      { booleanValue: false },
      { booleanValue: true },
      double('NaN'),
      int('-1'),
      double(0.5),
      int('1'),
      { timestampValue: '2026-01-01T00:00:00.000000Z' },
      { stringValue: '' },
      { stringValue: 'a' },
      { bytesValue: '' },
      { referenceValue: 'projects/p/databases/d/documents/c/d' },
      { geoPointValue: { latitude: 0, longitude: 0 } },
      { arrayValue: {} },
      vector(9),
      vector(1, 2),
      { mapValue: { fields: {} } },
      { mapValue: { fields: { a: int('1') } } },
    ];
    expect([...sorted].reverse().sort(compareValues)).toEqual(sorted);
  });

  it('compares 64-bit integers exactly, with integers and with doubles', () => {
    expect(compareValues(int('9007199254740993'), int('9007199254740992'))).toBeGreaterThan(0);
    expect(compareValues(int('9007199254740993'), double(9007199254740992))).toBeGreaterThan(0);
    expect(compareValues(int('9223372036854775807'), double(9223372036854775808))).toBeLessThan(0);
    expect(compareValues(int('9223372036854775807'), double('Infinity'))).toBeLessThan(0);
    expect(compareValues(int('0'), double('-0'))).toBe(0);
  });

  it('is a total order', () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
        expect(compareValues(a, a)).toBe(0);
        expect(Math.sign(compareValues(a, b))).toBe(-Math.sign(compareValues(b, a)) + 0);
        const [first, second, third] = [a, b, c].sort(compareValues);
        const rising = [first, second, third].flatMap((value) => (value === undefined ? [] : [value]));
        expect(rising.every((low, i) => rising.slice(i).every((high) => compareValues(low, high) <= 0))).toBe(
          true,
        );
      }),
      { numRuns: 500 * inject('times') },
    );
  });
});

describe('the order of text', () => {
  it('is the order of the UTF-8 bytes', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 8 }), anyText({ maxLength: 8 }), (a, b) => {
        expect(Math.sign(compareText(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
    );
    expect(compareText('｡', '🙂')).toBeLessThan(0);
  });

  it('puts numeric ids first, by number', () => {
    expect(['b', '__id10__', 'A', '__id9__', '__id-3__'].sort(compareIds)).toEqual([
      '__id-3__',
      '__id9__',
      '__id10__',
      'A',
      'b',
    ]);
    expect(comparePaths('c/a', 'c/a/d/e')).toBeLessThan(0);
    expect(comparePaths('c/a/d', 'c/a!/d')).toBeLessThan(0);
  });
});
