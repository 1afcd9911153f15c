import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageOrigin } from './routes';

describe('the origin of a page', () => {
  it.each(['https://blog.example', 'http://127.0.0.1:4200', 'https://xn--bcher-kva.example:8443'])(
    'is accepted as a browser writes it: %s',
    (header) => expect(pageOrigin(header)).toBe(header),
  );

  it.each([
    undefined,
    '',
    'null',
    'https://blog.example/',
    'https://blog.example/page',
    'https://BLOG.example',
    'https://blog.example:443',
    'https://ada@blog.example',
    'chrome-extension://abcdef',
    'file:///etc/passwd',
    '=HYPERLINK("https://eve.example")',
    `https://${'a'.repeat(300)}.example`,
  ])('is null for the header %s', (header) => expect(pageOrigin(header)).toBeNull());

  it('is always an origin or null', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (header) => {
        const origin = pageOrigin(header);
        expect(origin === null || new URL(origin).origin === header).toBe(true);
      }),
    );
  });
});
