import * as v from 'valibot';
import { ok } from '../base/result';
import { intervals } from '../amounts/amount-limits';
import { currencyCodes, type Currency } from '../money/money';
import type { SupportShard } from '../monthly/monthly';
import { maxWall, supporter, type Supporter } from './wall';
import { cycleInterval, isRenewal, publicWords, type Tip } from '../tip/tip';
import {
  dateOf,
  documentType,
  storedTime,
  type DocumentOf,
  type DocumentType,
  type StoredData,
} from '../documents/documents';

/** A wall as it was made from tips. A part that the owner did not show then is null. */
export interface MadeWall {
  readonly at: number;
  readonly changes: number;
  /** When it was last made because of a new tip. 0 = never. */
  readonly refreshedAt: number;
  readonly livemode: boolean;
  /** The sum of all tips in a currency, in minor units, after refunds. */
  readonly kept: { readonly currency: Currency; readonly amount: number } | null;
  readonly supporters: readonly Supporter[] | null;
}

/**
 * `walls/{uid}`: the goal's sum and the newest supporters, so that a view of a wall reads one document. A view makes it, and makes it anew after a tip.
 * A text or a tip that is taken back empties it in the same transaction. A takedown and the deletion of the account remove it.
 */
export interface StoredWall {
  readonly v: 1;
  readonly uid: string;
  /** How many tips have marked the wall as changed. */
  readonly changes: number;
  /** Until then, further tips may have changed it without a mark. */
  readonly changesUntil: number;
  readonly made: MadeWall | null;
}

/** Milliseconds. A wall is made anew for new tips at most once in this time. */
const refreshEvery = 60_000;

/** Milliseconds. Sums that a daily check corrects reach the wall after this time at the latest. */
const countsFor = 24 * 60 * 60_000;

/** For how long a mark also stands for the tips that follow it. */
export const markCovers = 60_000;

/** The first of these tips may have been committed a little later, and clocks differ a little. */
const markLag = 60_000;

/** The change that a tip makes to the numbers of the wall's document. */
export const wallChange = { changes: 1 } as const;

/** The fields that a tip writes when it adds to the wall, without reading it. */
export const changedWall = (uid: string, now: number): StoredData => ({
  v: 1,
  uid,
  changesUntil: dateOf(now + markCovers + markLag),
});

/** The same for a tip that takes something back: nothing of the wall stays. */
export const emptiedWall = (uid: string, now: number): StoredData => ({
  ...changedWall(uid, now),
  made: null,
});

export interface WallParts {
  readonly currency: Currency | null;
  readonly supporters: boolean;
}

/** The stored wall, if it can be shown at `now`. */
export function currentWall(
  stored: StoredWall | null,
  { currency, supporters }: WallParts,
  livemode: boolean,
  now: number,
): MadeWall | null {
  const made = stored?.made ?? null;
  if (stored === null || made === null || made.livemode !== livemode) return null;
  if (supporters && made.supporters === null) return null;
  if (currency !== null && made.kept?.currency !== currency) return null;
  return isOutdated(stored, made, now) ? null : made;
}

function isOutdated({ changes, changesUntil }: StoredWall, made: MadeWall, now: number): boolean {
  if (now - made.at >= countsFor) return true;
  const mayRefresh = now - made.refreshedAt >= refreshEvery;
  return mayRefresh && (changes > made.changes || (made.at < changesUntil && now - made.at >= refreshEvery));
}

const storedWall = documentType({
  kind: 'wall',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: v.string(),
    changes: v.optional(v.number(), 0),
    changesUntil: v.optional(storedTime, new Date(0)),
    made: v.optional(
      v.nullable(
        v.object({
          at: storedTime,
          changes: v.number(),
          refreshedAt: storedTime,
          livemode: v.boolean(),
          kept: v.nullable(
            v.object({ currency: v.picklist(currencyCodes), amount: v.pipe(v.number(), v.safeInteger()) }),
          ),
          supporters: v.nullable(
            v.pipe(v.array(v.object({ ...supporter.entries, at: storedTime })), v.maxLength(maxWall)),
          ),
        }),
      ),
      null,
    ),
  }),
});

export const wallDocument: DocumentType<StoredWall> = storedWall;

/**
 * `profiles/{uid}/supporters/{tipId}`: the public part of a tip, written together with the tip and removed when it is no longer public. So the wall
 * is one short query and reads nothing else.
 */
export type StoredSupporter = DocumentOf<typeof supporterDocument>;

export const supporterDocument = documentType({
  kind: 'supporter',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    name: v.nullable(v.string()),
    message: v.nullable(v.string()),
    /** Null = the fan hides it. */
    amount: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    currency: v.picklist(currencyCodes),
    livemode: v.boolean(),
    at: storedTime,
    every: v.exactOptional(v.picklist(intervals)),
  }),
});

/** The public part of a tip; null = nothing is public. A monthly tip appears once, with its first payment, which says how often it is paid. */
export function supporterOf(tip: Tip): StoredSupporter | null {
  const words = publicWords(tip);
  if (words === null || isRenewal(tip)) return null;
  const every = tip.cycle === undefined ? null : cycleInterval(tip.cycle);
  return {
    v: 1,
    name: words.name,
    message: words.message,
    amount: tip.fan.hidesAmount ? null : tip.tipAmount,
    currency: tip.currency,
    livemode: tip.livemode,
    at: words.paidAt,
    ...(every !== null && { every }),
  };
}

const signature = (supporter: StoredSupporter | null) => JSON.stringify(supporter);

/** Whether the public part of a tip differs before and after a change. */
export function showsOtherwise(before: Tip | undefined, after: Tip): boolean {
  return signature(before === undefined ? null : supporterOf(before)) !== signature(supporterOf(after));
}

/** Increments create the document field by field: a missing field is zero. A single shard may be negative. */
const figure = v.optional(v.pipe(v.number(), v.safeInteger()), 0);

/**
 * `profiles/{uid}/totals/monthly-{currency}-{shard}`: a part of the owner's monthly support in one currency, changed only by increments. The totals of
 * tips are in the same collection, without `perYear`.
 */
const storedSupport = documentType({
  kind: 'support-shard',
  version: 1,
  schema: v.object({ v: v.literal(1), currency: v.picklist(currencyCodes), active: figure, perYear: figure }),
});

export const supportShardDocument: Pick<DocumentType<SupportShard>, 'decode'> = {
  decode(stored) {
    const decoded = storedSupport.decode(stored);
    if (!decoded.ok) return decoded;
    const { currency, active, perYear } = decoded.value;
    return ok({ currency, active, perYear });
  },
};
