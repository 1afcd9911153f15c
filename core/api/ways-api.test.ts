import * as v from 'valibot';
import { expect, it } from 'vitest';
import { waysAnswer } from './ways-api';

it('a way to pay has a name that is known and one of the five states', () => {
  const answer = { ways: [{ type: 'apple_pay', state: 'on' }] };
  expect(v.is(waysAnswer, answer)).toBe(true);
  expect(v.is(waysAnswer, { ways: [{ type: 'klarna', state: 'on' }] })).toBe(false);
  expect(v.is(waysAnswer, { ways: [{ type: 'card', state: 'unknown' }] })).toBe(false);
});
