import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored } from './stored-document';

/** `transparency/{year}`: the numbers of reports and decisions in a year (UTC). Only increments change it. It stays when the reports are erased. */
export interface YearCounts {
  readonly v: 1;
  readonly year: number;
  /** The number of reports by kind. */
  readonly reports: Readonly<Record<string, number>>;
  /** The number of decisions by outcome. */
  readonly decisions: Readonly<Record<string, number>>;
  readonly appeals: number;
  readonly reversed: number;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const counts = v.optional(v.record(v.string(), count), {});

const yearDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    year: count,
    reports: counts,
    decisions: counts,
    appeals: v.optional(count, 0),
    reversed: v.optional(count, 0),
  }),
};

export function decodeYearCounts(stored: unknown): Result<YearCounts> {
  return decodeStored(yearDocument, stored);
}

/** The year of a time, in UTC. */
export const yearOf = (now: number): number => new Date(now).getUTCFullYear();
