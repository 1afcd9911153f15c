import * as v from 'valibot';
import { publicPayments, type PublicPayments } from '../payments/payments-state';
import { restrictionOf, rightsIn, type Standing } from '../moderation/standing';
import type { StoredProfile } from '../profile/stored-profile';
import { paymentsDocument } from '../money-documents/stripe-account-document';
import { profileDocument, profileSchema, type HandleClaim } from './profile-document';
import { standingSchema } from '../moderation/report-document';
import {
  decodeStored,
  documentType,
  encodeStored,
  storedTime,
  type DocumentOf,
  type DocumentType,
  type StoredData,
} from '../documents/documents';

interface CachedBase {
  readonly v: 1;
  readonly handle: string;
  readonly uid: string;
  /** One of `cardSlices`, from the handle. Each day one slice is compared with its sources. */
  readonly slice: number;
  readonly madeAt: number;
}

/** Contains the whole profile: links that come and go, a pause and a restriction that end are worked out when it is read. */
export interface CachedShown extends CachedBase {
  readonly kind: 'shown';
  /** Whether the profile was ever shown under this handle. */
  readonly isUsed: boolean;
  readonly profile: StoredProfile;
  readonly payments: PublicPayments | null;
  readonly standing: Standing | null;
}

/** The host does not show the profile. The entry contains nothing of it. */
interface CachedWithheld extends CachedBase {
  readonly kind: 'withheld';
  readonly standing: Standing;
}

/**
 * `cards/{handle}`: everything that one view of a profile needs, so that a view reads one document. Every transaction that changes one of the sources
 * writes the entry too (functions/profile-cache). It can be made anew from the sources at any time, which are the truth. The profile's revision,
 * the date of the standing and `madeAt` say what it was made from.
 */
export type CachedProfile = CachedShown | CachedWithheld;

export interface CacheSources {
  readonly claim: HandleClaim | undefined;
  readonly profile: StoredProfile | undefined;
  readonly payments: PublicPayments | undefined;
  readonly standing: Standing | undefined;
}

export const cacheSlices = 100;

/** A handle is always in the same slice. */
export function sliceOf(handle: string): number {
  let sum = 0;
  for (const letter of handle) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % cacheSlices;
}

/** Whether a handle leads to this profile: the current one, or an earlier one that still redirects. None does while the owner has taken the page down. */
export const leadsTo = ({ handle, aliases, takenDownAt }: StoredProfile, wanted: string): boolean =>
  takenDownAt === null && (handle === wanted || aliases.includes(wanted));

/** The entry of a handle, from documents that were read together; null = the handle leads nowhere. */
export function makeCachedProfile(sources: CacheSources, now: number): CachedProfile | null {
  const { claim, profile, payments, standing } = sources;
  if (claim === undefined) return null;
  const { handle, uid } = claim;
  const base = { v: 1, handle, uid, slice: sliceOf(handle), madeAt: now } as const;
  const restriction = restrictionOf(standing, now);
  // The handles of a closed profile are retired. They still lead to the page that says that the profile is closed.
  if (restriction?.state === 'closed') return { ...base, kind: 'withheld', standing: restriction };
  if (claim.state !== 'live' || profile === undefined || !leadsTo(profile, handle)) return null;
  if (restriction !== null && !rightsIn(restriction).shown)
    return { ...base, kind: 'withheld', standing: restriction };
  return {
    ...base,
    kind: 'shown',
    isUsed: claim.usedAt !== null,
    profile,
    payments: payments === undefined ? null : publicPayments(payments),
    standing: restriction,
  };
}

const base = {
  v: v.literal(1),
  handle: v.string(),
  uid: v.string(),
  slice: v.number(),
  madeAt: storedTime,
};

const { mode, accountId, livemode, currency, cardPayments, disconnectedAt, pausedUntil } =
  paymentsDocument.schema.entries;

const cached = {
  kind: 'card',
  version: 1,
  schema: v.variant('kind', [
    v.object({
      ...base,
      kind: v.literal('shown'),
      isUsed: v.boolean(),
      profile: profileSchema,
      payments: v.nullable(
        v.object({ mode, accountId, livemode, currency, cardPayments, disconnectedAt, pausedUntil }),
      ),
      standing: v.nullable(standingSchema),
    }),
    v.object({ ...base, kind: v.literal('withheld'), standing: standingSchema }),
  ]),
};

export const cardDocument: DocumentType<CachedProfile> = {
  decode: (stored) => decodeStored(cached, stored),
  encode: (entry) => ({
    ...encodeStored(cached, entry),
    ...(entry.kind === 'shown' && { profile: profileDocument.encode(entry.profile) }),
  }),
};

/** An entry counts for three days. An earlier release writes no entries, so visitors see its changes after three days at the latest. */
const countsFor = 3 * 24 * 60 * 60_000;

/** Whether a stored entry can be used at `now`. If not, it is made anew: it is too old, or the host shows the profile again since. */
export function isCurrent(entry: CachedProfile, now: number): boolean {
  if (now - entry.madeAt > countsFor) return false;
  return entry.kind === 'shown' || restrictionOf(entry.standing, now) !== null;
}

/** Whether two entries say the same at `now`, whenever they were made. */
export const sameEntry = (one: CachedProfile | null, other: CachedProfile | null, now: number): boolean =>
  changedParts(one, other, now).length === 0;

/** The fields in which two entries differ at `now`, sorted. */
export function changedParts(
  one: CachedProfile | null,
  other: CachedProfile | null,
  now: number,
): readonly string[] {
  const [before, after] = [contentOf(one, now), contentOf(other, now)];
  const text = (value: unknown) => JSON.stringify(ordered(value));
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((part) => text(before[part]) !== text(after[part]))
    .toSorted();
}

function contentOf(entry: CachedProfile | null, now: number): StoredData {
  if (entry === null) return {};
  if (entry.kind === 'withheld') return cardDocument.encode({ ...entry, madeAt: 0 });
  const standing = restrictionOf(entry.standing ?? undefined, now);
  return cardDocument.encode({ ...entry, standing, madeAt: 0 });
}

/** The store does not keep the order of fields. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, ordered(each)]));
}

/** How long the counts of a version stay, in milliseconds: long enough to compare a version with the one before. */
export const cardVersionLifetime = 30 * 24 * 60 * 60_000;

/** The `version` that counts every beacon of a version that was never published. Anybody can send one, so they share one document a day. */
export const otherVersions = 'other';

/**
 * `cardVersions/{day}-{version}`: how often cards of one published version were shown on one day, over all owners, and how often a script of theirs
 * threw. Changed only by increments. `day` is `YYYY-MM-DD` in UTC. It holds counts only, and Firestore deletes it at `expiresAt`.
 */
export type CardVersionDay = DocumentOf<typeof cardVersionDocument>;

const count = v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0);

export const cardVersionDocument = documentType({
  kind: 'card-version',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    day: v.pipe(v.string(), v.isoDate()),
    version: v.string(),
    loads: count,
    crashes: count,
    expiresAt: storedTime,
  }),
});
