import { mailDocument, type Mail } from '../../core/outbox-documents/event-document';
import { reportDocument } from '../../core/moderation/report-document';
import type { Report } from '../../core/moderation/report';
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
