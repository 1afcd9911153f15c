import type {
  StandingVerb,
  DecisionBody,
  ModeratedReport,
  ReportsAnswer,
  Objection,
  ObjectionAnswerBody,
  ObjectionsAnswer,
  OwnerCase,
} from '../../core/api/moderation-api';
import type { MailsAnswer } from '../../core/api/owner-api';
import type { LimitedPart } from '../../core/profile/standing';
import type { Answer } from './failure';

/** An act on the page of an owner. */
export interface WantedAct {
  readonly verb: StandingVerb;
  readonly uid: string;
  /** The text for the owner. */
  readonly reason: string;
  /** The law or the term; empty = the terms of this host. */
  readonly ground: string;
  readonly parts: readonly LimitedPart[];
  /** How long it lasts; null = as long as it can. */
  readonly days: number | null;
  /** An authority demanded it. */
  readonly isOrder: boolean;
  /** When the restriction that the moderator saw began; null = there was none. */
  readonly seenSince: number | null;
}

/** Calls of moderators and admins. All need a sign-in of the last 15 minutes, else `api/recent-sign-in-required`. */
export interface Moderation {
  /** The reports that wait for a decision, and the caller's rights. */
  reports(): Answer<ReportsAnswer>;
  decide(id: string, body: DecisionBody): Answer<ModeratedReport>;
  /** `who`: a handle, an email address, a uid, a Stripe account or the number of a tip. Nobody found: `api/profile-not-found`. */
  owner(who: string): Answer<OwnerCase>;
  act(wanted: WantedAct): Answer;
  /** The bytes of `/img/{hash}`, also while the host withholds the picture. */
  picture(path: string): Answer<Blob>;
  objections(): Answer<ObjectionsAnswer>;
  answer(id: string, body: ObjectionAnswerBody): Answer<Objection>;
  mails(): Answer<MailsAnswer>;
  /** Records that a person has sent this mail. Only for admins. */
  markSent(id: string): Answer;
  /** Sends a mail again that failed. Only for admins, and only where the server sends mails. */
  sendAgain(id: string): Answer;
}
