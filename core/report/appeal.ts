import type { AppealOutcome } from './report';

/** What a host did to an owner, as standing states. */
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
  /** The report that led to the restriction; null = none. */
  readonly reportId: string | null;
  /** What the owner wrote. */
  readonly text: string;
  /** BCP 47, for the answer. */
  readonly language: string;
  readonly madeAt: number;
  readonly answer: AppealAnswer | null;
  /** When the store erases it; null = not before it is answered. */
  readonly expiresAt: number | null;
}

export interface AppealAnswer {
  readonly outcome: AppealOutcome;
  readonly text: string;
  readonly by: string;
  readonly at: number;
  /** True where nobody else moderates, so the person who had decided answered. */
  readonly samePerson: boolean;
}

/** One objection for each restriction. */
export const appealId = (uid: string, since: number): string => `${uid}_${since}`;
