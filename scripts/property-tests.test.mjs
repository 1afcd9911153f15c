import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyTests } from './property-tests.mjs';

const source = `import fc from 'fast-check';\nfc.assert(property, { numRuns: 3_000 });\n`;
const transformed = (code, times) => propertyTests(times).transform(code, '/core/fees.test.ts');

it('begins from one seed in every property test, this one too', () => {
  const drawn = () => fc.sample(fc.nat(), 20);
  expect(drawn()).toEqual(drawn());
  expect(transformed(source, 0)).toContain('configureProperties({ seed: ');
  expect(transformed(source, 0)).toContain('{ numRuns: 3_000 }');
});

it('begins anywhere in a hunt, and tries as many times as much', () => {
  expect(transformed(source, 7)).toContain('configureProperties({ numRuns: 700 })');
  expect(transformed(source, 7)).toContain('{ numRuns: (3_000) * 7 }');
});

it('keeps the lines where they are, and leaves other files alone', () => {
  expect(transformed(source, 0).split('\n')).toHaveLength(source.split('\n').length);
  expect(transformed('export const a = 1;', 0)).toBeNull();
});
