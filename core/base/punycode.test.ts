import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromPunycode } from './punycode';

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
