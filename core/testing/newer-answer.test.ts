import { expect, it } from 'vitest';
import { newerAnswer } from './newer-answer';

it('has the same fields and two more in every object, also inside lists', () => {
  const more = { newField: { inside: [1, { deep: true }] }, another: null };
  expect(newerAnswer({ a: 1, b: [{ c: null }, 'd'] })).toEqual({
    ...more,
    a: 1,
    b: [{ ...more, c: null }, 'd'],
  });
});
