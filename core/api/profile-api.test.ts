import * as v from 'valibot';
import { expect, it } from 'vitest';
import { handleAnswer, maxHandlesAtOnce } from './profile-api';

it('a handle is free, yours or taken, without further details', () => {
  const answers = ['free', 'yours', 'taken', 'reserved'].map((state) =>
    v.is(handleAnswer, { handle: 'ada', state }),
  );
  expect(answers).toEqual([true, true, true, false]);
  expect(v.is(handleAnswer, { handle: 'ada', state: 'taken', uid: 'someone' })).toBe(false);
});

it('a page can request as many profiles at once as fit into one URL', () => {
  expect('/v1/profiles?handles='.length + maxHandlesAtOnce * 31).toBeLessThan(2000);
});
