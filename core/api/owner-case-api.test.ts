import * as v from 'valibot';
import { expect, it } from 'vitest';
import { ownerCaseAnswer } from './owner-case-api';

const data = {
  uid: 'uid-ada',
  handle: null,
  aliases: [],
  card: null,
  links: [],
  restriction: null,
  openPayments: 0,
  deletedAt: null,
  possible: ['hide'],
  hideDays: 7,
  reports: [],
  acts: [],
};

it('an owner’s case names only verbs that exist, and has no email address', () => {
  expect(v.parse(ownerCaseAnswer, { data })).toEqual({ data });
  for (const wrong of [{ possible: ['erase'] }, { email: 'ada@example.com' }])
    expect(v.safeParse(ownerCaseAnswer, { data: { ...data, ...wrong } }).success).toBe(false);
});
