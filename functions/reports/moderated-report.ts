import type { ModeratedReport } from '../../core/api/moderation-api';
import type { Report } from '../../core/report/report';

/** Leaves out the reporter's email address: moderators do not need it to judge a page. */
export function moderatedReportOf({
  id,
  state,
  kind,
  address,
  subject,
  ground,
  why,
  name,
  receivedAt,
}: Report): ModeratedReport {
  const decided = 'decision' in state ? state.decision : null;
  const decision = decided && {
    outcome: decided.outcome,
    facts: decided.facts,
    by: decided.by,
    at: decided.at,
    until: decided.until,
  };
  return { id, state: state.name, kind, address, subject, ground, why, name, receivedAt, decision };
}
