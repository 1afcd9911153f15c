import { seededRandom } from '../../emulators/stripe/events/webhook-faults';
import { edgeCache } from '../../local/hosting/edge-cache';
import type { BenchOptions, BenchRow } from '../bench-row';
import { moveTo, scaleWorld, type ScaleWorld } from './world';
import { zipf } from './zipf';

const minute = 60_000;
const day = 24 * 60 * minute;
const locations = 10;

/**
 * A virtual day of card views over all owners by Zipf's law. Each view of a tenth of the day asks one of ten locations of the edge for the
 * profile. No browser has a copy.
 */
export async function viewsOfADay({ quick }: BenchOptions): Promise<BenchRow[]> {
  const [owners, views] = quick ? [500, 20_000] : [10_000, 1_000_000];
  const world = await scaleWorld(owners);
  return profilesRead(world, views / 10);
}

async function profilesRead({ app, store, clock, owners }: ScaleWorld, views: number): Promise<BenchRow[]> {
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
