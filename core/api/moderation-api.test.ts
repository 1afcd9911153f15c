import * as v from 'valibot';
import { expect, it } from 'vitest';
import { decisionBody } from './moderation-api';

const given = { outcome: 'hidden', facts: ' The name is wrong. ' };

it('a decision needs a known outcome and facts, and can limit only known parts', () => {
  expect(v.parse(decisionBody, given)).toEqual({
    outcome: 'hidden',
    facts: 'The name is wrong.',
    ground: '',
    parts: [],
    days: null,
    handle: '',
    foundByMachine: false,
  });
  const bad = [
    { outcome: 'closed' },
    { facts: ' ' },
    { facts: 'x'.repeat(1501) },
    { parts: ['name'] },
    { days: 0 },
    { force: true },
  ];
  expect(bad.filter((change) => v.is(decisionBody, { ...given, ...change }))).toEqual([]);
});
