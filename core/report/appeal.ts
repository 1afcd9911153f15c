import type { AppealOutcome } from './report';

/** The restriction that the host set, as a state of the standing. */
export type Measure = 'limited' | 'payments-paused' | 'hidden' | 'suspended' | 'closed';

/** Milliseconds from the answer until an appeal is erased. */
export const appealKept = 365 * 24 * 60 * 60_000;

/** `appeals/{id}`: an owner's objection to one restriction. Times in epoch milliseconds. */
export interface Appeal {
  readonly v: 1;
  readonly id: string;
  readonly uid: string;
  readonly handle: string | null;
  readonly measure: Measure;
  /** When the restriction began. */
  readonly since: number;
  /** The text of the restriction, as the owner read it. */
  readonly reason: string;
  /** The account of the person who decided. */
  readonly decidedBy: string;
  /** The report that led to the restriction; null = no report. */
  readonly reportId: string | null;
  /** The owner's text. */
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
  readonly at: number;
  /** Whether the person who decided also answered, because the host has no other moderator. */
  readonly samePerson: boolean;
}

/** The id allows one objection for each restriction. */
export const appealId = (uid: string, since: number): string => `${uid}_${since}`;
