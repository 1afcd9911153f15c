import * as v from 'valibot';
import type { Result } from '../base/result';
import type { FeeLine } from '../money/fee-lines';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** `accounts/{uid}/fees/{id}`: the fees that Stripe booked apart from the payments of one of the owner's accounts, in one month (UTC). */
export interface StoredFees {
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
