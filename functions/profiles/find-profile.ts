import type { HandleClaim } from '../../core/documents/handle-document';
import type { PaymentsState } from '../../core/money/payments-state';
import { problem } from '../../core/base/problem';
import { restrictionOf, rightsIn, withoutLimited, type Standing } from '../../core/profile/standing';
import type { StoredProfile } from '../../core/profile/stored-profile';
import { fail, ok, unreachable, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import type { Condition, Stored } from '../store/store';
import { stored } from '../store/stored';

/** A profile as visitors may see it: without the parts that the host has limited, and with the pause of its tips. */
export interface FoundProfile {
  readonly profile: StoredProfile;
  readonly payments: PaymentsState | null;
}

/** `restricted`: there is a profile, but its host does not show it. */
export type LookedUp<T = FoundProfile> =
  | { readonly kind: 'shown'; readonly found: T }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'restricted'; readonly by: Standing };

type ProfileDeps = Pick<Deps, 'store' | 'config' | 'clock'>;

/** Whether a handle leads to this profile: the current one, or an earlier one that still redirects. */
const leadsTo = (profile: StoredProfile, handle: string) =>
  profile.handle === handle || profile.aliases.includes(handle);

/** The published profile of a handle, with its owner's payments state. A profile that is not shown gets the same answer as a wrong handle. */
export async function findProfile(deps: ProfileDeps, handle: string): Promise<Result<FoundProfile>> {
  const looked = await lookUpProfile(deps, handle);
  return looked.kind === 'shown' ? ok(looked.found) : fail(problem('profile-not-found'));
}

/** The same for a tip. A profile that is not shown takes no tips. */
export async function findForTip(deps: ProfileDeps, handle: string): Promise<Result<FoundProfile>> {
  return forTip(await lookUpProfile(deps, handle));
}

export function forTip<T>(looked: LookedUp<T>): Result<T> {
  switch (looked.kind) {
    case 'shown':
      return ok(looked.found);
    case 'unknown':
      return fail(problem('profile-not-found'));
    case 'restricted':
      return fail(problem('payments-not-ready'));
    default:
      return unreachable(looked);
  }
}

export async function lookUpProfile(deps: ProfileDeps, handle: string): Promise<LookedUp> {
  const looked = await lookUpProfileAnd(deps, handle, () => []);
  return looked.kind === 'shown' ? { kind: 'shown', found: looked.found.found } : looked;
}

/** The same, with documents whose paths depend on the profile's owner: they are read in the same request. */
export async function lookUpProfileAnd<T>(
  deps: ProfileDeps,
  handle: string,
  besides: (uid: string) => readonly Stored<T>[],
): Promise<LookedUp<{ readonly found: FoundProfile; readonly beside: readonly (T | undefined)[] }>> {
  const { store } = deps;
  const [claim] = await store.readVersioned([stored.handle(handle)]);
  if (claim.value === undefined) return { kind: 'unknown' };
  const { uid } = claim.value;
  const [profile, payments, standing, ...more] = await store.readVersioned([
    stored.profile(uid),
    stored.payments(uid),
    stored.standing(uid),
    ...besides(uid),
  ]);
  const read = { profile: profile.value, payments: payments.value, standing: standing.value };
  const looked = foundProfile(deps, claim.value, handle, read);
  if (looked.kind !== 'shown') return looked;
  // If the owner has just given the handle up, it is free: then it leads nowhere, or to another owner.
  if (!(await markUsed(deps, claim, claim.value))) return lookUpProfileAnd(deps, handle, besides);
  return { kind: 'shown', found: { found: looked.found, beside: more.map(({ value }) => value) } };
}

/** Once a profile was shown under a handle, the handle is its owner's for good: one write in its life. */
async function markUsed(
  { store, clock }: ProfileDeps,
  seen: Condition,
  claim: HandleClaim,
): Promise<boolean> {
  if (claim.usedAt !== null) return true;
  return store.commit([seen], (writes) =>
    writes.write(stored.handle(claim.handle), { ...claim, usedAt: clock.now() }),
  );
}

interface OwnersDocuments {
  readonly profile: StoredProfile | undefined;
  readonly payments: PaymentsState | undefined;
  readonly standing: Standing | undefined;
}

/**
 * The same from documents that were read already. A test account does not count on a live server, nor a live account on a test server: its owner has
 * to connect again.
 */
export function foundProfile(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  claim: HandleClaim,
  handle: string,
  { profile, payments, standing }: OwnersDocuments,
): LookedUp {
  const restriction = restrictionOf(standing, clock.now());
  // The handles of a closed profile are retired. They still lead to the page that says that the profile is closed.
  if (restriction?.state === 'closed') return { kind: 'restricted', by: restriction };
  if (claim.state !== 'live' || profile === undefined || !leadsTo(profile, handle))
    return { kind: 'unknown' };
  const { shown, takesTips } = rightsIn(restriction);
  if (restriction !== null && !shown) return { kind: 'restricted', by: restriction };
  const usable = payments?.livemode === config.livemode ? payments : null;
  return {
    kind: 'shown',
    found: {
      profile: withoutLimited(profile, restriction),
      payments: takesTips ? usable : paused(usable, restriction),
    },
  };
}

/** Pauses tips in the same way as after too many declined cards. The pause ends with the restriction. */
function paused(payments: PaymentsState | null, restriction: Standing | null): PaymentsState | null {
  return payments && { ...payments, pausedUntil: restriction?.until ?? Infinity };
}
