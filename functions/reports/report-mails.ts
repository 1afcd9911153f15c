import type { Appeal, AppealOutcome, Decision, Measure, Report } from '../../core/report/report';
import { mailLanguage, paragraphs, reportMailTexts, type MailLanguage } from '../mail/mail-texts';
import type { MailText } from '../mail/post-mail';
import { reportTexts } from '../messages/page-texts';

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

/** `2026-01-31` in English, which is read in countries that write days differently. */
const dayIn = (language: MailLanguage, at: number): string =>
  language === 'en'
    ? new Date(at).toISOString().slice(0, 10)
    : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);

/** The mails about reports in the reader's language, or in English. */
export function reportMails(wanted: string) {
  const language = mailLanguage(wanted);
  const { receipt, decision, statement, answer, ground } = reportMailTexts(language);
  const day = (at: number) => dayIn(language, at);
  return {
    receipt: ({ report, link, host }: ReportLink & { readonly host: string }): MailText => ({
      subject: receipt.subject({ number: report.id }),
      text: paragraphs(
        receipt.thanks({ number: report.id }),
        report.address,
        receipt.next,
        receipt.state({ link }),
        host,
      ),
    }),
    decision: ({ decision: made, report, link, reply, host }: DecidedMail & ReportLink): MailText => ({
      subject: decision.subject({ number: report.id }),
      text: paragraphs(
        `${decision.reported({ address: report.address })} ${decision.outcome[made.outcome]}`,
        ground({ ground: made.ground }),
        made.facts,
        decision.byPerson,
        decision.object({ link, reply }),
        host,
      ),
    }),
    statement: (given: StatementMail): MailText => ({
      subject: given.handle === null ? statement.subjectAccount : statement.subject({ handle: given.handle }),
      text:
        given.measure === 'none'
          ? paragraphs(
              statement.measure.none,
              given.facts,
              statement.questions({ reply: given.reply }),
              given.host,
            )
          : paragraphs(
              statement.measure[given.measure],
              `${statement.since({ day: day(given.at) })} ${given.until === null ? statement.noEnd : statement.ends({ day: day(given.until) })}`,
              ground({ ground: given.ground }),
              statement.facts({ facts: given.facts }),
              given.foundByMachine ? statement.foundByMachine : statement.noMachine,
              statement.asBefore,
              statement.object({
                day: day(given.appealUntil),
                dashboard: given.dashboard,
                reply: given.reply,
              }),
              given.host,
            ),
    }),
    appealDecided: (given: AppealMail): MailText => ({
      subject:
        given.from === 'owner'
          ? answer.subject({ handle: given.about })
          : answer.subjectReport({ number: given.about }),
      text: paragraphs(
        answer[given.from][given.outcome],
        given.answer,
        given.samePerson ? answer.samePerson : answer.otherPerson,
        answer.court({ reply: given.reply }),
        given.host,
      ),
    }),
  };
}

/** Mails to the host, always in English. */
export const hostMails = {
  news: ({ report }: { readonly report: Report }): MailText => ({
    subject: `Report ${report.id}: ${reportTexts('en').kinds[report.kind === 'order' ? 'other' : report.kind]}`,
    text: paragraphs(
      report.address,
      `Law or term: ${report.ground}`,
      report.why,
      `Read and decide: npm run admin -- reports show ${report.id}`,
    ),
  }),
  appealNews: ({ appeal }: { readonly appeal: Appeal }): MailText => ({
    subject: `An objection ${appeal.from === 'owner' ? 'of' : 'to the decision about'} @${appeal.handle ?? '?'}`,
    text: paragraphs(
      appeal.text,
      `The decision: ${appeal.reason}`,
      `Read and answer: npm run admin -- appeals show ${appeal.id}`,
    ),
  }),
};
