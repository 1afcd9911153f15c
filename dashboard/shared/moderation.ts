import type { DecisionBody, ModeratedReport, ReportsAnswer } from '../../core/api/moderation-api';
import type { LimitedPart } from '../../core/profile/standing';
import type { Answer } from './answer';

/** A link of a profile that a moderator can take away. */
export interface LinkPart {
  readonly part: LimitedPart;
  readonly label: string;
  readonly url: string;
}

/** Calls of moderators and admins. All need a sign-in of the last 15 minutes, else `api/recent-sign-in-required`. */
export interface Moderation {
  /** The reports that wait for a decision, and the caller's rights. */
  reports(): Answer<ReportsAnswer>;
  decide(id: string, body: DecisionBody): Answer<ModeratedReport>;
  /** The links of a published profile; empty when the profile is not published. */
  links(uid: string): Answer<readonly LinkPart[]>;
}
