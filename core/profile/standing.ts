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

/** The roles that may change a standing. An admin may make every change, a moderator only some (standing-change.ts). */
export const moderationRoles = ['moderator', 'admin'] as const;

export type ModerationRole = (typeof moderationRoles)[number];

/** The custom claim of the ID token that names the role (firebase.google.com/docs/auth/admin/custom-claims). */
export const moderationClaim = 'moderation';

/** A part of a profile that a host can take away: the picture, the bio, or one link by its id. */
export type LimitedPart = 'picture' | 'bio' | `link:${string}`;

/** `order`: an authority ordered the restriction. */
export type StandingScope = LimitedPart | 'order';

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

const partPattern = /^(?:picture|bio|link:[\w-]{1,64})$/;

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

/** Whether an owner may publish in this state. */
export const mayPublishIn = (state: StandingState): boolean => rights[state].publishes;

interface Parts<Picture, Link> {
  readonly picture: Picture | null;
  readonly bio: string;
  readonly links: Readonly<Record<string, Link>>;
}

/** A draft or a profile without the parts that are limited. */
export function withoutLimited<Picture, Link, T extends Parts<Picture, Link>>(
  whole: T,
  restriction: Standing | null,
): T {
  if (restriction?.state !== 'limited') return whole;
  const scope = new Set<string>(restriction.scope);
  const kept = Object.entries(whole.links).filter(([id]) => !scope.has(`link:${id}`));
  return {
    ...whole,
    picture: scope.has('picture') ? null : whole.picture,
    bio: scope.has('bio') ? '' : whole.bio,
    links: Object.fromEntries(kept),
  };
}
