import type { Context } from 'hono';
import * as v from 'valibot';
import {
  maxHandlesAtOnce,
  type PagePreviewBody,
  type ProfilesAnswer,
} from '@busker/core/dashboard-api/owner-api';
import { publishRequest, type PauseAnswer, type UnpublishAnswer } from '@busker/core/fan-api/tip-api';
import { directionOf } from '@busker/core/locale/language-tags';
import { fail, ok, parseWith, problem, unreachable, type Result } from '@busker/core/base/result';
import { isLeaving } from '@busker/core/account/account-document';
import {
  isCurrent,
  leadsTo,
  type CachedProfile,
  type HandleClaim,
} from '@busker/core/profile-documents/profile-document';
import type { WallParts } from '@busker/core/wall/wall-document';
import { readyPayments, type PaymentsState, type PublicPayments } from '@busker/core/payments/payments-state';
import type { Currency } from '@busker/core/money/money';
import { claimableHandle, lookupHandle } from '@busker/core/profile/draft';
import {
  cardProfile,
  pauseOf,
  pauseRequest,
  toPublicProfile,
  reachedSince,
  tipsIn,
  type PublicProfile,
  type PauseRequest,
  type StoredProfile,
} from '@busker/core/profile/profile';
import { restrictionOf, rightsIn, withoutLimited, type Standing } from '@busker/core/moderation/standing';
import type { Supporter, Wall } from '@busker/core/wall/wall';
import { pageTexts } from '@busker/core/messages/core-texts';
import { auditRecord } from '../admin/audit';
import type { Deps, Owner } from '../deps';
import { clientAddress } from '../http/caller';
import {
  answer,
  answerCachedJson,
  missingFor,
  ownerCall,
  ownerCallWith,
  ownerOf,
  readerOf,
  refuse,
  refusePublic,
  sharedFor,
  type Cacheable,
  type Route,
} from '../http/routes';
import { answerNotice } from '../pages/page';
import { followPictures } from '../pictures/published-pictures';
import { remakeCached, type CacheDeps } from '../profile-cache/compare-cache';
import type { ReadProfile } from '../profile-cache/profile-cache';
import { stored, type Stored } from '../store/store';
import { checkHandle, ownersAct, publish, restrictedBy, wallOf, type WhenPublished } from './publish';

/** A profile as visitors may see it: without the parts that the host has limited, and with the pause of its tips. */
export interface FoundProfile<P extends PublicPayments = PaymentsState> {
  readonly profile: StoredProfile;
  readonly payments: P | null;
  /** When it was read (epoch milliseconds): at most ten seconds ago. */
  readonly readAt: number;
}

/** The same for a view. Its payments state is as much as a view needs. */
type ShownProfile = FoundProfile<PublicPayments>;

/** `restricted`: there is a profile, but its host does not show it. */
type LookedUp<T> =
  | { readonly kind: 'shown'; readonly found: T }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'restricted'; readonly by: Standing };

type ProfileDeps = CacheDeps & Pick<Deps, 'config'>;

/** The entry of a handle: from this instance, else one document of the store, else made from its sources. */
function readCachedProfile(deps: ProfileDeps, handle: string): Promise<ReadProfile> {
  const { recentProfiles, clock } = deps;
  const known = recentProfiles.find(handle);
  if (known !== undefined && (known.card === null || isCurrent(known.card, clock.now())))
    return Promise.resolve(known);
  return recentProfiles.keep(handle, async () => {
    const readAt = clock.now();
    return { card: await storedEntry(deps, handle), readAt };
  });
}

async function storedEntry(deps: ProfileDeps, handle: string): Promise<CachedProfile | null> {
  const entry = await deps.store.read(stored.card(handle));
  if (entry != null && isCurrent(entry, deps.clock.now())) return entry;
  // Nearly all of these are handles that nobody has. They must not cost a transaction.
  if (entry === undefined && (await deps.store.read(stored.handle(handle))) === undefined) return null;
  return remakeCached(deps, handle);
}

/** Once a profile was shown under a handle, the handle is its owner's for good: one write in its life. `false` = it is no longer theirs. */
function markUsed(
  { store, clock }: ProfileDeps,
  { handle, uid }: Pick<CachedProfile, 'handle' | 'uid'>,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    const claim = await tx.read(stored.handle(handle));
    if (claim?.uid !== uid || claim.state !== 'live') return false;
    if (claim.usedAt === null) tx.write(stored.handle(handle), { ...claim, usedAt: clock.now() });
    return true;
  });
}

const maxTries = 3;

/** The published profile of a handle, with its owner's payments state. A profile that is not shown gets the same answer as a wrong handle. */
export async function findProfile(deps: ProfileDeps, handle: string): Promise<Result<ShownProfile>> {
  const looked = await lookUpProfile(deps, handle);
  return looked.kind === 'shown' ? ok(looked.found) : fail(problem('profile-not-found'));
}

/** The same for a view, from the profile cache: one document, or none when this instance has just read it. */
export async function lookUpProfile(deps: ProfileDeps, handle: string): Promise<LookedUp<ShownProfile>> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { card, readAt } = await readCachedProfile(deps, handle);
    if (card === null) return { kind: 'unknown' };
    if (card.kind === 'withheld') return { kind: 'restricted', by: card.standing };
    if (card.isUsed || (await markUsed(deps, card))) return seen(deps, { ...card, readAt });
    // The owner has just given the handle up, and it is free: it leads nowhere now, or to another owner.
    deps.recentProfiles.forget([handle]);
    await remakeCached(deps, handle);
  }
  return { kind: 'unknown' };
}

/**
 * The same for a tip, from the documents themselves and not from the profile cache. Payments and takedowns need the current documents, and an entry of this
 * instance may be ten seconds old. It also holds where an earlier release, which writes no profile cache, still answers during a deploy. Four documents in
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
      profile: inItsCurrency(withoutLimited(profile, restriction), usable?.currency ?? null),
      payments: takesTips ? usable : paused(usable, restriction),
      readAt,
    },
  };
}

/** Amounts and goal of another currency than the account's now do not count. */
const inItsCurrency = (profile: StoredProfile, currency: Currency | null): StoredProfile => ({
  ...profile,
  tips: tipsIn(profile.tips, currency),
});

/** Pauses tips in the same way as after too many declined cards. The pause ends with the restriction. */
function paused<P extends PublicPayments>(payments: P | null, restriction: Standing | null): P | null {
  return payments && { ...payments, pausedUntil: restriction?.until ?? Infinity };
}

/** How long shared caches may keep a profile, in seconds: the longest time until a publication is visible everywhere. */
const maxSharedAge = 30;

type ReadDeps = Pick<Deps, 'store' | 'recentProfiles' | 'clock' | 'config'>;

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

async function readProfile(deps: ReadDeps, handle: string): Promise<Result<Cacheable<PublicProfile>>> {
  const seen = await see(deps, handle);
  return seen.ok ? ok({ body: cardProfile(seen.value.profile), sharedAge: seen.value.sharedAge }) : seen;
}

/**
 * Several profiles by handle, in sorted order. Unknown and impossible handles are listed as missing: one misspelt tag must not empty the other cards
 * of its page.
 */
async function readProfiles(
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
    profiles[handle] = cardProfile(seen.value.profile);
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

/**
 * Whether a handle that shows no profile belongs to one that its owner has taken down. Costs a read for a handle that nobody has, so only the pages for
 * people ask. The host's restrictions of a profile are not shown here.
 */
async function isTakenDown(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  typed: string | undefined,
): Promise<boolean> {
  const handle = v.safeParse(lookupHandle, typed);
  const claim = handle.success ? await store.read(stored.handle(handle.output)) : undefined;
  if (claim?.state !== 'live') return false;
  const [profile, standing] = await Promise.all([
    store.read(stored.profile(claim.uid)),
    store.read(stored.standing(claim.uid)),
  ]);
  return profile?.takenDownAt != null && restrictionOf(standing, clock.now()) === null;
}

/** The page for an unknown handle, in the reader's language. */
function answerNobody(c: Context): Response {
  const { nobody, nobodyWhy } = pageTexts(readerOf(c).language);
  return answerMissing(c, nobody, nobodyWhy, 404);
}

/** The page for a profile that its owner has taken down. It is not 410: the owner may publish it again. */
function answerTakenDown(c: Context): Response {
  const { takenDown, takenDownWhy } = pageTexts(readerOf(c).language);
  return answerMissing(c, takenDown, takenDownWhy, 404);
}

/** The page for a handle without a profile to show: its page, its tip form and its frame. */
export async function answerNoProfile(c: Context, deps: Pick<Deps, 'store' | 'clock'>): Promise<Response> {
  return (await isTakenDown(deps, c.req.param('at'))) ? answerTakenDown(c) : answerNobody(c);
}

/** The page for a profile that the host does not show. It does not name the owner. */
export function answerRestricted(c: Context, { state, scope }: Standing): Response {
  const { notShown, notShownYet, removed, ordered } = pageTexts(readerOf(c).language);
  if (state === 'hidden') return answerMissing(c, notShown, notShownYet, 404);
  // RFC 7725: 451 says that a law or an authority demands it.
  return scope.includes('order')
    ? answerMissing(c, notShown, ordered, 451)
    : answerMissing(c, notShown, removed, 410);
}

function answerMissing(c: Context, title: string, text: string, status: 404 | 410 | 451): Response {
  const { language } = readerOf(c);
  const { makeYours } = pageTexts(language);
  const onward = { href: '/', label: makeYours };
  const answer = answerNotice(
    c,
    { title, text, back: onward, language, direction: directionOf(language) },
    status,
  );
  // Long enough to limit the requests for a wrong URL, short enough for an owner who publishes next.
  answer.headers.set('Cache-Control', sharedFor(missingFor));
  answer.headers.set('Content-Language', language);
  answer.headers.append('Vary', 'Accept-Language');
  return answer;
}

/** Seconds: however many people view a page, the store is read once a minute. */
const wallAge = 60;

type WallDeps = Pick<Deps, 'store' | 'recentProfiles' | 'clock' | 'config'>;

/** The owner's goal and supporters, if they show them. */
async function readWall(deps: WallDeps, handle: string): Promise<Result<Cacheable<Wall>>> {
  const found = await findProfile(deps, handle);
  return found.ok ? ok(await wallFor(deps, found.value)) : found;
}

/** The part of it that the owner shows on the public page. */
export async function readPageWall(deps: WallDeps, handle: string): Promise<Wall | null> {
  const found = await findProfile(deps, handle);
  if (!found.ok) return null;
  const { pageGoal, pageWall } = found.value.profile.arrangement;
  const { goal, supporters, ...wall } = (await wallFor(deps, found.value)).body;
  return { ...wall, goal: pageGoal ? goal : null, supporters: supporters.slice(0, pageWall) };
}

/** The same for a profile that was read already. One document is read, and none for an owner who shows neither. */
async function wallFor(deps: WallDeps, shown: ShownProfile): Promise<Cacheable<Wall>> {
  const now = deps.clock.now();
  const sharedAge = Math.max(0, wallAge - Math.ceil((now - shown.readAt) / 1000));
  const parts = partsOf(shown, now);
  if (parts.currency === null && !parts.supporters)
    return { body: { v: 1, goal: null, supporters: [] }, sharedAge };
  const { uid, tips, goalStart } = shown.profile;
  const { kept, supporters } = await wallOf(deps, uid, parts);
  const goal =
    tips.goal === null || parts.currency === null || kept === null
      ? null
      : {
          ...tips.goal,
          currency: parts.currency,
          reached: reachedSince(goalStart, parts.currency, kept.amount),
        };
  const shownOnes = parts.supporters ? (supporters ?? []) : [];
  return { body: { v: 1, goal, supporters: withAmounts(shownOnes, !tips.hideAmounts) }, sharedAge };
}

const withAmounts = (supporters: readonly Supporter[], shows: boolean): Supporter[] =>
  supporters.map((each) => (shows ? each : { ...each, amount: null }));

/** The wall of a page that is not published yet: the goal of the draft, with what counts for it now, and the latest supporters. */
export async function draftWall(
  deps: WallDeps,
  uid: string,
  { profile, goal, supporters, hideAmounts }: PagePreviewBody,
): Promise<Wall> {
  const currency = goal === null ? null : profile.tips.currency;
  const published = await deps.store.read(stored.profile(uid));
  const parts = { currency, supporters: supporters > 0 };
  const made = published === undefined ? null : await wallOf(deps, uid, parts);
  // A new title starts a new goal.
  const isSame = goal !== null && published?.tips.goal?.label === goal.label;
  const reached =
    isSame && made?.kept && currency !== null
      ? reachedSince(published.goalStart, currency, made.kept.amount)
      : 0;
  return {
    v: 1,
    goal: goal === null || currency === null ? null : { ...goal, currency, reached },
    supporters: withAmounts((made?.supporters ?? []).slice(0, supporters), !hideAmounts),
  };
}

function partsOf({ profile, payments }: ShownProfile, now: number): WallParts {
  const { goal, on, showWall } = profile.tips;
  const ready = readyPayments(payments, now);
  const showsGoal = goal !== null && on && ready !== undefined;
  return { currency: showsGoal ? ready.currency : null, supporters: showWall };
}

/**
 * Takes the owner's page down: none of their handles shows a profile, no tip can be started, and their pictures are withheld. The handles stay theirs, tips that
 * were started can be paid, and publishing brings everything back. The store removes the cache entries in the same transaction (profile-cache.ts). Allowed under
 * every restriction of the host, because it shows less. A second call changes nothing.
 */
async function unpublish(
  deps: Pick<Deps, 'store' | 'clock' | 'ids' | 'log' | 'pictures'>,
  { uid }: Pick<Owner, 'uid'>,
): Promise<Result<UnpublishAnswer>> {
  const { store, clock } = deps;
  const record = auditRecord(deps);
  const taken = await store.transaction<Result<UnpublishAnswer>>(async (tx) => {
    if ((await tx.read(stored.deletion(uid))) !== undefined) return fail(problem('sign-in-required'));
    if (isLeaving(await tx.read(stored.leaving(uid)))) return fail(problem('account-leaving'));
    const profile = await tx.read(stored.profile(uid));
    if (profile === undefined) return fail(problem('profile-not-found'));
    const takenDownAt = profile.takenDownAt ?? clock.now();
    if (profile.takenDownAt === null) {
      tx.write(stored.profile(uid), { ...profile, takenDownAt });
      record.write(tx, ownersAct('unpublish', uid));
    }
    return ok({ handle: profile.handle, takenDownAt });
  });
  // A second call does this again, in case the first one was interrupted. The daily sweep does it too.
  if (taken.ok) await followPictures(deps, uid);
  return taken;
}

const handlesQuery = v.strictObject({
  handles: v.pipe(
    v.string('Name the handles, separated by commas.'),
    v.transform((list) =>
      list
        .split(',')
        .map((handle) => handle.trim())
        .filter((handle) => handle !== ''),
    ),
    v.array(v.string()),
    v.minLength(1, 'Name at least one handle.'),
    v.maxLength(maxHandlesAtOnce, `Ask for at most ${maxHandlesAtOnce} handles at once.`),
  ),
});

const handlePath = v.object({ handle: lookupHandle });
const newHandlePath = v.object({ handle: claimableHandle });

/** `GET /v1/profiles/{handle}`, its wall, and `GET /v1/profiles?handles=a,b`: the data of cards. */
export function profileRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
  return [
    {
      path: '/v1/profiles/:handle',
      cors: 'public',
      on: {
        GET: async (c) => {
          const asked = parseWith(handlePath, { handle: c.req.param('handle') });
          if (!asked.ok) return refusePublic(c, config, asked.problem);
          const found = await readProfile(deps, asked.value.handle);
          return found.ok ? answerCachedJson(c, found.value) : refusePublic(c, config, found.problem);
        },
      },
    },
    {
      path: '/v1/profiles/:handle/wall',
      cors: 'public',
      on: {
        GET: async (c) => {
          const asked = parseWith(handlePath, { handle: c.req.param('handle') });
          if (!asked.ok) return refusePublic(c, config, asked.problem);
          const wall = await readWall(deps, asked.value.handle);
          return wall.ok ? answerCachedJson(c, wall.value) : refusePublic(c, config, wall.problem);
        },
      },
    },
    {
      path: '/v1/profiles',
      cors: 'public',
      on: {
        GET: async (c) => {
          const asked = parseWith(handlesQuery, c.req.query());
          if (!asked.ok) return refusePublic(c, config, asked.problem);
          return answerCachedJson(c, await readProfiles(deps, asked.value.handles));
        },
      },
    },
  ];
}

/** Pauses the owner's tips until a day, or ends the pause (`request` null). At once, like taking the page down, and again it changes nothing more. */
async function pauseTips(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { uid }: Pick<Owner, 'uid'>,
  request: PauseRequest | null,
): Promise<Result<PauseAnswer>> {
  const pause = request === null ? ok(null) : pauseOf(request, clock.now());
  if (!pause.ok) return pause;
  return store.transaction<Result<PauseAnswer>>(async (tx) => {
    if ((await tx.read(stored.deletion(uid))) !== undefined) return fail(problem('sign-in-required'));
    if (isLeaving(await tx.read(stored.leaving(uid)))) return fail(problem('account-leaving'));
    const profile = await tx.read(stored.profile(uid));
    if (profile === undefined) return fail(problem('profile-not-found'));
    const restriction = restrictionOf(await tx.read(stored.standing(uid)), clock.now());
    // The sentence is public, so who may not publish may not change it. Ending a pause shows nothing new.
    if (pause.value !== null && restriction !== null && !rightsIn(restriction).publishes)
      return fail(restrictedBy(restriction));
    tx.write(stored.profile(uid), { ...profile, tipPause: pause.value });
    return ok({ pause: pause.value });
  });
}

/** `POST /v1/me/publish`, `POST /v1/me/unpublish`, `PUT` and `DELETE /v1/me/pause`, and `GET /v1/handles/{handle}`. */
export function ownerProfileRoutes(deps: Deps, whenPublished: WhenPublished): readonly Route[] {
  const { config } = deps;
  return [
    {
      path: '/v1/me/publish',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', publishRequest, (owner, request, c) =>
          publish(
            deps,
            owner,
            request,
            {
              origin: null,
              address: clientAddress(c, config.clientAddress),
              language: () => readerOf(c).language,
            },
            whenPublished,
          ),
        ),
      },
    },
    {
      path: '/v1/me/unpublish',
      cors: 'own',
      on: { POST: ownerCall(deps, 'signed-in', (owner) => unpublish(deps, owner)) },
    },
    {
      path: '/v1/me/pause',
      cors: 'own',
      on: {
        PUT: ownerCallWith(deps, 'signed-in', pauseRequest, (owner, request) =>
          pauseTips(deps, owner, request),
        ),
        DELETE: ownerCall(deps, 'signed-in', (owner) => pauseTips(deps, owner, null)),
      },
    },
    {
      path: '/v1/handles/:handle',
      cors: 'own',
      on: {
        GET: async (c) => {
          const asked = parseWith(newHandlePath, { handle: c.req.param('handle') });
          if (!asked.ok) return refuse(c, config, asked.problem);
          // Anybody may ask. A signed-in owner also learns that a handle is their own.
          const owner = await ownerOf(c, deps, 'signed-in');
          const uid = owner.ok ? owner.value.uid : null;
          return answer(c, config, ok(await checkHandle(deps, asked.value.handle, uid)));
        },
      },
    },
  ];
}
