import * as v from 'valibot';
import { expect, it } from 'vitest';
import { noon } from '../testing/fakes';
import { standingAnswer } from './standing-api';

it('a restriction names only known parts, and good standing is no restriction', () => {
  const restriction = {
    state: 'limited',
    scope: ['bio', 'link:k1'],
    reason: 'Not yours.',
    since: noon,
    until: null,
    decisionId: null,
  };
  const reads = (given: object) => v.is(standingAnswer, { restriction: { ...restriction, ...given } });
  expect([reads({}), reads({ scope: ['name'] }), reads({ state: 'good' })]).toEqual([true, false, false]);
  expect(v.is(standingAnswer, { restriction: null })).toBe(true);
});
