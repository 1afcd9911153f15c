import { decodeMail, encodeMail } from '../documents/mail-document';
import { decodeReport, encodeReport } from '../documents/report-document';
import { fakeDecision, fakeReport } from './fake-report';
import { noon } from './fakes';
import { storedRow, type StoredRow } from './stored-row';

const closed = fakeReport({
  state: { name: 'closed', decision: fakeDecision({ until: noon + 1 }), appeal: 'reversed', at: noon },
  subject: null,
  expiresAt: noon,
});

const mail = {
  v: 1 as const,
  to: 'ada@example.com',
  message: { subject: 'A', text: 'B' },
  createdAt: noon,
  expiresAt: noon + 1,
  delivery: null,
};

/** The documents of reports, for the tests of all document types. */
export const reportRows: readonly StoredRow[] = [
  ...storedRow('report', fakeReport(), encodeReport, decodeReport),
  ...storedRow('closed report', closed, encodeReport, decodeReport),
  ...storedRow('mail', mail, encodeMail, decodeMail),
  ...storedRow('sent mail', { ...mail, delivery: { state: 'BY-HAND' } }, encodeMail, decodeMail),
];
