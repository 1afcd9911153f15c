import * as v from 'valibot';
import { browserClasses, systemClasses, type DeviceClass } from './device-class';
import { documentType, isData, storedTime, type DocumentOf, type DocumentType } from '../documents/documents';

/**
 * `accounts/{uid}`: the owner's private preferences, written by the dashboard. The dashboard, exports, letters and the sweep that erases fans' texts
 * read them.
 */
export interface AccountPreferences {
  readonly v: 1;
  /** BCP 47 tag of the dashboard; `auto` = the browser's; empty = never chosen, so each device keeps its own. */
  readonly language: string;
  /** IANA name of the zone in which the owner's days begin; `auto` = the browser's. */
  readonly timeZone: string;
  /** How long tips keep their name and message, for bookkeeping: 1 to 10 years. Then both are erased. */
  readonly keepTipsYears: number;
  /** The owner has hidden the list of first steps. */
  readonly setUpHidden: boolean;
  /** The first steps that the owner has skipped. */
  readonly setUpSkipped: readonly string[];
  /** The owner has copied or shared the address of the page. */
  readonly pageShared: boolean;
  /** The owner has hidden the card that offers notifications. */
  readonly tellMeHidden: boolean;
  /** The owner's legal name and address, printed on statements alone and never public. Each may be empty. */
  readonly statementName: string;
  /** With line breaks. */
  readonly statementAddress: string;
  readonly taxNumber: string;
  readonly updatedAt: number;
}

/** The texts on top of an owner's statement. */
export type StatementOwner = Pick<AccountPreferences, 'statementName' | 'statementAddress' | 'taxNumber'>;

/** In code points, as the rules of the store count. */
export const statementLimits = {
  statementName: 120,
  statementAddress: 400,
  taxNumber: 60,
} as const satisfies Record<keyof StatementOwner, number>;

export const defaultPreferences: AccountPreferences = {
  v: 1,
  language: '',
  timeZone: 'auto',
  keepTipsYears: 7,
  setUpHidden: false,
  setUpSkipped: [],
  pageShared: false,
  tellMeHidden: false,
  statementName: '',
  statementAddress: '',
  taxNumber: '',
  updatedAt: 0,
};

const { language, timeZone, keepTipsYears, setUpHidden, tellMeHidden } = defaultPreferences;

const preferences = documentType({
  kind: 'preferences',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    language: v.fallback(v.string(), language),
    timeZone: v.fallback(v.string(), timeZone),
    keepTipsYears: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)), keepTipsYears),
    setUpHidden: v.fallback(v.boolean(), setUpHidden),
    setUpSkipped: v.fallback(v.array(v.string()), []),
    pageShared: v.fallback(v.boolean(), false),
    tellMeHidden: v.fallback(v.boolean(), tellMeHidden),
    statementName: v.fallback(v.string(), ''),
    statementAddress: v.fallback(v.string(), ''),
    taxNumber: v.fallback(v.string(), ''),
    updatedAt: v.fallback(storedTime, 0),
  }),
});

/** An unusable field reads as its default. */
export const preferencesDocument: DocumentType<AccountPreferences> = {
  ...preferences,
  decode: (stored) => preferences.decode(isData(stored) ? { ...defaultPreferences, ...stored } : stored),
};

/** Milliseconds. An ID token stays valid for an hour after its account was deleted. A month leaves time to repeat a deletion that failed half-way. */
export const deletionLifetime = 30 * 24 * 60 * 60 * 1000;

/**
 * `deleted/{uid}`: this account is deleted, or is being deleted. The security rules and the API refuse its ID tokens. A uid is never reused, so the
 * store may delete the document at `expiresAt`.
 */
type Deletion = DocumentOf<typeof deletionDocument>;

export const deletionDocument = documentType({
  kind: 'deletion',
  version: 1,
  schema: v.object({ v: v.literal(1), uid: v.string(), deletedAt: storedTime, expiresAt: storedTime }),
});

export const deletionOf = (uid: string, deletedAt: number): Deletion => ({
  v: 1,
  uid,
  deletedAt,
  expiresAt: deletedAt + deletionLifetime,
});

/**
 * The steps of a deletion, in this order. `page`: the profile is withdrawn, so that nothing new begins. `payments`: open payments end. `books`: the
 * amounts of every tip are copied. `data`: tips and everything else are removed. `sign-in`: the user is removed.
 */
export const leavingSteps = ['page', 'payments', 'books', 'data', 'sign-in'] as const;
export type LeavingStep = (typeof leavingSteps)[number];

/**
 * `running`: `total` null = not counted. `retrying`: something failed, and it is tried again by itself. `stopped`: a payment, a refund or a dispute was
 * open before anything was removed. Then everything is as it was before the deletion, and the profile is shown again.
 */
export type LeavingState =
  | {
      readonly name: 'running' | 'retrying';
      readonly step: LeavingStep;
      readonly done: number;
      readonly total: number | null;
    }
  | { readonly name: 'stopped' }
  | { readonly name: 'done' };

/** `leaving/{uid}`: how far the deletion of an account is. The server writes it; the owner reads it live. It outlives the account by a month. */
export type Leaving = DocumentOf<typeof leavingDocument>;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const leavingState = v.variant('name', [
  v.object({
    name: v.picklist(['running', 'retrying']),
    step: v.picklist(leavingSteps),
    done: count,
    total: v.nullable(count),
  }),
  v.object({ name: v.literal('stopped') }),
  v.object({ name: v.literal('done') }),
]);

export const leavingDocument = documentType({
  kind: 'leaving',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: v.string(),
    startedAt: storedTime,
    changedAt: storedTime,
    state: leavingState,
    /** The handles that led to the profile. They lead nowhere while the deletion runs, and again to the profile if it stops. */
    withdrawn: v.array(v.string()),
    /** The notification channels that were switched off. They work again if the deletion stops. */
    silenced: v.optional(v.array(v.string()), []),
    /** When the store deletes it; null = the deletion is running. */
    expiresAt: v.nullable(storedTime),
  }),
});

export const isLeaving = (leaving: Leaving | undefined): boolean =>
  leaving?.state.name === 'running' || leaving?.state.name === 'retrying';

/** The same deletion in another state. */
export function leavingAt(before: Leaving, state: LeavingState, now: number): Leaving {
  const isOver = state.name === 'stopped' || state.name === 'done';
  return { ...before, state, changedAt: now, expiresAt: isOver ? now + deletionLifetime : null };
}

/** One browser in which the owner is signed in. No address and no `User-Agent` of it is stored. Times in epoch milliseconds. */
export interface OwnerSession extends DeviceClass {
  /** Made by the browser, at random; gone from it at sign-out. */
  readonly id: string;
  /** When the owner last signed in there. */
  readonly signedInAt: number;
  readonly lastSeenAt: number;
}

export const mostSessions = 20;

/** Milliseconds. A device that was not seen for so long is no longer listed. */
export const sessionLifetime = 60 * 24 * 60 * 60_000;

/** `accounts/{uid}/server/sessions`: the browsers in which the owner is signed in. The sign-in service itself lists none. */
export const sessionsDocument = documentType({
  kind: 'sessions',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    sessions: v.array(
      v.object({
        id: v.string(),
        browser: v.picklist(browserClasses),
        system: v.picklist(systemClasses),
        signedInAt: storedTime,
        lastSeenAt: storedTime,
      }),
    ),
  }),
});

/** The sessions that still count, last seen first. `validSince`: earlier sign-ins were ended; null = none was. */
export function currentSessions(
  sessions: readonly OwnerSession[],
  { now, validSince }: { readonly now: number; readonly validSince: number | null },
): readonly OwnerSession[] {
  return sessions
    .filter(({ signedInAt }) => validSince === null || signedInAt >= validSince)
    .filter(({ lastSeenAt }) => lastSeenAt > now - sessionLifetime)
    .toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)
    .slice(0, mostSessions);
}

/** `recoveryCodes/{uid}`: the hashes of an owner's unused recovery codes. No browser may read it, not even the owner's. */
export const recoveryCodesDocument = documentType({
  kind: 'recovery-codes',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** The ids of the owner's authenticator apps at the sign-in service, by which an interrupted sign-in finds the codes. */
    factors: v.array(v.string()),
    /** SHA-256 in hexadecimal. */
    hashes: v.array(v.string()),
    /** Epoch milliseconds. */
    madeAt: storedTime,
  }),
});

/** `accounts/{uid}/server/terms`: the version of the host's terms that the owner has seen in the dashboard. */
export const seenTermsDocument = documentType({
  kind: 'seen-terms',
  version: 1,
  schema: v.object({
    v: v.literal(1),
    /** The date of the version, `2026-11-23`. */
    version: v.string(),
    /** Epoch milliseconds. */
    at: storedTime,
  }),
});

/** Milliseconds. Long enough for one run of the checks after a deploy. */
export const verifyTokenLifetime = 10 * 60 * 1000;

/** `verifyTokens/{hash of the token}`: a token that an admin wrote. It is valid for one request. The store deletes it at `expiresAt`. */
export const verifyTokenDocument = documentType({
  kind: 'verify-token',
  version: 1,
  schema: v.object({ v: v.literal(1), expiresAt: storedTime }),
});
