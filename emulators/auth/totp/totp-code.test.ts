import { expect, it } from 'vitest';
import { isTotpCode, toBase32, totpCode } from './totp-code';

const secret = toBase32(Buffer.from('12345678901234567890'));

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [20000000000, '353130'],
])('makes the code of RFC 6238 at second %i', (second, code) => {
  expect(totpCode(secret, second * 1000)).toBe(code);
});

it('accepts a code for five periods around its own, and no longer', () => {
  const at = Date.UTC(2026, 10, 25, 12);
  const code = totpCode(secret, at);
  const after = [5, 6].map((periods) => isTotpCode(secret, code, at + periods * 30_000));
  expect(after).toEqual([true, false]);
  expect(isTotpCode(secret, `${code}0`, at)).toBe(false);
});
