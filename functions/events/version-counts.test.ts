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

  it('name published versions only: a flood of invented ones shares one document, and takes no place from a real one', async () => {
    const deps = inMemoryDeps();
    const counts = new VersionCounts(deps);
    const flood = async (minute: number) => {
      for (let each = 0; each < 1000; each += 1)
        await counts.add(shown(`9.${minute}.${each}`), `flood ${minute} ${each}`);
    };
    for (let minute = 0; minute < 5; minute += 1) {
      await flood(minute);
      await counts.add(shown('0.1.0', 3), 'visitor 1');
      await counts.add(crash('0.2.0'), 'visitor 2');
      deps.clock.advance(60_000);
    }
    await counts.add(shown('0.1.0'), 'last');
    expect(await countsIn(deps)).toEqual([
      ['0.1.0', 16, 0],
      ['0.2.0', 0, 5],
      ['other', 5000, 0],
    ]);
  });

  it('name no version when the deploy named none', async () => {
    const deps = inMemoryDeps({ cardVersions: [] });
    await new VersionCounts(deps).add(shown('0.1.0'), 'a');
    expect(await countsIn(deps)).toEqual([['other', 1, 0]]);
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

  it('count ten beacons of one address in a minute, whatever it sends', async () => {
    const deps = inMemoryDeps();
    const counts = new VersionCounts(deps);
    await counts.add(shown('0.2.0'), 'first');
    for (let beacon = 0; beacon < 30; beacon += 1) await counts.add(shown('0.1.0'), 'flood');
    deps.clock.advance(60_000);
    await counts.add(shown('0.1.0'), 'later');
    expect(await countsIn(deps)).toEqual([
      ['0.1.0', 11, 0],
      ['0.2.0', 1, 0],
    ]);
  });
});
