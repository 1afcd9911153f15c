import { describe, expect, it } from 'vitest';
import { decodeCardVersion } from '../../core/documents/card-version-document';
import { collections } from '../../core/documents/documents';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { VersionCounts } from './version-counts';

const view = { kind: 'view', handle: 'ada' } as const;
const shown = (card: string | null, views = 1) => ({
  card,
  events: Array.from({ length: views }, () => view),
  crashed: false,
});
const crash = (card: string) => ({ card, events: [], crashed: true });

async function countsIn({ store }: ReturnType<typeof inMemoryDeps>) {
  const found = await store.find({ from: collections.cardVersions, limit: 20 }, decodeCardVersion);
  return found.map(({ value }) => value.ok && [value.value.version, value.value.loads, value.value.crashes]);
}

describe('the counts of versions', () => {
  it('are written at once after a quiet minute, and together at the end of a busy one', async () => {
    const deps = inMemoryDeps();
    const counts = new VersionCounts(deps);
    await counts.add(shown('0.1.0', 2), 'a');
    expect(await countsIn(deps)).toEqual([['0.1.0', 2, 0]]);
    const before = deps.store.requests;
    for (let beacon = 0; beacon < 50; beacon += 1) await counts.add(shown('0.1.0'), `address ${beacon}`);
    await counts.add(crash('0.2.0'), 'b');
    expect(deps.store.requests).toBe(before);
    deps.clock.advance(60_000);
    await counts.add(shown('0.2.0'), 'a');
    expect(await countsIn(deps)).toEqual([
      ['0.1.0', 52, 0],
      ['0.2.0', 1, 1],
    ]);
  });

  it('say nothing about profiles and visitors, and leave the store after thirty days', async () => {
    const deps = inMemoryDeps();
    await new VersionCounts(deps).add(shown('0.1.0'), '203.0.113.7');
    const stored = JSON.stringify(deps.store.dump());
    expect(stored).toContain('expiresAt');
    expect(stored).not.toContain('203.0.113.7');
    expect(stored).not.toContain('ada');
  });

  it('leave out clicks, and beacons without a version', async () => {
    const deps = inMemoryDeps();
    const counts = new VersionCounts(deps);
    await counts.add(shown(null), 'a');
    await counts.add(
      { card: '0.1.0', events: [{ kind: 'click', handle: 'ada', link: 'k' }], crashed: false },
      'a',
    );
    expect(await countsIn(deps)).toEqual([]);
  });

  it('go on in the minute after one full of invented versions', async () => {
    const deps = inMemoryDeps();
    const counts = new VersionCounts(deps);
    await counts.add(shown('0.1.0'), 'a');
    for (let version = 0; version < 8; version += 1) await counts.add(shown(`9.9.${version}`), 'flood');
    await counts.add(crash('0.1.0'), 'b');
    deps.clock.advance(60_000);
    await counts.add(crash('0.1.0'), 'b');
    expect(await countsIn(deps)).toContainEqual(['0.1.0', 1, 1]);
    await counts.add(crash('0.1.0'), 'c');
    deps.clock.advance(60_000);
    await counts.add(crash('0.1.0'), 'b');
    expect(await countsIn(deps)).toContainEqual(['0.1.0', 1, 3]);
  });

  it('count ten beacons of an address again in the next minute', async () => {
    const deps = inMemoryDeps();
    const counts = new VersionCounts(deps);
    for (let beacon = 0; beacon < 20; beacon += 1) await counts.add(shown('0.1.0'), 'a');
    deps.clock.advance(60_000);
    await counts.add(shown('0.1.0'), 'a');
    expect(await countsIn(deps)).toEqual([['0.1.0', 11, 0]]);
  });

  it('use bounded memory for any number of addresses: the latest are kept', async () => {
    const deps = inMemoryDeps();
    const counts = new VersionCounts(deps);
    for (let beacon = 0; beacon < 12; beacon += 1) await counts.add(shown('0.1.0'), 'first');
    for (let address = 0; address < 20_000; address += 1) await counts.add(shown('0.1.0'), `${address}`);
    await counts.add(shown('0.1.0', 5), 'first');
    deps.clock.advance(60_000);
    await counts.add(shown('0.1.0'), 'last');
    expect(await countsIn(deps)).toEqual([['0.1.0', 20_016, 0]]);
  });

  it('fail for no visitor when the store refuses them', async () => {
    const deps = inMemoryDeps();
    deps.store.fault = () => {
      throw new Error('permission denied');
    };
    await new VersionCounts(deps).add(shown('0.1.0'), 'a');
    expect(deps.lines.filter((line) => line.includes('permission denied'))).toHaveLength(1);
  });

  it('count ten beacons of one address and eight versions in a minute, whatever anybody sends', async () => {
    const deps = inMemoryDeps();
    const counts = new VersionCounts(deps);
    await counts.add(shown('0.0.1'), 'first');
    for (let beacon = 0; beacon < 30; beacon += 1) await counts.add(shown('0.1.0'), 'flood');
    for (let version = 0; version < 30; version += 1)
      await counts.add(shown(`1.0.${version}`), `v${version}`);
    deps.clock.advance(60_000);
    await counts.add(shown('0.1.0'), 'later');
    const all = await countsIn(deps);
    expect(all).toHaveLength(9);
    expect(all).toContainEqual(['0.1.0', 11, 0]);
  });
});
