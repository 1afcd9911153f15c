import { paths, totalShards } from '../../core/documents/documents';
import type { CardEvent } from '../../core/api/event-api';
import { dayOf } from '../../core/documents/insight-document';
import type { Deps } from '../deps';
import { findProfile } from '../profiles/find-profile';

type CountDeps = Pick<Deps, 'store' | 'recentCards' | 'config' | 'clock'>;

/**
 * Adds views and clicks to the owner's day, without reading it and without storing who caused them. Only links of the profile are counted, so that
 * nobody can grow a document with made-up ids. The caller awaits it: work after a function's answer may never run.
 */
export async function countEvents(deps: CountDeps, events: readonly CardEvent[]): Promise<void> {
  const handles = new Set(events.map((event) => event.handle));
  await Promise.all(
    [...handles].map((handle) =>
      countFor(
        deps,
        handle,
        events.filter((event) => event.handle === handle),
      ),
    ),
  );
}

async function countFor(deps: CountDeps, handle: string, events: readonly CardEvent[]): Promise<void> {
  const found = await findProfile(deps, handle);
  if (!found.ok) return;
  const { uid, links } = found.value.profile;
  const counts: Record<string, number> = {};
  for (const event of events) {
    const field = event.kind === 'view' ? 'views' : `clicks.${event.link}`;
    if (event.kind === 'view' || Object.hasOwn(links, event.link)) counts[field] = (counts[field] ?? 0) + 1;
  }
  if (Object.keys(counts).length === 0) return;
  const day = dayOf(deps.clock.now());
  const shard = Math.floor(Math.random() * totalShards);
  await deps.store.add(paths.insight(uid, day, shard), counts, { v: 1, day });
}
