import type { Appeal, Measure, AppealOutcome, Decision, Report } from '../../../core/report/report';
import type { MailText } from '../../mail/post-mail';
import { reportTexts } from '../../messages/page-texts';

/** The data for a mail about a decision. */
export interface DecidedMail {
  readonly decision: Decision;
  /** The mail address for objections and questions. */
  readonly reply: string;
  /** The name of this installation. */
  readonly host: string;
}

/** What an owner reads about a decision. Times are in epoch milliseconds. */
export interface Statement {
  /** `none`: nothing is restricted any more. */
  readonly measure: Measure;
  readonly at: number;
  /** Null = the measure has no end date. */
  readonly until: number | null;
  /** The law or the term; empty = the terms of this host. */
  readonly ground: string;
  readonly facts: string;
  readonly foundByMachine: boolean;
}

export interface ReportLink {
  readonly report: Report;
  /** The page of the report, where the reporter can follow it and object. */
  readonly link: string;
}

export interface StatementMail extends Statement {
  /** Null = nothing is published. */
  readonly handle: string | null;
  /** The dashboard, where the owner can object. */
  readonly dashboard: string;
  readonly appealUntil: number;
  readonly reply: string;
  readonly host: string;
}

export interface AppealMail {
  readonly from: Appeal['from'];
  readonly outcome: AppealOutcome;
  /** The reasons of the answer. */
  readonly answer: string;
  /** `@ada`, or the number of the report for its reporter. */
  readonly about: string;
  /** Whether the person who decided also answered, since nobody else moderates here. */
  readonly samePerson: boolean;
  readonly reply: string;
  readonly host: string;
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const lines = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join('\n\n');

const measures: Readonly<Record<Measure, string>> = {
  none: 'Your page is not restricted any more.',
  limited: 'A part of your page is not shown.',
  'payments-paused': 'Your page and your card are shown, but take no tips.',
  hidden: 'Your page and your card are not shown while we look into it.',
  suspended: 'Your page and your card are not shown, and take no tips.',
  closed: 'Your page is closed for good. Its handles stay taken.',
};

const toReporter: Readonly<Record<Decision['outcome'], string>> = {
  'no-action': 'We found no reason to restrict the page.',
  limited: 'A part of the page is no longer shown.',
  hidden: 'The page is not shown while we look into it. We will write again.',
  suspended: 'The page is no longer shown.',
};

const answered: Readonly<Record<Appeal['from'], Readonly<Record<AppealOutcome, string>>>> = {
  owner: {
    upheld: 'We looked at it again. The decision stands.',
    reversed: 'You were right. The restriction of your page is lifted.',
  },
  reporter: {
    upheld: 'We looked at it again. The decision stands.',
    reversed: 'You were right. We will decide about your report again and write to you.',
  },
};

/** The mails about reports. English defines the type of every language. */
export const en = {
  receipt: ({ report, link, host }: ReportLink & { readonly host: string }): MailText => ({
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
    subject: `An objection ${appeal.from === 'owner' ? 'of' : 'to the decision about'} @${appeal.handle ?? '?'}`,
    text: lines(
      appeal.text,
      `The decision: ${appeal.reason}`,
      `Read and answer: npm run admin -- appeals show ${appeal.id}`,
    ),
  }),
  decision: ({ decision, report, link, reply, host }: DecidedMail & ReportLink): MailText => ({
    subject: `Our decision on your report ${report.id}`,
    text: lines(
      `You reported ${report.address}. ${toReporter[decision.outcome]}`,
      `Law or term: ${decision.ground}`,
      decision.facts,
      'A person took this decision. No machine took part in it.',
      `If you do not agree, you can object once, within six months: ${link} Or write to ${reply}. You can also go to court or to an out-of-court dispute body that is certified in the European Union.`,
      host,
    ),
  }),
  statement: ({ measure, at, until, ground, facts, foundByMachine, ...given }: StatementMail): MailText => ({
    subject:
      given.handle === null ? 'A decision about your account' : `A decision about your page @${given.handle}`,
    text:
      measure === 'none'
        ? lines(measures.none, facts, `Questions: ${given.reply}`, given.host)
        : lines(
            measures[measure],
            `Since ${day(at)}. ${until === null ? 'It has no end date.' : `It ends on ${day(until)}.`}`,
            `Law or term: ${ground}`,
            `The facts: ${facts}`,
            foundByMachine
              ? 'A machine found the content. A person took the decision.'
              : 'No machine took part in finding the content or in the decision.',
            'Receipts, refunds, your export and the deletion of your account work as before.',
            `You can object until ${day(given.appealUntil)}: sign in at ${given.dashboard} and use the form there. You can also go to court or to an out-of-court dispute body that is certified in the European Union. Questions: ${given.reply}`,
            given.host,
          ),
  }),
  appealDecided: ({ from, outcome, answer, about, samePerson, reply, host }: AppealMail): MailText => ({
    subject: `Our answer to your objection about ${from === 'owner' ? about : `report ${about}`}`,
    text: lines(
      answered[from][outcome],
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
