import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMailAddress } from './mail-address';

describe('a mail address', () => {
  it.each([
    ['kim@example.com', 'kim@example.com'],
    ['Kim.Lee+tips@Mail.Example.COM', 'Kim.Lee+tips@mail.example.com'],
    ["o'hara!x@example.co.uk", "o'hara!x@example.co.uk"],
    ['kim@bücher.example', 'kim@xn--bcher-kva.example'],
    ['x1@privaterelay.appleid.com', 'x1@privaterelay.appleid.com'],
  ])('%j is sent to as %j', (given, address) => {
    expect(parseMailAddress(given)).toEqual({ ok: true, value: address });
  });

  it.each([
    '',
    'kim',
    '@example.com',
    'kim@',
    'kim@localhost',
    'kim@10.0.0.1',
    'kim@[10.0.0.1]',
    'kim@example.com.',
    'kim@-a.example',
    ' kim@example.com',
    'kim@example.com\r\nBcc: eve@evil.example',
    'kim@exam\u0000ple.com',
    'kim\u202e@example.com',
    '"kim lee"@example.com',
    'Kim <kim@example.com>',
    'kim@example.com, eve@evil.example',
    'kim@example.com;eve@evil.example',
    'group:kim@example.com',
    'kim@eve@example.com',
    'kim(comment)@example.com',
    String.raw`kim\@eve@example.com`,
    '.kim@example.com',
    'kim..lee@example.com',
    `${'k'.repeat(65)}@example.com`,
    `kim@${'a.'.repeat(125)}example`,
  ])('%j is refused by the name of its field', (given) => {
    expect(parseMailAddress(given)).toMatchObject({
      ok: false,
      problem: { code: 'address-not-allowed', fields: { address: expect.any(String) } },
    });
  });

  it('that is accepted has one @, no space and none of the signs of a list', () => {
    const sign = fc.constantFrom(...Array.from('kim@.,;:<>()[]"\\ \r\n\tä-1\u2028\u0000'));
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
        const address = parseMailAddress(`${signs.join('')}@example.com`);
        const value = address.ok ? address.value : 'refused@example.com';
        expect(value).toMatch(/^[^\s@<>()[\]",;:\\]+@[a-z0-9.-]+$/u);
      }),
    );
  });
});
