import type { LinkHealth, LinksHealth } from '../../core/documents/link-health-document';
import { paths } from '../../core/documents/documents';
import type { StoredProfile } from '../../core/profile/stored-profile';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { writeEvent } from '../outbox/write-event';
import { toldLinks } from './told-links';
import { inspectLink, webLinksOf, type LinkInspection } from './inspect-link';

export const checkEveryMs = 24 * 60 * 60_000;
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
