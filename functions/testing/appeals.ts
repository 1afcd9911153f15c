import type { Appeal, AppealAnswer } from '../../core/moderation/report';
import { noon } from '../../core/testing/fakes';

/** An objection of an owner that waits for an answer. */
export const fakeAppeal = (change: Partial<Appeal> = {}): Appeal => ({
  v: 1,
  id: `uid-ada_${noon}`,
  from: 'owner',
  uid: 'uid-ada',
  handle: 'ada',
  measure: 'suspended',
  since: noon,
  reason: 'Fraud',
  decidedBy: 'grace@example.com',
  reportId: null,
  text: 'I am Ada.',
  language: 'en',
  madeAt: noon,
  answer: null,
  expiresAt: null,
  ...change,
});

export const fakeAppealAnswer = (change: Partial<AppealAnswer> = {}): AppealAnswer => ({
  outcome: 'upheld',
  text: 'The decision stays.',
  by: 'mo@example.com',
  at: noon,
  samePerson: false,
  ...change,
});
