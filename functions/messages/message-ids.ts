// Written by `npm run messages` from en.json.
import type en from './en.json';

export type MessageId = keyof typeof en;

/** The placeholders of the texts that have some, by id. */
export interface Placeholders {
  'terms.about.p1': 'operator' | 'origin';
  'terms.tips.share': 'share';
  'terms.monthly.p2': 'origin';
  'privacy.who.p1': 'address' | 'email' | 'operator';
  'privacy.visit.p1': 'host';
  'privacy.tip.challenge': 'challenge';
  'privacy.rights.p1': 'email';
  'report.receipt.subject': 'number';
  'report.receipt.thanks': 'number';
  'report.receipt.state': 'link';
  'report.decision.subject': 'number';
  'report.decision.reported': 'address';
  'report.decision.object': 'link' | 'reply';
  'report.statement.subject': 'handle';
  'report.statement.since': 'day';
  'report.statement.ends': 'day';
  'report.ground': 'ground';
  'report.statement.facts': 'facts';
  'report.statement.object': 'dashboard' | 'day' | 'reply';
  'report.statement.questions': 'reply';
  'report.answer.subject': 'handle';
  'report.answer.subjectReport': 'number';
  'report.answer.court': 'reply';
  'security.recovery-used.subject': 'host';
  'security.codes-made.subject': 'host';
  'security.methods-added.subject': 'host';
  'security.methods-added.text': 'methods';
  'domain.broken.subject': 'domain';
  'domain.broken.day': 'domain';
  'domain.broken.week': 'domain';
  'domain.released.subject': 'domain';
  'domain.released.text': 'domain';
}
