import { fail, ok, type Result } from '../base/result';
import { withoutPictures, type PageLook } from '../looks/page-look';

/**
 * How far the host restricts a profile. `good`: nothing is restricted. `limited`: shown without the parts that `scope` names.
 * `payments-paused`: shown, without tips. `hidden`: not shown during a review, for a week at most. `suspended`: not shown, by a
 * decision. `closed`: not shown, and nobody can restore it.
 */
export const standingStates = [
  'good',
  'limited',
  'payments-paused',
  'hidden',
  'suspended',
  'closed',
] as const;

export type StandingState = (typeof standingStates)[number];

/** The roles that may change a standing. An admin may make every change, a moderator only some (below). */
export const moderationRoles = ['moderator', 'admin'] as const;

export type ModerationRole = (typeof moderationRoles)[number];

/** The custom claim of the ID token that names the role (firebase.google.com/docs/auth/admin/custom-claims). */
export const moderationClaim = 'moderation';

/** A part of a profile that a host can take away: the owner's picture with those of the page, the bio, or one link or block by its id. */
export type LimitedPart = 'picture' | 'bio' | `link:${string}` | `block:${string}`;

/** `order`: an authority ordered the restriction. */
type StandingScope = LimitedPart | 'order';

/** `standing/{uid}`. Without a document the standing is good. */
export interface Standing {
  readonly v: 1;
  readonly state: StandingState;
  /** The parts that are limited. `order`: an authority ordered the state. */
  readonly scope: readonly StandingScope[];
  /** The text for the owner. */
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly since: number;
  /** When the state ends by itself; null = it lasts until somebody changes it. */
  readonly until: number | null;
  /** The account of the person who decided. */
  readonly by: string;
  /** Their uid; undefined = decided at the command line, or by an earlier release. */
  readonly byUid?: string | undefined;
  readonly byRole: ModerationRole;
  /** The decision about a report that led to this standing; null = no report led to it. */
  readonly decisionId: string | null;
}

const partPattern = /^(?:picture|bio|(?:link|block):[\w-]{1,64})$/;

export const isLimitedPart = (text: string): text is LimitedPart => partPattern.test(text);

export const isStandingScope = (text: string): text is StandingScope =>
  text === 'order' || isLimitedPart(text);

/** The restriction that applies now; null = none. A state ends by itself at `until`. */
export function restrictionOf(standing: Standing | undefined, now: number): Standing | null {
  if (standing === undefined || standing.state === 'good') return null;
  return standing.until !== null && standing.until <= now ? null : standing;
}

interface Rights {
  /** Whether visitors see the profile. */
  readonly shown: boolean;
  readonly takesTips: boolean;
  /** Whether the owner may publish. Publishing can also change the handle. */
  readonly publishes: boolean;
  /** Whether the owner may connect a payment account. */
  readonly connects: boolean;
}

/** The rights in each state. Receipts, undo, refunds, exports and the deletion of the account work in every state. */
const rights: Readonly<Record<StandingState, Rights>> = {
  good: { shown: true, takesTips: true, publishes: true, connects: true },
  limited: { shown: true, takesTips: true, publishes: true, connects: true },
  'payments-paused': { shown: true, takesTips: false, publishes: true, connects: true },
  hidden: { shown: false, takesTips: false, publishes: false, connects: true },
  suspended: { shown: false, takesTips: false, publishes: false, connects: false },
  closed: { shown: false, takesTips: false, publishes: false, connects: false },
};

export const rightsIn = (restriction: Standing | null): Rights => rights[restriction?.state ?? 'good'];

export const mayPublishIn = (state: StandingState): boolean => rights[state].publishes;

interface Parts<Picture, Link, Block> {
  readonly picture: Picture | null;
  readonly bio: string;
  readonly links: Readonly<Record<string, Link>>;
  readonly blocks: Readonly<Record<string, Block>>;
  readonly look?: { readonly page: PageLook };
}

/** A draft or a profile without the parts that are limited. */
export function withoutLimited<Picture, Link, Block, T extends Parts<Picture, Link, Block>>(
  whole: T,
  restriction: Standing | null,
): T {
  if (restriction?.state !== 'limited') return whole;
  const scope = new Set<string>(restriction.scope);
  const kept = <Part>(kind: 'link' | 'block', parts: Readonly<Record<string, Part>>) =>
    Object.fromEntries(Object.entries(parts).filter(([id]) => !scope.has(`${kind}:${id}`)));
  return {
    ...whole,
    picture: scope.has('picture') ? null : whole.picture,
    bio: scope.has('bio') ? '' : whole.bio,
    links: kept('link', whole.links),
    blocks: kept('block', whole.blocks),
    ...(whole.look &&
      scope.has('picture') && { look: { ...whole.look, page: withoutPictures(whole.look.page) } }),
  };
}

/** Milliseconds: how long a profile can be hidden without a decision. */
export const longestHidden = 7 * 24 * 60 * 60_000;

/** A requested change of a standing. `until` is in epoch milliseconds; null = the longest time that the state allows. */
export type StandingWish =
  | { readonly state: 'good' }
  | { readonly state: 'limited'; readonly scope: readonly StandingScope[]; readonly until: number | null }
  | { readonly state: 'payments-paused'; readonly until: number | null }
  | { readonly state: 'hidden'; readonly until: number | null }
  | { readonly state: 'suspended'; readonly isOrder: boolean; readonly until: number | null }
  | { readonly state: 'closed' };

export interface Decider extends Person {
  readonly role: ModerationRole;
}

/** A person of the host. Their email address can change, so it is shown and, where there is a uid, never compared. */
export interface Person {
  /** The account; undefined = at the command line, or written by an earlier release. */
  readonly uid?: string | undefined;
  readonly name: string;
}

export const isSamePerson = (one: Person, other: Person): boolean =>
  one.uid !== undefined && other.uid !== undefined ? one.uid === other.uid : one.name === other.name;

/**
 * Why a change is refused. `not-allowed`: a moderator may not do this. `set-by-admin`: an admin's decision stands. `final`: a closed profile stays
 * closed. `not-suspended`: only a suspended profile can be closed. `nothing-to-limit`: no part was named. `too-long`: the profile would be
 * hidden for more than a week. `over`: the end is not in the future. `unchanged`: there is nothing to restore. `changed`: the restriction is not the one
 * that the moderator saw.
 */
const changeRefusals = [
  'not-allowed',
  'set-by-admin',
  'final',
  'not-suspended',
  'nothing-to-limit',
  'too-long',
  'over',
  'unchanged',
  'changed',
] as const;

export type ChangeRefusal = (typeof changeRefusals)[number];

const moderatorsStates: ReadonlySet<StandingWish['state']> = new Set(['good', 'limited', 'hidden']);

interface Change {
  readonly before: Standing | undefined;
  readonly wish: StandingWish;
  readonly who: Decider;
  readonly reason: string;
  readonly decisionId: string | null;
  /** When the restriction that the moderator saw began; null = they saw none; undefined = any. */
  readonly seenSince?: number | null | undefined;
  readonly now: number;
}

/** The standing after a change, or the reason why the change is not allowed. */
export function standingAfter(change: Change): Result<Standing, ChangeRefusal> {
  const { before, wish, who, reason, decisionId, seenSince, now } = change;
  const restriction = restrictionOf(before, now);
  const isSeen = seenSince === undefined || seenSince === (restriction?.since ?? null);
  const refused = isSeen ? refusalOf(restriction, wish, who, now) : 'changed';
  if (refused !== null) return fail(refused);
  return ok({
    v: 1,
    state: wish.state,
    scope: scopeOf(wish),
    reason,
    since: wish.state === 'hidden' && restriction?.state === 'hidden' ? restriction.since : now,
    until: untilOf(restriction, wish, now),
    by: who.name,
    ...(who.uid === undefined ? {} : { byUid: who.uid }),
    byRole: who.role,
    decisionId,
  });
}

function refusalOf(
  restriction: Standing | null,
  wish: StandingWish,
  { role }: Decider,
  now: number,
): ChangeRefusal | null {
  if (role === 'moderator' && !moderatorsStates.has(wish.state)) return 'not-allowed';
  if (restriction?.state === 'closed') return 'final';
  if (role === 'moderator' && restriction?.byRole === 'admin') return 'set-by-admin';
  if (wish.state === 'good') return restriction === null ? 'unchanged' : null;
  if (wish.state === 'closed') return restriction?.state === 'suspended' ? null : 'not-suspended';
  if (wish.state === 'limited' && wish.scope.length === 0) return 'nothing-to-limit';
  if (wish.until !== null && wish.until <= now) return 'over';
  if (wish.state === 'hidden' && (wish.until ?? 0) > lastHidden(restriction, now)) return 'too-long';
  return null;
}

/** The latest time until which a profile can be hidden. Hiding it again does not extend the week. */
export const lastHidden = (restriction: Standing | null, now: number): number =>
  (restriction?.state === 'hidden' ? restriction.since : now) + longestHidden;

const anyWish: Readonly<Record<StandingWish['state'], StandingWish>> = {
  good: { state: 'good' },
  limited: { state: 'limited', scope: ['bio'], until: null },
  'payments-paused': { state: 'payments-paused', until: null },
  hidden: { state: 'hidden', until: null },
  suspended: { state: 'suspended', isOrder: false, until: null },
  closed: { state: 'closed' },
};

/** The states into which this person may bring a profile now. */
export const possibleStates = (
  restriction: Standing | null,
  who: Decider,
  now: number,
): readonly StandingWish['state'][] =>
  Object.values(anyWish)
    .filter((wish) => refusalOf(restriction, wish, who, now) === null)
    .map(({ state }) => state);

function scopeOf(wish: StandingWish): readonly StandingScope[] {
  if (wish.state === 'limited') return [...new Set(wish.scope)];
  return wish.state === 'suspended' && wish.isOrder ? ['order'] : [];
}

function untilOf(restriction: Standing | null, wish: StandingWish, now: number): number | null {
  if (wish.state === 'good' || wish.state === 'closed') return null;
  return wish.until ?? (wish.state === 'hidden' ? lastHidden(restriction, now) : null);
}
