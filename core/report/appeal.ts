import type { AppealOutcome } from './report';

/** What the host decided, as a state of the standing. `none`: it restricted nothing, and the reporter objects. */
export const measures = ['none', 'limited', 'payments-paused', 'hidden', 'suspended', 'closed'] as const;
export type Measure = (typeof measures)[number];

/** Milliseconds from the answer until an appeal is erased. */
export const appealKept = 365 * 24 * 60 * 60_000;

/** `appeals/{id}`: an objection of an owner to one restriction, or of a reporter to one decision. Times in epoch milliseconds. */
export interface Appeal {
  readonly v: 1;
  readonly id: string;
  readonly from: 'owner' | 'reporter';
  /** The owner of the page; null = the report led to no profile. */
  readonly uid: string | null;
  readonly handle: string | null;
  readonly measure: Measure;
  /** When the restriction began, or when the report was decided. */
  readonly since: number;
  /** The text of the restriction or of the decision, as it was read. */
  readonly reason: string;
  /** The account of the person who decided. */
  readonly decidedBy: string;
  /** Their uid; undefined = decided at the command line, or by an earlier release. */
  readonly decidedByUid?: string | undefined;
  /** The report that was decided; null = the restriction had no report. */
  readonly reportId: string | null;
  /** The text of the person who objects. */
  readonly text: string;
  /** The language of the answer (BCP 47). */
  readonly language: string;
  readonly madeAt: number;
  readonly answer: AppealAnswer | null;
  /** When the store erases the appeal; null = it has no answer yet. */
  readonly expiresAt: number | null;
}

export interface AppealAnswer {
  readonly outcome: AppealOutcome;
  readonly text: string;
  readonly by: string;
  readonly byUid?: string | undefined;
  readonly at: number;
  /** Whether the person who decided also answered, because the host has no other moderator. */
  readonly samePerson: boolean;
}

/** The id allows one objection of the owner for each restriction. */
export const appealId = (uid: string, since: number): string => `${uid}_${since}`;

/** The id allows one objection of the reporter for each decision. */
export const reporterAppealId = (reportId: string, decidedAt: number): string =>
  `report-${reportId}_${decidedAt}`;
