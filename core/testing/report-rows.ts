import { appealDocument, reportDocument } from '../moderation/report-document';
import { mailDocument } from '../outbox-documents/event-document';
import { seenTermsDocument } from '../account/account-document';
import { appealId, type Appeal, type AppealAnswer } from '../moderation/report';
import { fakeDecision, fakeReport } from './fake-report';
import { noon } from './fakes';
import { storedRow, type StoredRow } from './stored-row';

const closed = fakeReport({
  state: { name: 'closed', decision: fakeDecision({ until: noon + 1 }), appeal: 'reversed', at: noon },
  subject: null,
  expiresAt: noon,
});

const appeal: Appeal = {
  v: 1,
  id: appealId('uid-ada', noon),
  from: 'owner',
  uid: 'uid-ada',
  handle: 'ada',
  measure: 'suspended',
  since: noon,
  reason: 'The page shows somebody else.',
  decidedBy: 'grace@example.com',
  reportId: null,
  text: 'I am Ada.',
  language: 'en',
  madeAt: noon,
  answer: null,
  expiresAt: null,
};
const answer: AppealAnswer = {
  outcome: 'upheld',
  text: 'It stands.',
  by: 'grace@example.com',
  at: noon,
  samePerson: true,
};
const mail = {
  v: 1 as const,
  to: 'ada@example.com',
  message: { subject: 'A', text: 'B' },
  createdAt: noon,
  expiresAt: noon + 1,
  dueAt: null,
  tries: 0,
  delivery: null,
};

/** The report documents, for the tests that cover all document types. */
export const reportRows: readonly StoredRow[] = [
  ...storedRow('report', fakeReport(), reportDocument),
  ...storedRow('closed report', closed, reportDocument),
  ...storedRow('appeal', appeal, appealDocument),
  ...storedRow('answered appeal', { ...appeal, answer, expiresAt: noon }, appealDocument),
  ...storedRow('seen terms', { v: 1, version: '2026-11-23', at: noon }, seenTermsDocument),
  ...storedRow('mail', mail, mailDocument),
  ...storedRow('due mail', { ...mail, dueAt: noon, tries: 2 }, mailDocument),
  ...storedRow('sent mail', { ...mail, delivery: { state: 'BY-HAND', error: null } }, mailDocument),
];
