import { decodeMail, type Mail } from '../../core/documents/event-document';
import { decodeReport } from '../../core/documents/report-document';
import type { Report } from '../../core/report/report';
import type { Answer, Stage } from './ada';

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
  stage: Stage,
  change: Partial<Record<keyof typeof goodReport | 'challenge', string>> = {},
  { language = 'en', address = '203.0.113.7' } = {},
): Promise<Answer> {
  const body = new URLSearchParams({ ...goodReport, ...change }).toString();
  return stage.call('POST', `/report?lang=${language}`, body, {
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': address,
  });
}

const found = <T>(stage: Stage, folder: string, decode: (data: unknown) => { ok: boolean; value?: T }) =>
  Object.entries(stage.deps.store.dump()).flatMap(([path, data]) => {
    const read = path.startsWith(folder) ? decode(data) : undefined;
    return read?.value === undefined ? [] : [read.value];
  });

export const storedReports = (stage: Stage): readonly Report[] =>
  found<Report>(stage, 'reports/', decodeReport);

/** The stored mails to one person. */
export const mailsTo = (stage: Stage, to: string): readonly Mail[] =>
  found<Mail>(stage, 'mail/', decodeMail).filter((mail) => mail.to === to);
