import * as v from 'valibot';
import type { Result } from '../base/result';
import type { FeeLine } from '../money/fee-lines';
import { currencyCodes, type Currency } from '../money/money';
import { addContribution, noContribution, type TipContribution, type Totals } from '../money/totals';
import { dateOf, decodeStored, storedTime, type StoredData } from './stored-document';

/**
 * `profiles/{uid}/totals/{currency}-{shard}`: a part of the sum of all contributions in one currency, changed only by increments. Amounts in minor
 * units. Currencies are never added to each other.
 */
interface TotalsShard extends TipContribution {
  readonly v: 1;
  readonly currency: Currency;
}

/** Increments create the document field by field: a missing field is zero. A single shard may be negative. */
const figure = v.optional(v.pipe(v.number(), v.safeInteger()), 0);

const totalsDocument = {
  kind: 'totals-shard',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    currency: v.picklist(currencyCodes),
    count: figure,
    gross: figure,
    refunded: figure,
    disputed: figure,
  }),
};

export function decodeTotalsShard(stored: unknown): Result<TotalsShard> {
  return decodeStored(totalsDocument, stored);
}

export function encodeTotalsShard(shard: TotalsShard): StoredData {
  return { ...shard };
}

/** One sum per currency. */
export function sumTotals(shards: readonly TotalsShard[]): Totals {
  const sums: Partial<Record<Currency, TipContribution>> = {};
  for (const shard of shards)
    sums[shard.currency] = addContribution(sums[shard.currency] ?? noContribution, shard);
  return sums;
}

/** `counted/views`: until when the views of all profiles are counted. Every signed-in owner may read it. */
interface Counted {
  readonly v: 1;
  readonly untilAt: number;
}

const countedDocument = {
  kind: 'counted',
  version: 1,
  schema: v.object({ v: v.literal(1), untilAt: storedTime }),
};

export function decodeCounted(stored: unknown): Result<Counted> {
  return decodeStored(countedDocument, stored);
}

export function encodeCounted(counted: Counted): StoredData {
  return { ...counted, untilAt: dateOf(counted.untilAt) };
}

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
  kind: 'year-counts',
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

/** `accounts/{uid}/fees/{id}`: the fees that Stripe booked apart from the payments of one of the owner's accounts, in one month (UTC). */
interface StoredFees {
  readonly v: 1;
  /** Null = the server's own account. */
  readonly accountId: string | null;
  readonly livemode: boolean;
  /** `YYYY-MM`. */
  readonly month: string;
  /** Oldest first. */
  readonly lines: readonly FeeLine[];
}

const feesDocument = {
  kind: 'fees',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    accountId: v.nullable(v.string()),
    livemode: v.boolean(),
    month: v.string(),
    lines: v.array(v.object({ id: v.string(), at: storedTime, currency: v.string(), amount: v.number() })),
  }),
};

export const decodeFees = (stored: unknown): Result<StoredFees> => decodeStored(feesDocument, stored);

export const encodeFees = ({ lines, ...fees }: StoredFees): StoredData => ({
  ...fees,
  lines: lines.map(({ at, ...line }) => ({ ...line, at: dateOf(at) })),
});

export type FeesOf = Pick<StoredFees, 'accountId' | 'livemode'>;

/** The id of the document of a month. */
export const feesId = ({ accountId, livemode }: FeesOf, month: string): string =>
  `${livemode ? 'live' : 'test'}-${accountId ?? 'own'}-${month}`;

/** `accounts/{uid}/server/fees`: until when the fees of the owner's accounts were read. */
export interface FeesRead {
  readonly v: 1;
  readonly accounts: readonly (FeesOf & {
    /** What Stripe had booked until then is stored. */
    readonly until: number;
  })[];
}

const feesReadDocument = {
  kind: 'fees-read',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    accounts: v.array(
      v.object({ accountId: v.nullable(v.string()), livemode: v.boolean(), until: storedTime }),
    ),
  }),
};

export const decodeFeesRead = (stored: unknown): Result<FeesRead> => decodeStored(feesReadDocument, stored);

export const encodeFeesRead = ({ accounts, ...read }: FeesRead): StoredData => ({
  ...read,
  accounts: accounts.map(({ until, ...of }) => ({ ...of, until: dateOf(until) })),
});
