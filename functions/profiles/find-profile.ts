import type { Context } from 'hono';
import * as v from 'valibot';
import type { ProfilesAnswer } from '../../core/api/owner-api';
import { fail, ok, problem, unreachable, type Result } from '../../core/base/result';
import { leadsTo } from '../../core/documents/card-document';
import type { HandleClaim } from '../../core/documents/profile-document';
import type { PaymentsState, PublicPayments } from '../../core/money/payments-state';
import { lookupHandle } from '../../core/profile/draft';
import type { PublicProfile } from '../../core/profile/public-profile';
import { toPublicProfile } from '../../core/profile/public-view';
import { restrictionOf, rightsIn, withoutLimited, type Standing } from '../../core/profile/standing';
import type { StoredProfile } from '../../core/profile/stored-profile';
import type { Deps } from '../deps';
import { sharedFor, type Cacheable } from '../http/routes';
import type { Stored } from '../store/store';
import { stored } from '../store/stored';
import { markUsed, readCard, remakeCard, type CardDeps } from './cards/read-card';

/** A profile as visitors may see it: without the parts that the host has limited, and with the pause of its tips. */
export interface FoundProfile<P extends PublicPayments = PaymentsState> {
  readonly profile: StoredProfile;
  readonly payments: P | null;
  /** When it was read (epoch milliseconds): at most ten seconds ago. */
  readonly readAt: number;
}

/** The same for a view. Its payments state is as much as a view needs. */
export type ShownProfile = FoundProfile<PublicPayments>;

/** `restricted`: there is a profile, but its host does not show it. */
type LookedUp<T> =
  | { readonly kind: 'shown'; readonly found: T }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'restricted'; readonly by: Standing };

type ProfileDeps = CardDeps & Pick<Deps, 'config'>;

/** The published profile of a handle, with its owner's payments state. A profile that is not shown gets the same answer as a wrong handle. */
export async function findProfile(deps: ProfileDeps, handle: string): Promise<Result<ShownProfile>> {
  const looked = await lookUpProfile(deps, handle);
  return looked.kind === 'shown' ? ok(looked.found) : fail(problem('profile-not-found'));
}

const maxTries = 3;

/** The same for a view, from the card: one document, or none when this instance has just read it. */
export async function lookUpProfile(deps: ProfileDeps, handle: string): Promise<LookedUp<ShownProfile>> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { card, readAt } = await readCard(deps, handle);
    if (card === null) return { kind: 'unknown' };
    if (card.kind === 'withheld') return { kind: 'restricted', by: card.standing };
    if (card.isUsed || (await markUsed(deps, card))) return seen(deps, { ...card, readAt });
    // The owner has just given the handle up, and it is free: it leads nowhere now, or to another owner.
    deps.recentCards.forget([handle]);
    await remakeCard(deps, handle);
  }
  return { kind: 'unknown' };
}

/**
 * The same for a tip, from the documents themselves and not from the card. Payments and takedowns need the current documents, and a card of this
 * instance may be ten seconds old. It also holds where an earlier release, which writes no cards, still answers during a deploy. Four documents in
 * two requests. A profile that is not shown takes no tips.
 */
export async function findForTip(deps: ProfileDeps, handle: string): Promise<Result<FoundProfile>> {
  const looked = await lookUpForTip(deps, handle, () => []);
  return looked.ok ? ok(looked.value.found) : looked;
}

/** The same, with documents whose paths depend on the profile's owner: they are read in the same request. */
export async function lookUpForTip<T>(
  deps: ProfileDeps,
  handle: string,
  besides: (uid: string) => readonly Stored<T>[],
): Promise<Result<{ readonly found: FoundProfile; readonly beside: readonly (T | undefined)[] }>> {
  const { store } = deps;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const claim = await store.read(stored.handle(handle));
    if (claim === undefined) break;
    const { uid } = claim;
    const [profile, payments, standing, ...more] = await store.readVersioned([
      stored.profile(uid),
      stored.payments(uid),
      stored.standing(uid),
      ...besides(uid),
    ]);
    const read = { profile: profile.value, payments: payments.value, standing: standing.value };
    const found = forTip(foundProfile(deps, claim, handle, read));
    if (!found.ok) return found;
    if (claim.usedAt !== null || (await markUsed(deps, claim)))
      return ok({ found: found.value, beside: more.map(({ value }) => value) });
  }
  return fail(problem('profile-not-found'));
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

export interface OwnersDocuments {
  readonly profile: StoredProfile | undefined;
  readonly payments: PaymentsState | undefined;
  readonly standing: Standing | undefined;
}

/** The same from documents that were read already. */
export function foundProfile(
  deps: Pick<Deps, 'config' | 'clock'>,
  claim: HandleClaim,
  handle: string,
  { profile, payments, standing }: OwnersDocuments,
): LookedUp<FoundProfile> {
  const now = deps.clock.now();
  const restriction = restrictionOf(standing, now);
  // The handles of a closed profile are retired. They still lead to the page that says that the profile is closed.
  if (restriction?.state === 'closed') return { kind: 'restricted', by: restriction };
  if (claim.state !== 'live' || profile === undefined || !leadsTo(profile, handle))
    return { kind: 'unknown' };
  return seen(deps, { profile, payments: payments ?? null, standing: standing ?? null, readAt: now });
}

interface Seen<P> {
  readonly profile: StoredProfile;
  readonly payments: P | null;
  readonly standing: Standing | null;
  readonly readAt: number;
}

/**
 * What visitors see now. A test account does not count on a live server, nor a live account on a test server: its owner has to connect again.
 */
function seen<P extends PublicPayments>(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { profile, payments, standing, readAt }: Seen<P>,
): LookedUp<FoundProfile<P>> {
  const restriction = restrictionOf(standing ?? undefined, clock.now());
  const { shown, takesTips } = rightsIn(restriction);
  if (restriction !== null && !shown) return { kind: 'restricted', by: restriction };
  const usable = payments?.livemode === config.livemode ? payments : null;
  return {
    kind: 'shown',
    found: {
      profile: withoutLimited(profile, restriction),
      payments: takesTips ? usable : paused(usable, restriction),
      readAt,
    },
  };
}

/** Pauses tips in the same way as after too many declined cards. The pause ends with the restriction. */
function paused<P extends PublicPayments>(payments: P | null, restriction: Standing | null): P | null {
  return payments && { ...payments, pausedUntil: restriction?.until ?? Infinity };
}

/** How long shared caches may keep a profile, in seconds: the longest time until a publication is visible everywhere. */
const maxSharedAge = 30;

type ReadDeps = Pick<Deps, 'store' | 'recentCards' | 'clock' | 'config'>;

/** Shared caches forget a profile as early as if it had been read just now, and at its next change. */
function sharedAge(nextChange: number | null, readAt: number, now: number): number {
  const left = readAt + maxSharedAge * 1000 - now;
  return Math.max(0, Math.floor(Math.min(left, (nextChange ?? Infinity) - now) / 1000));
}

interface ReadProfilesSeen {
  readonly profile: PublicProfile;
  /** In seconds. */
  readonly sharedAge: number;
}

/** The public profile now, and how long it may be cached. */
export function publicView(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { profile, payments, readAt }: ShownProfile,
): ReadProfilesSeen {
  const now = clock.now();
  const view = toPublicProfile(profile, payments, config.publicOrigin, now);
  return { profile: view.profile, sharedAge: sharedAge(view.nextChangeAt, readAt, now) };
}

async function see(deps: ReadDeps, handle: string): Promise<Result<ReadProfilesSeen>> {
  const found = await findProfile(deps, handle);
  return found.ok ? ok(publicView(deps, found.value)) : found;
}

export async function readProfile(deps: ReadDeps, handle: string): Promise<Result<Cacheable<PublicProfile>>> {
  const seen = await see(deps, handle);
  return seen.ok ? ok({ body: seen.value.profile, sharedAge: seen.value.sharedAge }) : seen;
}

/**
 * Several profiles by handle, in sorted order. Unknown and impossible handles are listed as missing: one misspelt tag must not empty the other cards
 * of its page.
 */
export async function readProfiles(
  deps: ReadDeps,
  names: readonly string[],
): Promise<Cacheable<ProfilesAnswer<PublicProfile>>> {
  const read = names.map((name) => ({ name, handle: v.safeParse(lookupHandle, name) }));
  const wanted = [
    ...new Set(read.flatMap(({ handle }) => (handle.success ? [handle.output] : []))),
  ].toSorted();
  const bad = read.flatMap(({ name, handle }) => (handle.success ? [] : [name]));
  const all = await Promise.all(wanted.map(async (handle) => ({ handle, seen: await see(deps, handle) })));
  const profiles: Record<string, PublicProfile> = {};
  const missing: string[] = [];
  let age = maxSharedAge;
  for (const { handle, seen } of all) {
    if (!seen.ok) {
      missing.push(handle);
      continue;
    }
    profiles[handle] = seen.value.profile;
    age = Math.min(age, seen.value.sharedAge);
  }
  return { body: { profiles, missing: [...new Set([...missing, ...bad])].toSorted() }, sharedAge: age };
}

interface OwnerAddress {
  /** The path after the handle: `/badge.svg`. */
  readonly tail?: string;
  readonly show: (seen: Cacheable<PublicProfile>) => Response | Promise<Response>;
  readonly missing: () => Response | Promise<Response>;
  /** The answer for a profile that the host does not show; without it, the answer is the same as for a wrong handle. */
  readonly restricted?: (by: Standing) => Response | Promise<Response>;
}

/** Answers a path below `/@{handle}`. An earlier handle or capitals redirect permanently to the current one, with the query. */
export async function atOwner(
  c: Context,
  deps: Deps,
  { tail = '', show, missing, restricted = missing }: OwnerAddress,
): Promise<Response> {
  const asked = v.safeParse(lookupHandle, c.req.param('at'));
  if (!asked.success) return missing();
  const looked = await lookUpProfile(deps, asked.output);
  if (looked.kind === 'unknown') return missing();
  if (looked.kind === 'restricted') return restricted(looked.by);
  const { profile, sharedAge } = publicView(deps, looked.found);
  const { handle } = profile;
  if (`@${handle}` === c.req.param('at')) return show({ body: profile, sharedAge });
  c.header('Cache-Control', sharedFor(sharedAge));
  return c.redirect(`/@${handle}${tail}${new URL(c.req.url).search}`, 308);
}
