import { describe, expect, it, vi } from 'vitest';
import type { CardEvent } from '@busker/core/dashboard-api/channel-api';
import { collections, paths } from '@busker/core/documents/documents';
import { timeOf } from '@busker/core/insights/insight-document';
import { cardVersionDocument } from '@busker/core/profile-documents/profile-document';
import { StoreUnavailable } from '../store/store';
import { adasScenario, type Scenario } from '../testing/ada';
import { countedIn } from '../testing/stored-state';
import { InMemoryClock, inMemoryDeps, type InMemoryDeps } from '../testing/in-memory-deps';
import { EventCounting } from './event-counting';
import { EventAllowance, VersionCounts } from './event-routes';

describe('event routes', () => {
  describe('event routes', () => {
    const text = { 'content-type': 'text/plain;charset=UTF-8' };
    const send = async ({ app }: Scenario, body: string, address = '203.0.113.7'): Promise<Response> =>
      app.request('/v1/events', { method: 'POST', body, headers: { ...text, 'x-forwarded-for': address } });
    const events = (...list: readonly object[]) => JSON.stringify({ events: list });
    const view = { kind: 'view', handle: 'ada' };
    const beacon = async ({ app }: Scenario, body: object, origin?: string): Promise<Response> =>
      app.request('/v1/events', {
        method: 'POST',
        body: JSON.stringify({ events: [view], ...body }),
        headers: { ...text, 'x-forwarded-for': '203.0.113.7', ...(origin && { origin }) },
      });
    const counted = async ({ deps }: Scenario) => {
      const { views, clicks } = await countedIn(deps);
      return { views, clicks };
    };
    /** As in production: nothing is written before the window is over. */
    const tenSeconds = { counting: { windowMs: 10_000, rollUpMs: 600_000 } };

    describe('POST /v1/events', () => {
      // Holds dash-077.
      it('counts the views and clicks of a beacon', async () => {
        const scenario = await adasScenario();
        const click = { kind: 'click', handle: 'ada', link: 'insta' };
        expect((await send(scenario, events(view, click, click))).status).toBe(204);
        expect(await counted(scenario)).toEqual({ views: 1, clicks: { insta: 2 } });
      });

      it('counts views by site: of the page, or of the site that led to the page on this server', async () => {
        const scenario = await adasScenario();
        const own = scenario.deps.config.publicOrigin;
        await beacon(scenario, {}, 'https://blog.example:8443');
        await beacon(scenario, { from: 'social.example' }, own);
        await beacon(scenario, {}, own);
        // Another page cannot say which site led to it.
        await beacon(scenario, { from: 'social.example' }, 'https://blog.example');
        for (const origin of ['null', undefined]) await beacon(scenario, {}, origin);
        const { views, sites } = await countedIn(scenario.deps);
        expect(views).toBe(6);
        expect(sites).toEqual({ 'blog.example': 2, 'social.example': 1, [new URL(own).hostname]: 1 });
      });

      it('stores of an address only its host name', async () => {
        const scenario = await adasScenario();
        await beacon(
          scenario,
          { from: 'https://social.example/secret?q=1' },
          scenario.deps.config.publicOrigin,
        );
        await scenario.deps.counting.end();
        expect(JSON.stringify(scenario.deps.store.dump())).not.toContain('secret');
      });

      it('counts all of many concurrent beacons', async () => {
        const scenario = await adasScenario();
        await Promise.all(Array.from({ length: 40 }, () => send(scenario, events(view))));
        expect((await counted(scenario)).views).toBe(40);
      });

      it('sends the store one request at the end of ten seconds, and none before', async () => {
        const scenario = await adasScenario(tenSeconds);
        const { store, clock } = scenario.deps;
        const requests = [];
        for (let second = 0; second <= 30; second += 1) {
          const before = store.requests;
          for (const address of ['203.0.113.7', '203.0.113.8']) await send(scenario, events(view), address);
          requests.push(store.requests - before);
          clock.advance(1000);
        }
        expect(requests.map((made, second) => (made > 0 ? [second, made] : null)).filter(Boolean)).toEqual([
          [10, 1],
          [20, 1],
          [30, 1],
        ]);
        expect((await counted(scenario)).views).toBe(62);
      });

      // Holds host-045.
      it('counts sixty events of one address per minute, and answers 204 to all', async () => {
        const scenario = await adasScenario({ limitFactor: 1, ...tenSeconds });
        for (let sent = 0; sent < 200; sent += 1)
          expect((await send(scenario, events(view))).status).toBe(204);
        await send(scenario, events(view), '203.0.113.8');
        scenario.deps.clock.advance(60_000);
        await send(scenario, events(view));
        expect((await counted(scenario)).views).toBe(62);
      });

      it('counts an IPv6 network as one address, and stores nothing about it', async () => {
        const scenario = await adasScenario({ limitFactor: 1 });
        const before = Object.keys(scenario.deps.store.dump());
        for (let sent = 1; sent <= 70; sent += 1) await send(scenario, events(view), `2001:db8:1:2::${sent}`);
        expect((await counted(scenario)).views).toBe(60);
        const after = Object.keys(scenario.deps.store.dump()).filter((path) => !before.includes(path));
        expect(
          after.filter((path) => !/\/insights\/|^viewBatches\/|^rollUps\/|^counted\//.test(path)),
        ).toEqual([]);
        expect(JSON.stringify(scenario.deps.store.dump())).not.toContain('2001:db8');
      });

      it('counts versions by IPv6 network too', async () => {
        const scenario = await adasScenario();
        const body = JSON.stringify({ card: '0.1.0', events: [view] });
        for (let sent = 1; sent <= 20; sent += 1) await send(scenario, body, `2001:db8:1:2::${sent}`);
        scenario.deps.clock.advance(60_000);
        await send(scenario, body, '203.0.113.8');
        const path = paths.cardVersion('2026-11-20', '0.1.0');
        expect(scenario.deps.store.dump()[path]).toMatchObject({ loads: 11 });
      });

      it.each(['viewBatches/', 'cardVersions/'])(
        'answers 204 when the store refuses writes in %s, and loses no view',
        async (refused) => {
          const scenario = await adasScenario(tenSeconds);
          const { store, clock } = scenario.deps;
          const body = JSON.stringify({ card: '0.1.0', events: [view] });
          const commit = store.commit.bind(store);
          const refusing = vi.spyOn(store, 'commit').mockImplementation(async (conditions, work) => {
            const isBatch = conditions[0]?.path.startsWith('viewBatches/') === true;
            if (isBatch === (refused === 'viewBatches/')) throw new Error('permission denied');
            return commit(conditions, work);
          });
          for (let sent = 0; sent < 3; sent += 1) {
            expect((await send(scenario, body)).status).toBe(204);
            clock.advance(60_000);
          }
          refusing.mockRestore();
          expect((await counted(scenario)).views).toBe(3);
        },
      );

      it('ignores links that the profile does not have', async () => {
        const scenario = await adasScenario();
        await send(scenario, events({ kind: 'click', handle: 'ada', link: 'made-up' }));
        expect(await counted(scenario)).toEqual({ views: 0, clicks: {} });
      });

      it.each([
        ['no JSON', '{'],
        ['too much', events(...Array.from({ length: 21 }, () => view))],
        ['too long', 'x'.repeat(5000)],
        ['an unknown profile', events({ kind: 'view', handle: 'nobody' })],
        ['a name for the visitor', events({ ...view, visitor: 'v1' })],
      ])('answers 204 and counts nothing for %s', async (_what, body) => {
        const scenario = await adasScenario();
        expect((await send(scenario, body)).status).toBe(204);
        expect(await counted(scenario)).toEqual({ views: 0, clicks: {} });
      });

      it('accepts beacons from every page', async () => {
        const scenario = await adasScenario();
        const answer = await send(scenario, events(view));
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
        expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      });
    });
  });

  describe('event allowance', () => {
    const view = (handle: string): CardEvent => ({ kind: 'view', handle });
    const click = (link: string): CardEvent => ({ kind: 'click', handle: 'ada', link });
    const many = (event: CardEvent, count: number) => Array.from({ length: count }, () => event);

    describe('the counted events of one address', () => {
      it('are sixty a minute, of any kind and profile', () => {
        const clock = new InMemoryClock();
        const allowance = new EventAllowance(clock, 1);
        expect(allowance.admit('a', many(view('ada'), 40))).toHaveLength(40);
        expect(allowance.admit('a', [...many(view('grace'), 15), ...many(click('insta'), 15)])).toHaveLength(
          20,
        );
        expect(allowance.admit('b', many(view('ada'), 100))).toHaveLength(60);
        clock.advance(60_000 - 1);
        expect(allowance.admit('a', [view('ada')])).toEqual([]);
        clock.advance(1);
        expect(allowance.admit('a', many(view('ada'), 100))).toHaveLength(60);
      });

      it('grow with LIMIT_FACTOR', () => {
        const allowance = new EventAllowance(new InMemoryClock(), 2);
        expect(allowance.admit('a', many(view('ada'), 200))).toHaveLength(120);
      });

      it('use bounded memory for any number of addresses: the latest are kept', () => {
        const allowance = new EventAllowance(new InMemoryClock(), 1);
        const handles = ['ada', 'grace', 'zoe', 'mary', 'joan'];
        allowance.admit('first', many(view('ada'), 30));
        for (let index = 0; index < 20_000; index += 1)
          allowance.admit(`address-${index}`, [view(handles[index % 5] ?? '')]);
        expect(allowance.admit('first', many(view('ada'), 100))).toHaveLength(60);
        expect(allowance.admit('address-19999', many(view('ada'), 100))).toHaveLength(59);
      });
    });

    it('five thousand events of one profile count in a second, from any number of addresses', () => {
      const clock = new InMemoryClock();
      const allowance = new EventAllowance(clock, 1);
      const sent = Array.from({ length: 6000 }, (_, index) => allowance.admit(`a${index}`, [view('ada')]));
      expect(sent.flat()).toHaveLength(5000);
      expect(allowance.admit('another', [view('ada'), view('grace')])).toEqual([view('grace')]);
      clock.advance(1000);
      expect(allowance.admit('another', [view('ada')])).toHaveLength(1);
    });
  });

  describe('version counts', () => {
    const view = { kind: 'view', handle: 'ada' } as const;
    const shown = (card: string | null, views = 1) => ({
      card,
      events: Array.from({ length: views }, () => view),
      crashed: false,
    });
    const crash = (card: string) => ({ card, events: [], crashed: true });

    async function countsIn({ store }: ReturnType<typeof inMemoryDeps>) {
      const found = await store.find(
        { from: collections.cardVersions, limit: 20 },
        cardVersionDocument.decode,
      );
      return found.map(
        ({ value }) => value.ok && [value.value.version, value.value.loads, value.value.crashes],
      );
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
  });
});

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
