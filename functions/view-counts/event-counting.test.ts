import { describe, expect, it, vi } from 'vitest';
import type { CardEvent } from '../../core/dashboard-api/channel-api';
import { timeOf } from '../../core/insights/insight-document';
import { StoreUnavailable } from '../store/store';
import { inMemoryDeps, type InMemoryDeps } from '../testing/in-memory-deps';
import { EventCounting } from './event-counting';

describe('event counting', () => {
  const view = (handle = 'ada'): CardEvent => ({ kind: 'view', handle });

  const click = (link: string, handle = 'ada'): CardEvent => ({ kind: 'click', handle, link });

  function scenario() {
    const deps = inMemoryDeps();
    const counting = new EventCounting(deps, { windowMs: 10_000, onWritten: () => Promise.resolve() });
    return { deps, counting };
  }

  const batches = ({ store }: InMemoryDeps) =>
    Object.entries(store.dump()).flatMap(([path, { rows }]) =>
      path.startsWith('viewBatches/') ? [rows as { readonly count: number }[]] : [],
    );
  const written = (deps: InMemoryDeps) =>
    batches(deps).map((rows) => rows.reduce((sum, { count }) => sum + count, 0));

  it('writes one batch for all profiles at the first event after ten seconds', async () => {
    const { deps, counting } = scenario();
    await counting.add([view(), view(), view('grace'), { kind: 'click', handle: 'ada', link: 'insta' }]);
    deps.clock.advance(9999);
    await counting.add([view()]);
    expect(deps.store.requests).toBe(0);
    deps.clock.advance(1);
    await counting.add([view()]);
    const [day, time] = ['2026-11-20', timeOf(deps.clock.now())];
    expect(batches(deps)).toEqual([
      [
        { day, time, handle: 'ada', link: null, site: null, count: 4 },
        { day, time, handle: 'grace', link: null, site: null, count: 1 },
        { day, time, handle: 'ada', link: 'insta', count: 1 },
      ],
    ]);
    expect(deps.store.requests).toBe(1);
  });

  it('writes earlier when it has five hundred profiles or two thousand rows', async () => {
    const { deps, counting } = scenario();
    for (let index = 0; index < 500; index += 1) await counting.add([view(`name${index}`)]);
    expect(written(deps)).toEqual([500]);
    for (let index = 0; index < 2000; index += 1)
      await counting.add([click(`k${index}`, `name${index % 4}`)]);
    expect(written(deps)).toEqual([500, 2000]);
  });

  it('keeps five hundred links of a profile in a window, and counts views and these links further', async () => {
    const { deps, counting } = scenario();
    for (let index = 0; index < 600; index += 1) await counting.add([click(`k${index}`)]);
    await counting.add([view(), click('k0'), click('k599'), click('k599', 'grace')]);
    await counting.end();
    expect(batches(deps).map((rows) => rows.length)).toEqual([502]);
    expect(written(deps)).toEqual([503]);
    await counting.add([click('k599')]);
    expect(written(deps)).toEqual([503, 1]);
  });

  // Holds host-044.
  it('writes what is left when the instance ends, and every later event at once', async () => {
    const { deps, counting } = scenario();
    await counting.add([view()]);
    await counting.end();
    expect(written(deps)).toEqual([1]);
    await Promise.all([counting.add([view()]), counting.add([view()])]);
    expect(written(deps).reduce((a, b) => a + b)).toBe(3);
    await counting.end();
    expect(written(deps).reduce((a, b) => a + b)).toBe(3);
  });

  it('makes no other request wait during a write', async () => {
    const { deps, counting } = scenario();
    await counting.add([view()]);
    deps.clock.advance(10_000);
    let release = () => {};
    deps.store.pause = () => new Promise<void>((resolve) => (release = resolve));
    const writing = counting.add([view()]);
    for (let sent = 0; sent < 5; sent += 1) await counting.add([view()]);
    deps.store.pause = () => Promise.resolve();
    release();
    await writing;
    expect(written(deps)).toEqual([2]);
    await counting.end();
    expect(written(deps)).toEqual([2, 5]);
  });

  it('keeps everything while the store is away, tries once per window, and writes it afterwards', async () => {
    const { deps, counting } = scenario();
    deps.store.fault = () => {
      throw new StoreUnavailable(new Error('away'));
    };
    for (let second = 0; second < 60; second += 1) {
      await counting.add([view()]);
      deps.clock.advance(1000);
    }
    expect(deps.store.requests).toBe(5);
    expect(deps.lines.filter((line) => line.includes('service unavailable'))).toHaveLength(5);
    deps.store.fault = () => undefined;
    await counting.add([view()]);
    await counting.end();
    expect(written(deps).reduce((a, b) => a + b)).toBe(61);
  });

  it('waits a window and fails for no visitor when the store refuses writes', async () => {
    const { deps, counting } = scenario();
    deps.store.fault = () => {
      throw new Error('permission denied');
    };
    for (let second = 0; second < 30; second += 1) {
      await counting.add([view()]);
      deps.clock.advance(1000);
    }
    expect(deps.store.requests).toBe(2);
    expect(deps.lines.filter((line) => line.includes('permission denied'))).toHaveLength(2);
    deps.store.fault = () => undefined;
    await counting.end();
    expect(written(deps).reduce((a, b) => a + b)).toBe(30);
  });

  it('tries a batch again that the store refused without having it', async () => {
    const { deps, counting } = scenario();
    await counting.add([view()]);
    deps.clock.advance(10_000);
    const refusing = vi.spyOn(deps.store, 'commit').mockResolvedValueOnce(false);
    await counting.add([view()]);
    refusing.mockRestore();
    expect(written(deps)).toEqual([]);
    deps.clock.advance(10_000);
    await counting.add([view()]);
    expect(written(deps).reduce((a, b) => a + b)).toBe(3);
    expect(deps.lines.filter((line) => line.includes('views lost'))).toEqual([]);
  });

  it('drops a batch that the store refused three times, says how many views it had, and writes those behind it', async () => {
    const { deps, counting } = scenario();
    const commit = deps.store.commit.bind(deps.store);
    let refused: string | undefined;
    vi.spyOn(deps.store, 'commit').mockImplementation(async (conditions, work) => {
      refused ??= conditions[0]?.path;
      return conditions[0]?.path === refused ? false : commit(conditions, work);
    });
    await counting.add([view(), view()]);
    for (let window = 0; window < 3; window += 1) {
      deps.clock.advance(10_000);
      await counting.add([view()]);
    }
    expect(
      deps.lines.filter((line) => line.includes('views lost')).map((line) => JSON.parse(line) as unknown),
    ).toEqual([{ severity: 'ERROR', message: 'views lost', events: 3 }]);
    expect(written(deps)).toEqual([1, 1]);
  });

  it('drops the oldest batch when the store is away for very many views, and says how many', async () => {
    const { deps, counting } = scenario();
    deps.store.fault = () => {
      throw new StoreUnavailable(new Error('away'));
    };
    for (let index = 0; index < 500 * 22; index += 1) await counting.add([view(`name${index}`)]);
    const lost = deps.lines.filter((line) => line.includes('views lost'));
    expect(lost.map((line) => JSON.parse(line) as unknown)).toEqual([
      { severity: 'ERROR', message: 'views lost', events: 500 },
      { severity: 'ERROR', message: 'views lost', events: 500 },
    ]);
    deps.store.fault = () => undefined;
    await counting.end();
    expect(written(deps).reduce((a, b) => a + b)).toBe(500 * 20);
  });

  it('counts views by site, and those of more than fifty sites in a window together', async () => {
    const { deps, counting } = scenario();
    for (let index = 0; index < 60; index += 1) await counting.add([view()], `site${index}.example`);
    await counting.add([view(), click('k1')], 'site0.example');
    await counting.end();
    const [rows = []] = batches(deps) as { readonly site?: string; readonly count: number }[][];
    expect(rows).toHaveLength(52);
    expect(rows.find(({ site }) => site === 'site0.example')?.count).toBe(2);
    expect(rows.find(({ site }) => site === '_')?.count).toBe(10);
  });
});
