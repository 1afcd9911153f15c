import type { CardEvent } from '@busker/core/dashboard-api/channel-api';
import { dayOf } from '@busker/core/insights/insight-document';
import { workOff } from '@busker/functions/testing/stored-state';
import { seededRandom } from '@busker/emulator-stripe/events/webhooks';
import { edgeCache } from '@busker/local/edge/edge-cache';
import type { BenchOptions, BenchRow } from '../bench-row';
import { monthlyCost, moveTo, scaleScenario, zipf, type ScaleScenario } from './scenario';

const minute = 60_000;
const day = 24 * 60 * minute;
const locations = 10;
/** Views in one beacon. Most beacons of real pages have one; the writes do not depend on it. */
const perBeacon = 4;

/**
 * A virtual day of card views over all owners by Zipf's law. Each view counts itself; for a tenth of the day each view also asks one of ten locations
 * of the edge for the profile, and no browser has a copy.
 */
export async function viewsOfADay({ quick }: BenchOptions): Promise<BenchRow[]> {
  const [owners, views] = quick ? [500, 20_000] : [10_000, 1_000_000];
  const scenario = await scaleScenario(owners);
  return [...(await profilesRead(scenario, views / 10)), ...(await viewsCounted(scenario, views))];
}

async function profilesRead(
  { app, store, clock, owners }: ScaleScenario,
  views: number,
): Promise<BenchRow[]> {
  const random = seededRandom(20_261_123);
  const rank = zipf(owners.length, random);
  const edges = Array.from({ length: locations }, () => edgeCache(app, clock.now));
  store.reset();
  const began = clock.now();
  for (let view = 0; view < views; view += 1) {
    moveTo(clock, began + Math.floor((view * day) / 10 / views));
    const edge = edges[Math.floor(random() * locations)];
    await edge?.fetch(new Request(`https://busker.test/v1/profiles/${owners[rank()]?.handle}`));
  }
  const misses = edges.reduce((sum, { counts }) => sum + counts.misses, 0);
  const { read, requests } = store.counts;
  const what = `${views} views by Zipf in 2.4 hours`;
  return [
    { what: `${what}: part that the edge does not have`, value: misses / views, unit: 'ratio', atMost: null },
    { what: 'documents read for each of those', value: read / misses, unit: 'ratio', atMost: 1.05 },
    { what: 'requests of the store for each of those', value: requests / misses, unit: 'ratio', atMost: 1 },
  ];
}

async function viewsCounted(scenario: ScaleScenario, views: number): Promise<BenchRow[]> {
  const { deps, store, clock, app, owners } = scenario;
  const rank = zipf(owners.length, seededRandom(1));
  moveTo(clock, Math.ceil(clock.now() / day) * day);
  const began = clock.now();
  store.reset();
  const sent = new Map<string, number>();
  const events: CardEvent[] = [];
  let rolledUpAt = began;
  await deps.jobs.want('roll-up', 'all');
  for (let view = 0; view < views; view += 1) {
    moveTo(clock, began + Math.floor((view * (day - minute)) / views));
    const { handle, uid } = owners[rank()] ?? { handle: '', uid: '' };
    sent.set(uid, (sent.get(uid) ?? 0) + 1);
    events.push({ kind: 'view', handle });
    if (events.length < perBeacon && view < views - 1) continue;
    const address = `198.51.${view % 250}.${Math.floor(view / 250) % 250}`;
    const body = JSON.stringify({ events: events.splice(0) });
    await app.request('/v1/events', { method: 'POST', headers: { 'x-forwarded-for': address }, body });
    if (clock.now() - rolledUpAt < 10 * minute) continue;
    rolledUpAt = clock.now();
    await workOff(deps);
  }
  await deps.counting.end();
  clock.advance(11 * minute);
  await workOff(deps);
  const counted = viewsIn(scenario, dayOf(began));
  const differing = owners.filter(({ uid }) => (counted.get(uid) ?? 0) !== (sent.get(uid) ?? 0)).length;
  const written = store.writtenTo.get('profiles/-/insights/-') ?? 0;
  return [
    {
      what: `${views} views in a virtual day: owners counted wrongly`,
      value: differing,
      unit: 'count',
      atMost: 0,
    },
    { what: 'writes of counters', value: written, unit: 'count', atMost: views < 1e6 ? null : 330_000 },
    { what: 'all documents written', value: store.counts.written, unit: 'count', atMost: null },
    { what: 'documents read', value: store.counts.read, unit: 'count', atMost: null },
    {
      what: 'the same for a month, with the requests to functions',
      value: monthlyCost(store.counts, views),
      unit: 'USD',
      atMost: null,
    },
  ];
}

/** The views of a day in the store, by owner. */
function viewsIn({ inner }: ScaleScenario, wanted: string): ReadonlyMap<string, number> {
  const views = new Map<string, number>();
  for (const [path, data] of Object.entries(inner.store.dump())) {
    const [, uid = '', collection, id] = path.split('/');
    if (collection !== 'insights' || id?.startsWith(wanted) !== true) continue;
    views.set(uid, (views.get(uid) ?? 0) + Number(data['views'] ?? 0));
  }
  return views;
}

/** A wrong address in a popular page: 1,000 requests in ten seconds. */
export async function unknownHandle(): Promise<BenchRow[]> {
  const { app, store, clock } = await scaleScenario(1);
  const edge = edgeCache(app, clock.now);
  store.reset();
  for (let sent = 0; sent < 1_000; sent += 1) {
    await edge.fetch(new Request('https://busker.test/v1/profiles/nobody'));
    clock.advance(10);
  }
  return [
    {
      what: 'unknown handle, 1,000 requests in 10 s: reach the app',
      value: edge.counts.misses,
      unit: 'count',
      atMost: 2,
    },
    { what: 'the same: documents read', value: store.counts.read, unit: 'count', atMost: null },
  ];
}
