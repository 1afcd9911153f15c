import type { BenchRow } from '../bench-row';
import { edgeCache } from '@busker/local/edge/edge-cache';
import { scaleScenario } from './scenario';

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
