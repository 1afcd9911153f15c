import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireFields } from '../../wire-value';
import { anyText } from '../testing/arbitrary-values';
import { formatFieldPath, getField, parseFieldPath, withField, withFields, type FieldChange } from './names';
import { StatusError } from './status';

describe('field path', () => {
  const one = { integerValue: '1' };

  describe('field paths', () => {
    it('parse to the segments that they were formatted from, for any name', () => {
      const name = anyText({ minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (path) => {
          expect(parseFieldPath(formatFieldPath(path))).toEqual(path);
        }),
      );
    });

    it.each(['', '.', 'a..b', 'a.', '.a', '`a', 'a`b', 'a[0]', 'a*', '``'])('refuse %j', (text) => {
      expect(() => parseFieldPath(text)).toThrow(StatusError);
    });

    it('find only own properties', () => {
      expect(getField({}, ['constructor'])).toBeUndefined();
      const fields = Object.create(null) as WireFields;
      fields['__proto__'] = one;
      expect(getField(fields, ['__proto__'])).toEqual(one);
    });

    it('set and remove a field without changing the original', () => {
      const fields: WireFields = { a: { mapValue: { fields: { b: one } } }, c: one };
      expect(withField(fields, ['a', 'd'], one)).toEqual({
        a: { mapValue: { fields: { b: one, d: one } } },
        c: one,
      });
      expect(withField(fields, ['a', 'b'], undefined)).toEqual({ a: { mapValue: { fields: {} } }, c: one });
      expect(withField(fields, ['x', 'y'], undefined)).toEqual(fields);
      expect(withField(fields, ['c', 'y'], one)).toEqual({
        ...fields,
        c: { mapValue: { fields: { y: one } } },
      });
      expect(fields).toEqual({ a: { mapValue: { fields: { b: one } } }, c: one });
    });

    it('in one call have the same effect as one after the other', () => {
      const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 });
      const value = fc.constantFrom(one, undefined, { mapValue: {} }, { mapValue: { fields: { a: one } } });
      const changes = fc.array(fc.tuple(path, value), { maxLength: 6 });
      fc.assert(
        fc.property(changes, changes, (before, after) => {
          const oneByOne = (from: WireFields, each: readonly FieldChange[]) =>
            each.reduce((fields, change) => withField(fields, ...change), from);
          const start = oneByOne({}, before);
          const untouched = structuredClone(start);
          expect(withFields(start, after)).toEqual(oneByOne(start, after));
          expect(start).toEqual(untouched);
        }),
      );
    });
  });
});
