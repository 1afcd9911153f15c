import { paths } from '../../core/documents/documents';
import type { LinkHealth, LinkState, LinksHealth } from '../../core/documents/link-health-document';
import type { EventFact } from '../../core/outbox/outbox-event';
import type { StoredProfile } from '../../core/profile/stored-profile';
import type { Deps } from '../deps';
import { writeEvent } from '../outbox/write-event';
import { stored } from '../store/stored';
import { inspectLink, webLinksOf, type LinkInspection } from './inspect-link';

type Links = Readonly<Record<string, LinkHealth>>;
type LinkFact = Extract<EventFact, { readonly linkId: string }>;

/** Milliseconds. A link counts as broken when two looks with this much time between them found it so: many sites are away for an hour. */
const twoLooks = 12 * 60 * 60_000;

const isDead = (state: LinkState): state is 'gone' | 'unreachable' =>
  state === 'gone' || state === 'unreachable';

interface ToldLinks {
  readonly links: Links;
  readonly facts: readonly LinkFact[];
}

/** What the owner is told about the links of a look, once for each time that a link is broken. `links`: with the time at which the owner was told. */
export function toldLinks(before: Links, after: Links, now: number): ToldLinks {
  const told = Object.entries(after).map(([linkId, link]) => toldLink(linkId, before[linkId], link, now));
  return {
    links: Object.fromEntries(told.map(({ linkId, link }) => [linkId, link])),
    facts: told.flatMap(({ fact }) => fact ?? []),
  };
}

function toldLink(linkId: string, before: LinkHealth | undefined, link: LinkHealth, now: number) {
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
  const isSecond = brokenSince <= now - twoLooks;
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
    const told = toldLinks(before?.links ?? {}, links, now);
    tx.write(stored.linkHealth(uid), { ...health, links: told.links });
    const facts = new Map(told.facts.map((fact) => [fact.linkId, fact]));
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
