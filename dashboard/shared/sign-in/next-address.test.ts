import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextAddress, signInAddress } from './next-address';

const origin = 'https://busker.example';
const next = (address: string) => nextAddress(`?next=${encodeURIComponent(address)}`, origin);

test('returns to the page that needed the sign-in', () => {
  const asked = signInAddress({ pathname: '/tips', search: '?state=paid' });
  expect(nextAddress(new URL(asked, origin).search, origin)).toBe('/tips?state=paid');
});

// Holds dash-017.
test('never leaves the app', () => {
  const foreign = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'evil',
  ];
  expect(foreign.filter((address) => next(address) !== '/')).toEqual([]);
});

// Holds dash-017.
test('stays on this origin for any input', () => {
  fc.assert(
    fc.property(fc.string(), (given) => {
      expect(new URL(next(given), origin).origin).toBe(origin);
    }),
  );
});
