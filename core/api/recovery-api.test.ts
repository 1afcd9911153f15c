import * as v from 'valibot';
import { expect, it } from 'vitest';
import { newCodesAnswer, recoveredAnswer, recoveryAnswer, recoveryBody } from './recovery-api';

it('a recovery needs the first step, the second factor and a code, each of a bounded length', () => {
  const whole = { pending: 'p', factor: 'f', code: '0000-0000' };
  expect(v.is(recoveryBody, whole)).toBe(true);
  for (const wrong of [{ pending: '' }, { factor: 'f'.repeat(129) }, { code: 7 }, { more: 1 }])
    expect([wrong, v.is(recoveryBody, { ...whole, ...wrong })]).toEqual([wrong, false]);
});

it('the answers have the codes once, and later only how many are left', () => {
  expect(v.is(newCodesAnswer, { codes: ['0000-0000'], madeAt: 1 })).toBe(true);
  expect(v.is(recoveryAnswer, { left: 9, madeAt: null })).toBe(true);
  expect(v.is(recoveryAnswer, { left: 9, madeAt: 1, codes: [] })).toBe(false);
  expect(v.is(recoveredAnswer, { recovered: true })).toBe(true);
});
