import { describe, expect, it, vi } from 'vitest';
import type { CardEvent } from '../../core/dashboard-api/channel-api';
import { paths } from '../../core/documents/documents';
import type { CountedRow, ViewBatch } from '../../core/insights/insight-document';
import { StoreUnavailable } from '../store/store';
import { adasScenario, type Scenario } from '../testing/ada';
import { countedIn, storedCounts } from '../testing/counted';
import { setStanding, wishes } from '../testing/standing';
import { rollUp, sumsOf } from './roll-up';

describe('roll up', () => {
  describe('roll up', () => {
    // Patient: the work dies at each of its requests.

    const view = (handle = 'ada'): CardEvent => ({ kind: 'view', handle });
    const times = (count: number, handle?: string) => Array.from({ length: count }, () => view(handle));

    /** Ada's views between those of 450 unknown names: the round takes three parts. */
    async function crowd({ deps }: Scenario) {
      await deps.counting.add(Array.from({ length: 450 }, (_, index) => view(`b${index}`)));
      await deps.counting.add([...times(3), { kind: 'click', handle: 'ada', link: 'insta' }]);
      await deps.counting.end();
    }

    /** The same batch, which counts how often somebody looks at its rows. */
    const watched = <T>(batch: T, looks: { rows: number }): T =>
      typeof batch !== 'object' || batch === null
        ? batch
        : new Proxy(batch, {
            get: (target, field) => {
              if (field === 'rows') looks.rows += 1;
              return Reflect.get(target, field) as unknown;
            },
          });

    describe('a roll-up', () => {
      it('adds all batches to the day with one increment, and marks them as counted', async () => {
        const scenario = await adasScenario();
        const { counting, store } = scenario.deps;
        for (let batch = 0; batch < 5; batch += 1) await counting.add(times(2));
        const before = store.requests;
        expect(await rollUp(scenario.deps)).toBe('done');
        // Begin: 3. One part: 5 in a transaction. End: 3 in a transaction. Nothing more: 3.
        expect(store.requests - before).toBeLessThanOrEqual(14);
        expect(storedCounts(scenario.deps)).toMatchObject({ views: 10, days: { '2026-11-20': 10 } });
        const left = Object.entries(store.dump()).filter(([path]) => path.startsWith('viewBatches/'));
        expect(left).toHaveLength(5);
        expect(left.filter(([, { endedAt, rows }]) => endedAt !== null || (rows as []).length > 0)).toEqual(
          [],
        );
      });

      it('costs three requests when nothing waits', async () => {
        const { deps } = await adasScenario();
        const before = deps.store.requests;
        await rollUp(deps);
        expect(deps.store.requests - before).toBe(3);
      });

      it('says until when views are counted', async () => {
        const scenario = await adasScenario();
        await countedIn(scenario.deps);
        const until = new Date(scenario.deps.clock.now());
        expect(scenario.deps.store.dump()[paths.counted()]).toEqual({ v: 1, untilAt: until });
      });

      it('counts a view on the day on which it arrived', async () => {
        const scenario = await adasScenario();
        const { clock, counting } = scenario.deps;
        clock.advance(Date.UTC(2026, 10, 20, 23, 59, 59, 999) - clock.now());
        await counting.add(times(2));
        clock.advance(1);
        await counting.add([view()]);
        clock.advance(600_000);
        expect(await countedIn(scenario.deps)).toMatchObject({ days: { '2026-11-20': 2, '2026-11-21': 1 } });
      });

      it('stores the counts of a day also by quarter of an hour, in the same write', async () => {
        const scenario = await adasScenario();
        const { clock, counting, store } = scenario.deps;
        clock.advance(Date.UTC(2026, 10, 20, 23, 59) - clock.now());
        await counting.add([...times(2), { kind: 'click', handle: 'ada', link: 'insta' }], 'a.example');
        clock.advance(-30 * 60_000);
        await counting.add(times(3));
        await countedIn(scenario.deps);
        const counts = { views: 2, clicks: { insta: 1 }, sites: { 'a,example': 2 } };
        expect(store.get(paths.insight('uid-ada', '2026-11-20', 0))).toEqual({
          v: 1,
          day: '2026-11-20',
          ...counts,
          views: 5,
          times: { '2345': counts, '2315': { views: 3 } },
        });
      });

      it('counts on the day what no write has room for by quarter of an hour', async () => {
        const scenario = await adasScenario({ counting: { windowMs: 10_000, rollUpMs: 600_000 } });
        const { clock, counting, store } = scenario.deps;
        clock.advance(Date.UTC(2026, 10, 21) - clock.now());
        for (let quarter = 0; quarter < 96; quarter += 1) {
          for (const site of ['a', 'b', 'c', 'd', 'e']) await counting.add([view()], site);
          clock.advance(15 * 60_000);
        }
        expect((await countedIn(scenario.deps)).days).toEqual({ '2026-11-21': 480 });
        const { times: timed } = store.get(paths.insight('uid-ada', '2026-11-21', 0)) ?? {};
        const fields = Object.values(timed as Record<string, { sites?: object }>).flatMap(({ sites = {} }) =>
          Object.keys(sites),
        );
        expect(fields.length).toBeGreaterThan(250);
        expect(fields.length).toBeLessThan(350);
      });

      it.each(['hide', 'suspend'] as const)('drops the views of a profile after %s', async (wish) => {
        const scenario = await adasScenario();
        await scenario.deps.counting.add(times(2));
        await setStanding(scenario, wishes[wish]);
        expect((await countedIn(scenario.deps)).views).toBe(0);
      });

      it('adds the views of an earlier name to the same day', async () => {
        const scenario = await adasScenario();
        const claim = scenario.deps.store.dump()[paths.handle('ada')] ?? {};
        const profile = scenario.deps.store.dump()[paths.profile('uid-ada')] ?? {};
        scenario.deps.store.put(paths.handle('adal'), { ...claim, handle: 'adal' });
        scenario.deps.store.put(paths.profile('uid-ada'), { ...profile, aliases: ['adal'] });
        await scenario.deps.counting.add([...times(2), ...times(3, 'adal')]);
        expect((await countedIn(scenario.deps)).views).toBe(5);
      });

      it('leaves a batch of a newer release alone, and counts the others', async () => {
        const scenario = await adasScenario();
        scenario.deps.store.put(paths.viewBatch('new'), {
          v: 2,
          endedAt: new Date(scenario.deps.clock.now()),
        });
        await scenario.deps.counting.add(times(2));
        expect((await countedIn(scenario.deps)).views).toBe(2);
        expect(scenario.deps.store.dump()[paths.viewBatch('new')]).toMatchObject({ v: 2 });
      });

      // Holds dash-109, host-046.
      it('adds nothing twice and loses nothing, whichever request it dies at', async () => {
        for (let death = 0; ; death += 1) {
          const scenario = await adasScenario();
          await crowd(scenario);
          let left = death;
          scenario.deps.store.fault = () => {
            left -= 1;
            if (left < 0) throw new Error('killed');
          };
          const survived = await rollUp(scenario.deps).then(
            () => true,
            () => false,
          );
          scenario.deps.store.fault = () => undefined;
          expect(await countedIn(scenario.deps)).toMatchObject({ views: 3, clicks: { insta: 1 } });
          if (!survived) continue;
          expect(death).toBeGreaterThan(15);
          return;
        }
      });

      it('counts a batch once whose answer was lost, although the instance writes it again after the roll-up', async () => {
        const scenario = await adasScenario();
        const { store, counting, clock } = scenario.deps;
        const commit = store.commit.bind(store);
        const silent = vi.spyOn(store, 'commit').mockImplementation(async (...given) => {
          await commit(...given);
          throw new StoreUnavailable(new Error('no answer'));
        });
        await counting.add(times(3));
        silent.mockRestore();
        await rollUp(scenario.deps);
        clock.advance(60_000);
        await counting.add([view()]);
        expect((await countedIn(scenario.deps)).views).toBe(4);
      });

      it('adds up the batches of a round once, however many parts it has', async () => {
        const scenario = await adasScenario();
        await crowd(scenario);
        const { store } = scenario.deps;
        const readAll = store.readAll.bind(store);
        const looks = { rows: 0 };
        vi.spyOn(store, 'readAll').mockImplementation(async (docs) => {
          const found = await readAll(docs);
          const isOfBatches = docs.some(({ path }) => path.startsWith('viewBatches/'));
          return isOfBatches ? found.map((batch) => watched(batch, looks)) : found;
        });
        await rollUp(scenario.deps);
        expect(storedCounts(scenario.deps)).toMatchObject({ views: 3, clicks: { insta: 1 } });
        const batches = Object.keys(store.dump()).filter((path) => path.startsWith('viewBatches/'));
        expect(looks.rows).toBe(batches.length);
      });

      it('can run twice at the same time', async () => {
        const scenario = await adasScenario();
        await crowd(scenario);
        await Promise.all([rollUp(scenario.deps), rollUp(scenario.deps), rollUp(scenario.deps)]);
        expect(await countedIn(scenario.deps)).toMatchObject({ views: 3, clicks: { insta: 1 } });
      });

      it('stops between two parts when its time is over, and goes on later', async () => {
        const scenario = await adasScenario();
        await crowd(scenario);
        let asked = 0;
        expect(await rollUp(scenario.deps, () => (asked += 1) > 2)).toBe('more');
        expect(await countedIn(scenario.deps)).toMatchObject({ views: 3, clicks: { insta: 1 } });
      });

      it('works through any number of batches', async () => {
        const scenario = await adasScenario();
        for (let batch = 0; batch < 450; batch += 1) await scenario.deps.counting.add([view()]);
        expect((await countedIn(scenario.deps)).views).toBe(450);
      });
    });
  });

  describe('roll up sums', () => {
    const day = '2026-11-20';
    const batch = (rows: readonly CountedRow[]): ViewBatch => ({ v: 1, endedAt: 1, rows, expiresAt: 2 });
    const row = (handle: string, link: string | null, count: number): CountedRow => ({
      day,
      handle,
      link,
      count,
    });

    it('adds views and clicks of all batches, in the order of the keys', () => {
      const sums = sumsOf([
        batch([row('zoe', null, 1), row('ada', 'insta', 2)]),
        batch([row('ada', null, 3), row('ada', 'insta', 4), row('ada', 'tube', 1)]),
      ]);
      const ada = { views: 3, clicks: new Map(Object.entries({ insta: 6, tube: 1 })) };
      const untold = { sites: new Map(), times: new Map() };
      expect(sums).toEqual([
        { key: `ada ${day}`, handle: 'ada', day, ...ada, ...untold },
        { key: `zoe ${day}`, handle: 'zoe', day, views: 1, clicks: new Map(), ...untold },
      ]);
    });

    it('works on each row once, however many links of one profile somebody invents', () => {
      const rows = Array.from({ length: 1000 }, (_, link) => row('ada', `k${link}`, 1));
      const sets = vi.spyOn(Map.prototype, 'set');
      const sums = sumsOf([batch(rows)]);
      const steps = sets.mock.calls.length;
      sets.mockRestore();
      expect(sums[0]?.clicks.size).toBe(1000);
      expect(steps).toBeLessThanOrEqual(2 * rows.length);
    });

    it('adds the rows of a quarter of an hour to that quarter and to the day', () => {
      const [sum] = sumsOf([
        batch([
          { ...row('ada', null, 2), time: '0900', site: 'a.example' },
          { ...row('ada', 'insta', 3), time: '0900' },
          { ...row('ada', null, 5), time: '0915', site: 'a.example' },
          row('ada', null, 7),
        ]),
      ]);
      expect(sum).toMatchObject({ views: 14, sites: new Map([['a.example', 7]]) });
      expect(sum?.times.get('0900')).toEqual({
        views: 2,
        clicks: new Map([['insta', 3]]),
        sites: new Map([['a.example', 2]]),
      });
      expect(sum?.times.get('0915')?.views).toBe(5);
    });

    it('names the ten sites with the most views, and adds the others together', () => {
      const rows = Array.from({ length: 12 }, (_, at) => ({
        ...row('ada', null, at + 1),
        time: '0900',
        site: `s${at}.example`,
      }));
      const [sum] = sumsOf([batch(rows)]);
      expect(sum?.sites.size).toBe(11);
      expect(sum?.sites.get('_')).toBe(3);
      expect(sum?.times.get('0900')?.sites).toEqual(sum?.sites);
    });
  });
});
