import { isUrgent, type Appeal, type Report } from '../../core/report/report';
import type { ReportCall } from './report-call';

const time = (millis: number) => new Date(millis).toISOString();

/** A report in one line. */
export const reportLine = ({ id, kind, state, address, receivedAt, subject }: Report): string =>
  `${id}  ${time(receivedAt)}  ${isUrgent(kind) ? 'URGENT ' : ''}${kind}  ${state.name}  ${subject === null ? '' : `@${subject.handle}  `}${address}`;

/** All of a report, for a person who decides. */
export function reportLines(report: Report): readonly string[] {
  const { subject, ground, why, name, email, language, state } = report;
  const decision = 'decision' in state ? state.decision : null;
  return [
    reportLine(report),
    `owner: ${subject === null ? 'not known from the address' : `${subject.uid} (@${subject.handle})`}`,
    `from: ${name ?? 'no name'} <${email ?? 'no email address'}>, ${language}`,
    `law or term: ${ground}`,
    `why: ${why}`,
    ...(decision === null
      ? []
      : [`decided ${time(decision.at)} by ${decision.by}: ${decision.outcome}. ${decision.facts}`]),
  ];
}

/** What a decision would do. */
export function decisionLines(
  { id, subject, email, ground }: Report,
  { outcome, facts, parts, days, handle, ground: named }: ReportCall,
): readonly string[] {
  const owner = handle || subject?.handle;
  return [
    `Decides report ${id}: ${outcome}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}${days === null ? '' : ` for ${days} days`}.`,
    `Owner: ${owner === undefined ? 'not known' : `@${owner}`}. Reporter: ${email ?? 'no email address'}.`,
    `Law or term: ${named || ground}`,
    `Facts, as both read them: ${facts}`,
  ];
}

export const appealLines = ({
  id,
  handle,
  measure,
  since,
  reason,
  decidedBy,
  text,
  madeAt,
}: Appeal): readonly string[] => [
  `${id}  ${time(madeAt)}  @${handle ?? '?'}  ${measure} since ${time(since)} by ${decidedBy}`,
  `  decision: ${reason}`,
  `  objection: ${text}`,
];
