import { fail, ok, type Result } from '../base/result';
import { restrictionOf, type ModerationRole, type Standing, type StandingScope } from './standing';

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
export const changeRefusals = [
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
