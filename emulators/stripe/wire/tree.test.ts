import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isBranch, parseForm, type Tree } from './tree';

const name = fc.stringMatching(/^[a-z_]{1,8}$/);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.array(tie('tree'), { minLength: 1, maxLength: 12 }),
    fc.dictionary(name, tie('tree'), { minKeys: 1, maxKeys: 4 }),
  ),
}));

/** The SDK's notation: brackets for objects, indices for lists. */
function pairs(key: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  return Object.entries(value as object).flatMap(([part, inner]) => pairs(`${key}[${part}]`, inner));
}

// Holds pay-161.
it('parses everything that the SDK can write', () => {
  fc.assert(
    fc.property(fc.dictionary(name, tree, { maxKeys: 4 }), (asked) => {
      const form = new URLSearchParams(
        Object.entries(asked).flatMap(([key, value]) => pairs(key, value)),
      ).toString();
      expect(JSON.parse(JSON.stringify(parseForm(form)))).toEqual(JSON.parse(JSON.stringify(asked)));
    }),
  );
});

it('parses lists without indices, and sorts by index', () => {
  expect(parseForm('expand[]=a&expand[]=b')).toEqual({ expand: ['a', 'b'] });
  const many = Array.from({ length: 11 }, (_, index) => `v${index}`);
  const shuffled = [...many.entries()].reverse().map(([index, value]) => `a[${index}]=${value}`);
  expect(parseForm(shuffled.join('&'))).toEqual({ a: many });
});

it('never throws, and cannot change a prototype', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a[]=&0_%.'.split(''), '__proto__', '[]') }), (form) => {
      const read: Tree = parseForm(form);
      expect(isBranch(read)).toBe(true);
    }),
  );
  parseForm('__proto__[polluted]=yes&constructor[prototype][polluted]=yes');
  expect('polluted' in {}).toBe(false);
});

it('separates objects from lists and from nothing', () => {
  expect([{}, [], null, 'a', 1].map((value) => isBranch(value))).toEqual([true, false, false, false, false]);
});
