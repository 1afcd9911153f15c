import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextAddress, signInAddress } from './addresses';

describe('next address', () => {
  const origin = 'https://busker.example';
  const next = (address: string) => nextAddress(`?next=${encodeURIComponent(address)}`, origin);

  test('returns to the page that needed the sign-in', () => {
    const asked = signInAddress({ pathname: '/tips', search: '?state=paid', hash: '#row' });
    expect(nextAddress(new URL(asked, origin).search, origin)).toBe('/tips?state=paid#row');
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
      '/.//evil.example/',
      '/./\\evil.example',
      '/x/..//evil.example',
      '/x/..//',
      '/%2e//evil.example',
      '/%2E//',
      '/./\\',
      '/..//evil.example',
      '/x/%2e%2e//evil.example',
      '/\t.//evil.example',
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

  // Holds dash-017.
  test('stays on this origin for any path of dots, slashes, their escapes and a host', () => {
    const parts = fc.constantFrom(
      '.',
      '..',
      '%2e',
      '%2E%2e',
      '/',
      '\\',
      '%2f',
      '\t',
      '\n',
      '@',
      ':',
      'x',
      'evil.example',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 9 }), (given) => {
        const address = next(`/${given.join('')}`);
        expect(new URL(address, origin).origin).toBe(origin);
        expect(address).toMatch(/^\/(?!\/)/);
      }),
    );
  });

  test('keeps path, query and hash', () => {
    for (const address of ['/tips?state=paid#row', '/profile#links', '/a//b?next=//evil.example#//x'])
      expect(next(address)).toBe(address);
  });
});
