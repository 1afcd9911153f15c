import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * How often an account is compared with Stripe. `active`: a tip in the last 40 days, or one that is not settled. `cool`: the last tip was 41 to 180
 * days ago. `idle`: no tip in 180 days.
 */
const lookClasses = ['active', 'cool', 'idle'] as const;
export type LookClass = (typeof lookClasses)[number];

/** `stripeAccounts/{accountId}`: the owner of a connected account, to find the owner for an event, and when the account is looked at. */
export interface StripeAccountOwner {
  readonly v: 1;
  readonly accountId: string;
  readonly uid: string;
  readonly connectedAt: number;
  /** What Stripe booked until then was compared with our tips; null = never. */
  readonly comparedAt: number | null;
  /** `unknown`: stored by an earlier release, so the latest tip is not known. */
  readonly look: LookClass | 'unknown';
  /** When the next look is due. 0 = at once: stored by an earlier release. */
  readonly nextLookAt: number;
  /** The latest payment of a tip that a look knows of. A look may learn of a tip a day later. */
  readonly lastTipAt: number | null;
  /** When the owner last had a tip that was not settled: open, disputed, or with a pending refund. */
  readonly unsettledAt: number | null;
  /** When all disputes and warnings were last listed. */
  readonly tracesAt: number | null;
  /** When Stripe was last asked what the account may do. */
  readonly stateAt: number | null;
  /** A digest of what Stripe answered then. While it stays the same, the owner's payments document is right. */
  readonly stateSeen: string | null;
  /** The `lastTipAt` for which the totals were last added up. */
  readonly totalsAt: number | null;
  /** Since when Stripe does not show the account; null = it does, or the owner was marked as disconnected. */
  readonly goneSince: number | null;
  /** The domain of the host's own pages that is registered on the account for wallets; null = none. */
  readonly hostDomain: string | null;
  /** When Stripe last refused that domain. */
  readonly hostRefusedAt: number | null;
}

const time = v.optional(v.nullable(storedTime), null);

const stripeAccountDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    accountId: v.string(),
    uid: v.string(),
    connectedAt: storedTime,
    comparedAt: time,
    // Documents of earlier releases lack all that follows.
    look: v.optional(v.picklist([...lookClasses, 'unknown']), 'unknown'),
    nextLookAt: v.optional(storedTime, () => new Date(0)),
    lastTipAt: time,
    unsettledAt: time,
    tracesAt: time,
    stateAt: time,
    stateSeen: v.optional(v.nullable(v.string()), null),
    totalsAt: time,
    goneSince: time,
    hostDomain: v.optional(v.nullable(v.string()), null),
    hostRefusedAt: time,
  }),
};

export function decodeStripeAccount(stored: unknown): Result<StripeAccountOwner> {
  return decodeStored(stripeAccountDocument, stored);
}

export function encodeStripeAccount(owner: StripeAccountOwner): StoredData {
  const { v: version, accountId, uid, connectedAt, stateSeen, look, ...times } = owner;
  return {
    v: version,
    accountId,
    uid,
    connectedAt: dateOf(connectedAt),
    look,
    stateSeen,
    ...encodeLook(times),
  };
}

/** The fields that a look writes. */
export type LookFields = Partial<Omit<StripeAccountOwner, 'v' | 'accountId' | 'uid' | 'connectedAt'>>;

/** Some fields of the document, to be merged into it. */
export const encodeLook = (fields: LookFields): StoredData =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? dateOf(value) : value]),
  );

const day = 24 * 60 * 60_000;

/** The document of an account that was connected now: its first look is due after a day. */
export const newStripeAccount = (accountId: string, uid: string, now: number): StripeAccountOwner => ({
  v: 1,
  accountId,
  uid,
  connectedAt: now,
  comparedAt: now,
  look: 'idle',
  nextLookAt: now + day,
  lastTipAt: null,
  unsettledAt: null,
  tracesAt: now,
  stateAt: now,
  stateSeen: null,
  totalsAt: null,
  goneSince: null,
  hostDomain: null,
  hostRefusedAt: null,
});
