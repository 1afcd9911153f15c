import type { LinksCheckAnswer } from '@busker/core/dashboard-api/owner-api';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import { isWebAddress, readUrl } from '@busker/core/text/safe-url';
import { paths } from '@busker/core/documents/documents';
import type { LinkHealth, LinkState, LinksHealth } from '@busker/core/profile-documents/profile-document';
import type { EventFact } from '@busker/core/outbox/outbox-event';
import { pageAddress, type StoredProfile } from '@busker/core/profile/profile';
import type { Deps, Owner } from '../deps';
import { tagsOf } from '../safe-fetch/html-tags';
import type { SafeFetchAnswer } from '../safe-fetch/safe-fetch';
import { mayCheckLinks } from '../limits/limit-rules';
import { writeEvent } from '../outbox/relay';
import { stored } from '../store/store';

type Page = Extract<SafeFetchAnswer, { ok: true }>;

/** The profile's public page, which a verified page links to. */
export const pageOf = (origin: string, handle: string) => `${origin}/@${handle}`;

/**
 * Whether a page links to this profile with rel="me" in an `a`, a `link` or its `Link` header. A link to an earlier handle counts too. The profile's
 * own page links to it with rel="me" in return.
 */
function linksBack(page: Page, profile: StoredProfile, origin: string): boolean {
  const handles = [profile.handle, ...profile.aliases].map((each) => pageOf(origin, each));
  const wanted = new Set([...handles, plain(pageAddress(profile, origin), origin)]);
  const candidates = [...fromTags(page.body), ...fromHeader(page.headers['link'] ?? '')];
  return candidates.some((href) => wanted.has(plain(href, page.url)));
}

const isMe = (rel: string | undefined) => (rel ?? '').toLowerCase().split(/\s+/).includes('me');

function fromTags(body: string): readonly string[] {
  return tagsOf(body)
    .filter(({ name, attributes }) => (name === 'a' || name === 'link') && isMe(attributes.get('rel')))
    .flatMap(({ attributes }) => attributes.get('href') ?? []);
}

function fromHeader(header: string): readonly string[] {
  return [...header.matchAll(/<([^<>]{1,2048})>([^<]{0,500})/g)].flatMap(([, href = '', parameters = '']) => {
    const rel = /;\s*rel\s*=\s*"?([^";,]*)/i.exec(parameters)?.[1];
    return isMe(rel) ? [href] : [];
  });
}

/** Removes the parts that do not identify the page: query, fragment, trailing slash, capitals in the handle. */
function plain(href: string, base: string): string {
  const url = URL.canParse(href.trim(), base) ? readUrl(new URL(href.trim(), base).href) : null;
  return url === null ? '' : url.origin + url.pathname.toLowerCase().replace(/\/$/, '');
}

interface LinkInspection extends Pick<LinkHealth, 'state' | 'status' | 'movedTo'> {
  /** Null = unknown: no answer, another site, or a site that refuses programs. */
  readonly linksBack: boolean | null;
}

const siteOf = (url: string) => new URL(url).hostname.replace(/^www\./, '');

/** Fetches a link's page once: its status, and whether it links back. */
export async function inspectLink(
  { fetchPage, config }: Pick<Deps, 'fetchPage' | 'config'>,
  profile: StoredProfile,
  url: string,
): Promise<LinkInspection> {
  const page = await fetchPage(url);
  if (!page.ok) return { ...withoutAnswer(page.problem), movedTo: null, linksBack: null };
  const { status } = page;
  if (siteOf(page.url) !== siteOf(url)) return { state: 'moved', status, movedTo: page.url, linksBack: null };
  const state = stateOf(status);
  const back = state === 'ok' ? linksBack(page, profile, config.publicOrigin) : null;
  return { state, status, movedTo: null, linksBack: back };
}

type Failure = Extract<SafeFetchAnswer, { ok: false }>['problem'];

/** A page that is too large, or an address that we may not visit, says nothing about the link. */
function withoutAnswer(problem: Failure): Pick<LinkHealth, 'state' | 'status'> {
  const unknown: readonly Failure[] = ['too-large', 'port-not-allowed'];
  return { state: unknown.includes(problem) ? 'unknown' : 'unreachable', status: null };
}

function stateOf(status: number): LinkHealth['state'] {
  if (status >= 200 && status < 300) return 'ok';
  if (status === 404 || status === 410) return 'gone';
  // Some networks answer programs with a status of their own (999).
  return status >= 500 && status < 600 ? 'unreachable' : 'unknown';
}

/** The web links of a profile that are or will be shown, by id. */
function webLinksOf({ links }: StoredProfile): readonly (readonly [id: string, url: string])[] {
  return Object.entries(links).flatMap(([id, { on, url }]) =>
    on && isWebAddress(url) ? [[id, url] as const] : [],
  );
}

type Links = Readonly<Record<string, LinkHealth>>;
type LinkFact = Extract<EventFact, { readonly linkId: string }>;

/** Milliseconds. A link counts as broken when two checks with this much time between them found it so: many sites are away for an hour. */
const twoChecks = 12 * 60 * 60_000;

const isDead = (state: LinkState): state is 'gone' | 'unreachable' =>
  state === 'gone' || state === 'unreachable';

interface NotifiedLinks {
  readonly links: Links;
  readonly facts: readonly LinkFact[];
}

/** What the owner is notified of, once for each time that a link is broken. `links`: with the time at which the owner was notified. */
export function notifiedLinks(before: Links, after: Links, now: number): NotifiedLinks {
  const notified = Object.entries(after).map(([linkId, link]) =>
    notifiedLink(linkId, before[linkId], link, now),
  );
  return {
    links: Object.fromEntries(notified.map(({ linkId, link }) => [linkId, link])),
    facts: notified.flatMap(({ fact }) => fact ?? []),
  };
}

function notifiedLink(linkId: string, before: LinkHealth | undefined, link: LinkHealth, now: number) {
  const { url, state, since } = link;
  const isSame = before?.url === url;
  const toldAt = isSame ? before.toldAt : undefined;
  if (!isDead(state)) {
    // `unknown`: the site refuses programs, so that it may still be broken.
    const isBack = toldAt !== undefined && state !== 'unknown';
    const fact: LinkFact | null = isBack ? { type: 'link.back', linkId, url } : null;
    return { linkId, fact, link: toldAt === undefined || isBack ? link : { ...link, toldAt } };
  }
  if (toldAt !== undefined) return { linkId, fact: null, link: { ...link, toldAt } };
  const brokenSince = isSame && isDead(before.state) ? Math.min(before.since, since) : now;
  const isSecond = brokenSince <= now - twoChecks;
  if (!isSecond) return { linkId, fact: null, link };
  const fact: LinkFact = { type: 'link.dead', linkId, url, state, since };
  return { linkId, fact, link: { ...link, toldAt: now } };
}

const checkEveryMs = 24 * 60 * 60_000;
const atOnce = 4;

/**
 * Checks every web link of a profile and stores the result: how each one answers, and which verified ones no longer link back. Undefined when there
 * is no such profile.
 */
export async function checkLinks(deps: Deps, uid: string): Promise<LinksHealth | undefined> {
  const profile = await deps.store.read(stored.profile(uid));
  if (profile === undefined) return forgetHealth(deps, uid);
  const inspections = await inspectAll(deps, profile);
  const lost = new Set(
    profile.verifiedUrls.filter((url) =>
      [...inspections.values()].some((l) => l.url === url && l.linksBack === false),
    ),
  );
  const eventIds = [...inspections.keys()].map((id) => [id, deps.ids.fresh()] as const);
  const checked = await deps.store.transaction(async (tx) => {
    const current = await tx.read(stored.profile(uid));
    const before = await tx.read(stored.linkHealth(uid));
    if (current === undefined) return undefined;
    const now = deps.clock.now();
    const links = Object.fromEntries(
      webLinksOf(current).flatMap(([id, url]) => {
        const inspection = inspections.get(id);
        return inspection?.url === url ? [[id, healthOf(inspection, before?.links[id], now)] as const] : [];
      }),
    );
    const health: LinksHealth = { v: 1, uid, links, checkedAt: now, nextCheckAt: now + checkEveryMs };
    const notified = notifiedLinks(before?.links ?? {}, links, now);
    tx.write(stored.linkHealth(uid), { ...health, links: notified.links });
    const facts = new Map(notified.facts.map((fact) => [fact.linkId, fact]));
    const events = eventIds.flatMap(([id, eventId]) => {
      const fact = facts.get(id);
      return fact === undefined ? [] : [{ id: eventId, fact }];
    });
    for (const event of events)
      writeEvent(tx, uid, { ...event, at: now, livemode: deps.config.livemode, tip: null });
    if (current.verifiedUrls.some((url) => lost.has(url))) {
      const verifiedUrls = current.verifiedUrls.filter((url) => !lost.has(url));
      tx.write(stored.profile(uid), { ...current, verifiedUrls });
    }
    return { health, events };
  });
  for (const { id } of checked?.events ?? [])
    await deps.outboxQueue.enqueue({ kind: 'relay', uid, eventId: id }, deps.clock.now());
  return checked?.health;
}

/** Without a profile there is nothing to check, and the result of earlier checks would stay due. */
async function forgetHealth({ store }: Deps, uid: string): Promise<undefined> {
  await store.transaction(async (tx) => {
    if ((await tx.read(stored.profile(uid))) === undefined) tx.remove(paths.linkHealth(uid));
  });
}

type Seen = LinkInspection & { readonly url: string };

async function inspectAll(deps: Deps, profile: StoredProfile): Promise<ReadonlyMap<string, Seen>> {
  const waiting = [...webLinksOf(profile)];
  const inspections = new Map<string, Seen>();
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [id, url] = next;
      inspections.set(id, { url, ...(await inspectLink(deps, profile, url)) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return inspections;
}

function healthOf(
  { url, state, status, movedTo }: Seen,
  before: LinkHealth | undefined,
  now: number,
): LinkHealth {
  const same = before?.url === url && before.state === state;
  return { url, state, status, movedTo, since: same ? before.since : now, checkedAt: now };
}

/** The owner requests the check instead of waiting for the daily one. */
export async function checkLinksNow(deps: Deps, { uid }: Owner): Promise<Result<LinksCheckAnswer>> {
  const allowed = await mayCheckLinks(deps, uid);
  if (!allowed.ok) return allowed;
  const health = await checkLinks(deps, uid);
  if (health === undefined) return fail(problem('profile-not-found'));
  return ok({ checkedAt: health.checkedAt ?? deps.clock.now(), links: { ...health.links } });
}

/** The link health after publishing: results of removed or changed links are dropped, and a new address is due at once. Null when nothing changes. */
export function plannedCheck(
  before: LinksHealth | undefined,
  profile: StoredProfile,
  now: number,
): LinksHealth | null {
  const wanted = webLinksOf(profile);
  const kept = wanted.flatMap(([id, url]) => {
    const known = before?.links[id];
    return known?.url === url ? [[id, known] as const] : [];
  });
  const gone = Object.keys(before?.links ?? {}).length - kept.length;
  if (kept.length === wanted.length && gone === 0) return null;
  return {
    v: 1,
    uid: profile.uid,
    links: Object.fromEntries(kept),
    checkedAt: before?.checkedAt ?? null,
    nextCheckAt: kept.length < wanted.length ? now : (before?.nextCheckAt ?? now),
  };
}
