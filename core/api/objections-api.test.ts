import * as v from 'valibot';
import { expect, it } from 'vitest';
import { objectionAnswerBody, objectionsAnswer } from './objections-api';
import { appealId, reporterAppealId } from '../report/appeal';

it('an answer to an objection has an outcome and a text', () => {
  const body = { outcome: 'upheld', text: ' It stands. ' } as const;
  expect(v.parse(objectionAnswerBody, body)).toEqual({ outcome: 'upheld', text: 'It stands.' });
  for (const wrong of [{ ...body, outcome: 'open' }, { ...body, text: ' ' }, { outcome: 'upheld' }])
    expect(v.safeParse(objectionAnswerBody, wrong).success).toBe(false);
});

it('an owner objects once to a restriction, and a reporter once to a decision', () => {
  expect(new Set([appealId('a', 1), appealId('a', 2), reporterAppealId('a', 1)]).size).toBe(3);
  expect(v.safeParse(objectionsAnswer, { role: 'owner', objections: [] }).success).toBe(false);
});
