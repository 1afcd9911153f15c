import type { Appeal, AppealAnswer, Report } from '@busker/core/moderation/report';
import { reportDocument } from '@busker/core/moderation/report-document';
import { mailDocument, type Mail } from '@busker/core/outbox-documents/event-document';
import { noon } from '@busker/core/testing/fakes';
import type { Answer, Scenario } from './ada';

/** A complete report of Ada's page, as a browser without JavaScript sends it. */
export const goodReport = {
  u: 'ada',
  requestId: 'id000099',
  kind: 'fraud',
  address: 'https://busker.test/@ada',
  ground: 'Terms, fraud',
  why: 'She is not Ada.',
  name: 'Zoe',
  email: 'zoe@example.com',
  goodFaith: 'on',
};

export function sendReport(
  scenario: Scenario,
  change: Partial<Record<keyof typeof goodReport | 'challenge', string>> = {},
  { language = 'en', address = '203.0.113.7' } = {},
): Promise<Answer> {
  const body = new URLSearchParams({ ...goodReport, ...change }).toString();
  return scenario.call('POST', `/report?lang=${language}`, body, {
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': address,
  });
}

const found = <T>(
  scenario: Scenario,
  folder: string,
  decode: (data: unknown) => { ok: boolean; value?: T },
) =>
  Object.entries(scenario.deps.store.dump()).flatMap(([path, data]) => {
    const read = path.startsWith(folder) ? decode(data) : undefined;
    return read?.value === undefined ? [] : [read.value];
  });

export const storedReports = (scenario: Scenario): readonly Report[] =>
  found<Report>(scenario, 'reports/', reportDocument.decode);

/** The stored mails to one person. */
export const mailsTo = (scenario: Scenario, to: string): readonly Mail[] =>
  found<Mail>(scenario, 'mail/', mailDocument.decode).filter((mail) => mail.to === to);

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
