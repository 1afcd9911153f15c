import { isDeepStrictEqual } from 'node:util';
import type { HandleAnswer } from '@busker/core/dashboard-api/owner-api';
import type { PublishAnswer, PublishRequest } from '@busker/core/fan-api/tip-api';
import {
  fail,
  faultsOf,
  ok,
  problem,
  refusedFields,
  type FieldProblems,
  type Problem,
  type Result,
} from '@busker/core/base/result';
import { isLeaving } from '@busker/core/account/account-document';
import { paths, totalShards } from '@busker/core/documents/documents';
import { mayClaim, picturesOf, type HandleClaim } from '@busker/core/profile-documents/profile-document';
import { sumTotals } from '@busker/core/money-documents/tip-document';
import {
  currentWall,
  supporterDocument,
  type MadeWall,
  type StoredSupporter,
  type StoredWall,
  type WallParts,
} from '@busker/core/wall/wall-document';
import { keptOf, noContribution, type Currency, type Totals } from '@busker/core/money/money';
import { blockPictures } from '@busker/core/blocks/block';
import { otherUploads, parsePublishableDraft, type Draft } from '@busker/core/profile/draft';
import { pageSlots, sameUpload, type DraftPicture } from '@busker/core/pictures/picture-slots';
import { restrictionOf, rightsIn, withoutLimited, type Standing } from '@busker/core/moderation/standing';
import {
  pageAddress,
  publishedProfile,
  type StoredPicture,
  type StoredProfile,
} from '@busker/core/profile/profile';
import { maxWall, type Supporter } from '@busker/core/wall/wall';
import { auditRecord, type Act } from '../admin/audit';
import type { Deps, Owner } from '../deps';
import { knownAddress, type Caller } from '../http/caller';
import { mayClaimHandle } from '../limits/limit-rules';
import { plannedCheck } from '../link-checks/check-links';
import { firstMailChannel, readyFirstChannel } from '../channels/channel-draft';
import type { NewOwnChannel } from '../channels/own-channels';
import { writeEvent } from '../outbox/relay';
import { followPictures } from '../pictures/published-pictures';
import { readable, stored, type Transaction, type Writes } from '../store/store';

/** An owner's act on their own page, for the audit. */
export const ownersAct = (verb: 'unpublish' | 'publish-again', uid: string): Act => ({
  who: uid,
  role: 'owner',
  verb,
  subject: uid,
  outcome: 'done',
  before: null,
  after: null,
  reason: '',
  reportId: null,
});

/** An owner's totals by currency. A currency without tips has no entry. */
export async function readTotals(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  currency: Currency,
): Promise<Totals> {
  const docs = Array.from({ length: totalShards }, (_, shard) => stored.total(uid, currency, shard));
  const shards = await store.readAll(docs);
  return sumTotals(shards.filter((shard) => shard !== undefined));
}

/** The refusal of an owner's call, with the host's own text. */
export const restrictedBy = ({ state, reason }: Standing): Problem =>
  problem('profile-restricted', { detail: reason, figures: { state, reason } });

interface CopiedPictures {
  readonly picture: StoredPicture | null;
  readonly linkPictures: readonly StoredPicture[];
  readonly pagePictures: readonly StoredPicture[];
}

/**
 * Every upload of the draft, under its public name. Pictures that a link or the page showed before are public already: their slot may hold another upload by now.
 */
async function copyPictures(
  { store, pictures }: Pick<Deps, 'store' | 'pictures'>,
  uid: string,
  draft: Draft,
): Promise<Result<CopiedPictures>> {
  const picture = draft.picture === null ? ok(null) : await pictures.publish(uid, draft.picture);
  if (!picture.ok) return picture;
  const published = await store.read(stored.profile(uid));
  const before = published === undefined ? [] : picturesOf(published);
  const copies: StoredPicture[] = [];
  for (const wanted of otherUploads(draft)) {
    const known = before.find((each) => sameUpload(each, wanted));
    const copy = known ? ok(known) : await pictures.publish(uid, wanted);
    if (!copy.ok) return fail(refusedFields(faultOf(draft, wanted, copy.problem)));
    copies.push(copy.value);
  }
  const isPage = ({ slot }: StoredPicture) => pageSlots.some((each) => each === slot);
  return ok({
    picture: picture.value,
    linkPictures: copies.filter((copy) => !isPage(copy)),
    pagePictures: copies.filter(isPage),
  });
}

/** The refused picture, by the name of the field that shows it. */
function faultOf({ links, blocks, look }: Draft, wanted: DraftPicture, given: Problem): FieldProblems {
  const shown = Object.entries(links)
    .filter(([, { sign }]) => sign?.kind === 'picture' && sameUpload(sign, wanted))
    .map(([id]) => `links.${id}.sign`);
  const within = Object.entries(blocks)
    .filter(([, block]) => blockPictures({ block }).some((upload) => sameUpload(upload, wanted)))
    .map(([id]) => `blocks.${id}.picture`);
  const ofPage = sameUpload(look.page.cover, wanted) ? 'look.page.cover' : 'look.page.ground';
  const named = [...shown, ...within];
  const fields = named.length > 0 ? named : [ofPage];
  return Object.fromEntries(fields.map((field) => [field, faultsOf(given)['picture'] ?? 'other']));
}

/** Whether the draft still shows the copied pictures. */
const samePictures = (draft: Draft, { picture, linkPictures, pagePictures }: CopiedPictures) =>
  sameUpload(draft.picture, picture) &&
  otherUploads(draft).every((wanted) =>
    [...linkPictures, ...pagePictures].some((copy) => sameUpload(copy, wanted)),
  );

type PublishDeps = Pick<
  Deps,
  | 'store'
  | 'clock'
  | 'config'
  | 'pictures'
  | 'limits'
  | 'ids'
  | 'log'
  | 'outboxQueue'
  | 'senders'
  | 'subscriptions'
>;

/** Guests may only try the editor: a public profile needs an owner with an address to write to. */
export function mayPublish(owner: Owner): Result<null> {
  if (owner.guest) return fail(problem('account-needed'));
  if (owner.provider === 'password' && !owner.emailVerified) return fail(problem('email-not-verified'));
  return ok(null);
}

/** The stored draft without the parts that the host has limited, if it is at least as new as the draft that its owner sees. */
function publishable(
  { clock }: Pick<Deps, 'clock'>,
  draft: Draft | undefined,
  standing: Standing | undefined,
  wanted: number,
): Result<Draft> {
  const restriction = restrictionOf(standing, clock.now());
  if (restriction !== null && !rightsIn(restriction).publishes) return fail(restrictedBy(restriction));
  if (draft === undefined) return fail(problem('draft-not-found'));
  const { revision } = draft;
  if (revision < wanted) return fail(problem('draft-behind', { figures: { revision } }));
  return parsePublishableDraft(withoutLimited(draft, restriction));
}

/** The prepared data for the draft as it was read. */
interface Prepared {
  readonly pictures: CopiedPictures;
  /** The account's; null = there is none yet. */
  readonly currency: Currency | null;
  readonly totals: Totals;
  /** The handle to claim if it is free; null = it was not free. */
  readonly claimable: string | null;
  /** The event for the owner's channels. */
  readonly eventId: string;
  /** Null for an owner who has published before, too. */
  readonly firstChannel: NewOwnChannel | null;
}

/** Who publishes, and from where. `language` gives the browser's, as a BCP 47 tag, for mails. */
interface PublishCaller extends Caller {
  readonly language: () => string;
}

/** Counts a claim of a free handle. A handle that the owner already has does not count. */
async function countClaim(
  deps: PublishDeps,
  { uid }: Owner,
  handle: string,
  caller: Caller,
): Promise<Result<string | null>> {
  const claim = await deps.store.read(stored.handle(handle));
  if (claim !== undefined) return ok(null);
  const allowed = await mayClaimHandle(deps, uid, knownAddress(deps, caller)?.hash ?? null);
  return allowed.ok ? ok(handle) : allowed;
}

/** The work that follows a change of a published profile. */
export type WhenPublished = (deps: PublishDeps, uid: string, handle: string) => Promise<void>;

/**
 * Publishes the draft: copies its pictures under their hashes, claims its handle and writes the profile, all or nothing. A handle that another owner
 * has, or last used, is refused.
 */
export async function publish(
  deps: PublishDeps,
  owner: Owner,
  { revision }: PublishRequest,
  caller: PublishCaller,
  whenPublished: WhenPublished,
): Promise<Result<PublishAnswer>> {
  const allowed = mayPublish(owner);
  if (!allowed.ok) return allowed;
  const [draft, standing, { value: before }, { value: payments }] = await deps.store.readVersioned([
    stored.draft(owner.uid),
    stored.standing(owner.uid),
    stored.profile(owner.uid),
    stored.payments(owner.uid),
  ]);
  const seen = publishable(deps, draft.value, standing.value, revision);
  if (!seen.ok) return seen;
  const claimable = await countClaim(deps, owner, seen.value.handle, caller);
  if (!claimable.ok) return claimable;
  const copied = await copyPictures(deps, owner.uid, seen.value);
  if (!copied.ok) return copied;
  const currency = payments?.currency ?? null;
  const totals = await totalsBefore(deps, owner.uid, seen.value, currency);
  const eventId = deps.ids.fresh();
  const firstChannel = before === undefined ? firstMailChannel(deps, owner, caller.language()) : null;
  const prepared = {
    pictures: copied.value,
    currency,
    totals,
    claimable: claimable.value,
    eventId,
    firstChannel,
  };
  const published = await deps.store.transaction((tx) => write(deps, tx, owner.uid, revision, prepared));
  if (!published.ok) return published;
  const { answer, isNew } = published.value;
  if (!isNew) return ok(answer);
  await deps.outboxQueue.enqueue({ kind: 'relay', uid: owner.uid, eventId }, deps.clock.now());
  await whenPublished(deps, owner.uid, answer.handle);
  if (before?.takenDownAt != null) await followPictures(deps, owner.uid);
  return ok(answer);
}

interface Published {
  readonly answer: PublishAnswer;
  /** False: visitors see this already, and nothing was written. */
  readonly isNew: boolean;
}

/** Read only for owners who show a goal, and outside the transaction, where it would delay every tip. */
async function totalsBefore(
  deps: PublishDeps,
  uid: string,
  { tips }: Draft,
  currency: Currency | null,
): Promise<Totals> {
  return tips.goal === null || currency === null ? {} : readTotals(deps, uid, currency);
}

/** Too many renames: these handles lead nowhere from now on, but stay taken. */
function handlesLeft(previous: StoredProfile | null, profile: StoredProfile): readonly string[] {
  const kept = new Set([profile.handle, ...profile.aliases]);
  return previous === null ? [] : [previous.handle, ...previous.aliases].filter((each) => !kept.has(each));
}

/** The handle that is given up, if the profile was never shown under it: it is free again at once. */
async function unusedHandle(
  tx: Transaction,
  previous: StoredProfile | null,
  handle: string,
): Promise<string | null> {
  if (previous === null || previous.handle === handle) return null;
  const claim = await tx.read(stored.handle(previous.handle));
  return claim?.uid === previous.uid && claim.usedAt === null ? previous.handle : null;
}

async function write(
  deps: PublishDeps,
  tx: Transaction,
  uid: string,
  wanted: number,
  { pictures, currency, totals, claimable, eventId, firstChannel }: Prepared,
): Promise<Result<Published>> {
  const { clock, config } = deps;
  const standing = await tx.read(stored.standing(uid));
  const draft = publishable(deps, await tx.read(stored.draft(uid)), standing, wanted);
  if (!draft.ok) return draft;
  const { handle, revision } = draft.value;
  // Another tab changed the picture after its bytes were checked: the checked picture is not the one to publish.
  if (!samePictures(draft.value, pictures)) return fail(problem('draft-behind', { figures: { revision } }));
  // The account was deleted since the request came in: nothing may become public again.
  if ((await tx.read(stored.deletion(uid))) !== undefined) return fail(problem('sign-in-required'));
  if (isLeaving(await tx.read(stored.leaving(uid)))) return fail(problem('account-leaving'));
  const claim = (await tx.read(stored.handle(handle))) ?? null;
  const previous = (await tx.read(stored.profile(uid))) ?? null;
  if (!mayClaim(claim, uid)) {
    const fields = { handle: 'This name is taken. Please choose another one.' };
    return fail(problem('handle-taken', { fields }));
  }
  // The handle changed since it was counted, or became free: the owner's next try counts it.
  if (claim === null && handle !== claimable) return fail(problem('draft-behind', { figures: { revision } }));
  const unused = await unusedHandle(tx, previous, handle);
  const health = await tx.read(stored.linkHealth(uid));
  const addFirstChannel = firstChannel && (await readyFirstChannel(deps, tx, uid, firstChannel));
  const now = clock.now();
  const profile = publishedProfile(draft.value, {
    uid,
    previous,
    ...pictures,
    currency,
    totals,
    unused,
    now,
  });
  const url = pageAddress(profile, config.publicOrigin);
  const isLive = claim?.state === 'live' && previous !== null && previous.takenDownAt === null;
  if (isLive && isDeepStrictEqual({ ...profile, publishedAt: previous.publishedAt }, previous))
    return ok({ answer: { handle, url, publishedAt: previous.publishedAt, revision }, isNew: false });
  const { claimedAt, usedAt } = claim ?? { claimedAt: now, usedAt: null };
  if (claim?.state !== 'live')
    tx.write(stored.handle(handle), { v: 1, handle, uid, state: 'live', claimedAt, usedAt });
  for (const left of handlesLeft(previous, profile)) {
    if (left === unused) tx.remove(paths.handle(left));
    else
      tx.write(stored.handle(left), {
        v: 1,
        handle: left,
        uid,
        state: 'retired',
        claimedAt: now,
        usedAt: now,
      });
  }
  tx.write(stored.profile(uid), profile);
  addFirstChannel?.();
  if (previous !== null && previous.takenDownAt !== null)
    auditRecord(deps).write(tx, ownersAct('publish-again', uid));
  const check = plannedCheck(health, profile, now);
  if (check !== null) tx.write(stored.linkHealth(uid), check);
  const fact = { type: 'profile.published', revision, handle } as const;
  writeEvent(tx, uid, { id: eventId, fact, at: now, livemode: config.livemode, tip: null });
  return ok({ answer: { handle, url, publishedAt: now, revision }, isNew: true });
}

/** Whether this owner could publish under a handle. A handle that was shown to somebody stays with its owner. */
export async function checkHandle(
  { store }: Pick<Deps, 'store'>,
  handle: string,
  uid: string | null,
): Promise<HandleAnswer> {
  const claim = await store.read(stored.handle(handle));
  if (claim === undefined) return { handle, state: 'free' };
  return { handle, state: claim.uid === uid ? 'yours' : 'taken' };
}

/** The claims that a profile has on its handle and its aliases. */
export async function claimsOf(tx: Transaction, profile: StoredProfile): Promise<readonly HandleClaim[]> {
  const claims = await tx.readAll([profile.handle, ...profile.aliases].map(stored.handle));
  return claims.filter((claim) => claim !== undefined).filter(({ uid }) => uid === profile.uid);
}

/** After this no handle leads to the profile: no card shows it and no tip can start. A handle that was never shown is free again. */
export function retireHandles(writes: Writes, claims: readonly HandleClaim[]): void {
  for (const claim of claims) {
    const doc = stored.handle(claim.handle);
    if (claim.usedAt === null) writes.remove(doc.path);
    else writes.write(doc, { ...claim, state: 'retired' });
  }
}

type WallDeps = Pick<Deps, 'store' | 'clock' | 'config'>;

/** The stored wall of an owner, else made anew and stored. At most eight sums and fifty entries are read, whatever the number of tips. */
export async function wallOf(deps: WallDeps, uid: string, parts: WallParts): Promise<MadeWall> {
  const { store, clock, config } = deps;
  const wall = (await store.read(stored.wall(uid))) ?? null;
  const current = currentWall(wall, parts, config.livemode, clock.now());
  if (current !== null) return current;
  // The time before anything is read: a tip that comes while the wall is made is newer than the wall.
  const at = clock.now();
  const [kept, supporters] = await Promise.all([
    parts.currency === null ? null : keptIn(deps, uid, parts.currency),
    parts.supporters ? supportersOf(deps, uid) : null,
  ]);
  const isAfterTip = wall?.made != null && wall.changesUntil > wall.made.at;
  const refreshedAt = isAfterTip ? at : (wall?.made?.refreshedAt ?? 0);
  const changes = wall?.changes ?? 0;
  const made = { at, changes, refreshedAt, livemode: config.livemode, kept, supporters };
  await keepWall(deps, uid, wall, made);
  return made;
}

async function keptIn({ store }: WallDeps, uid: string, currency: Currency): Promise<MadeWall['kept']> {
  const sums = await readTotals({ store }, uid, currency);
  return { currency, amount: keptOf(sums[currency] ?? noContribution) };
}

const publicPart = ({ name, message, amount, currency, at, every }: StoredSupporter): Supporter => ({
  name,
  message,
  amount,
  currency,
  at,
  ...(every !== undefined && { every }),
});

async function supportersOf({ store, config }: WallDeps, uid: string): Promise<readonly Supporter[]> {
  const from = paths.supporters(uid);
  const found = await store.find({ from, orderBy: [['at', 'desc']], limit: maxWall }, (data) =>
    readable(from, supporterDocument.decode(data)),
  );
  return found
    .map(({ value }) => value)
    .filter(({ livemode }) => livemode === config.livemode)
    .map(publicPart);
}

/**
 * Stores a wall, unless it was changed since `before` was read: then a text that was just taken back may still be in `made`. The wall of a profile
 * that was just taken away or deleted is not stored either.
 */
async function keepWall(
  { store, clock }: WallDeps,
  uid: string,
  before: StoredWall | null,
  made: MadeWall,
): Promise<void> {
  await store.transaction(async (tx) => {
    const now = (await tx.read(stored.wall(uid))) ?? null;
    const profile = await tx.read(stored.profile(uid));
    const restriction = restrictionOf(await tx.read(stored.standing(uid)), clock.now());
    if (profile === undefined || !rightsIn(restriction).shown) return;
    if (JSON.stringify(now) !== JSON.stringify(before)) return;
    const { changes, changesUntil } = before ?? { changes: 0, changesUntil: 0 };
    tx.write(stored.wall(uid), { v: 1, uid, changes, changesUntil, made });
  });
}
