import type { Appeal } from '../../../core/report/appeal';
import type { AppealOutcome, Decision, Report } from '../../../core/report/report';
import type { MailText } from '../../mail/post-mail';
import { reportTexts } from '../texts/report-texts';

/** The data for a mail about a decision. */
export interface DecidedMail {
  readonly decision: Decision;
  /** The mail address for objections and questions. */
  readonly reply: string;
  /** The name of this installation. */
  readonly host: string;
}

export interface StatementMail extends DecidedMail {
  readonly handle: string;
  /** The dashboard, where the owner can object. */
  readonly dashboard: string;
  readonly appealUntil: number;
}

export interface AppealMail {
  readonly outcome: AppealOutcome;
  /** The reasons of the answer. */
  readonly answer: string;
  readonly handle: string;
  /** Whether the person who decided also answered, since nobody else moderates here. */
  readonly samePerson: boolean;
  readonly reply: string;
  readonly host: string;
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const lines = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join('\n\n');

const measures: Readonly<Record<Decision['outcome'], string>> = {
  'no-action': 'We have not restricted anything.',
  limited: 'A part of your page is not shown.',
  hidden: 'Your page and your card are not shown while we look into it.',
  suspended: 'Your page and your card are not shown, and take no tips.',
};

const toReporter: Readonly<Record<Decision['outcome'], string>> = {
  'no-action': 'We found no reason to restrict the page.',
  limited: 'A part of the page is no longer shown.',
  hidden: 'The page is not shown while we look into it. We will write again.',
  suspended: 'The page is no longer shown.',
};

/** The mails about reports. English defines the type of every language. */
export const en = {
  receipt: ({
    report,
    link,
    host,
  }: {
    readonly report: Report;
    readonly link: string;
    readonly host: string;
  }): MailText => ({
    subject: `We have your report ${report.id}`,
    text: lines(
      `Thank you for your report. It has the number ${report.id} and is about:`,
      report.address,
      'A person looks at it and decides. We will write to you what we decided and why, and what you can do then. No machine decides.',
      `The state of your report: ${link}`,
      host,
    ),
  }),
  /** For the host, always in English. */
  news: ({ report }: { readonly report: Report }): MailText => ({
    subject: `Report ${report.id}: ${reportTexts('en').kinds[report.kind === 'order' ? 'other' : report.kind]}`,
    text: lines(
      `${report.address}`,
      `Law or term: ${report.ground}`,
      report.why,
      `Read and decide: npm run admin -- reports show ${report.id}`,
    ),
  }),
  /** For the host, always in English. */
  appealNews: ({ appeal }: { readonly appeal: Appeal }): MailText => ({
    subject: `An objection of @${appeal.handle ?? appeal.uid}`,
    text: lines(
      appeal.text,
      `The decision: ${appeal.reason}`,
      `Read and answer: npm run admin -- appeals show ${appeal.id}`,
    ),
  }),
  decision: ({ decision, report, reply, host }: DecidedMail & { readonly report: Report }): MailText => ({
    subject: `Our decision on your report ${report.id}`,
    text: lines(
      `You reported ${report.address}. ${toReporter[decision.outcome]}`,
      `Law or term: ${decision.ground}`,
      decision.facts,
      'A person took this decision. No machine took part in it.',
      `If you do not agree, write to ${reply} within six months and say why. You can also go to court or to an out-of-court dispute body that is certified in the European Union.`,
      host,
    ),
  }),
  statement: ({ decision, handle, dashboard, appealUntil, reply, host }: StatementMail): MailText => ({
    subject: `A decision about your page @${handle}`,
    text: lines(
      measures[decision.outcome],
      `Since ${day(decision.at)}. ${decision.until === null ? 'It has no end date.' : `It ends on ${day(decision.until)}.`}`,
      `Law or term: ${decision.ground}`,
      `The facts: ${decision.facts}`,
      decision.foundByMachine
        ? 'A machine found the content. A person took the decision.'
        : 'No machine took part in finding the content or in the decision.',
      'Receipts, refunds, your export and the deletion of your account work as before.',
      `You can object until ${day(appealUntil)}: sign in at ${dashboard} and use the form there. You can also go to court or to an out-of-court dispute body that is certified in the European Union. Questions: ${reply}`,
      host,
    ),
  }),
  appealDecided: ({ outcome, answer, handle, samePerson, reply, host }: AppealMail): MailText => ({
    subject: `Our answer to your objection about @${handle}`,
    text: lines(
      outcome === 'reversed'
        ? 'You were right. The restriction of your page is lifted.'
        : 'We looked at it again. The decision stands.',
      answer,
      samePerson
        ? 'Only one person moderates here, so the person who had decided answered.'
        : 'Your objection was decided by somebody who did not make the first decision.',
      `You can still go to court or to an out-of-court dispute body that is certified in the European Union. Questions: ${reply}`,
      host,
    ),
  }),
};

export type MailTexts = typeof en;
