import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { CardEvent } from '@busker/core/dashboard-api/channel-api';
import { paths } from '@busker/core/documents/documents';
import type { CountedRow, ViewBatch } from '@busker/core/insights/insight-document';
import { handleClaimDocument, profileDocument } from '@busker/core/profile-documents/profile-document';
import { fakeBlocks, fakeProfile } from '@busker/core/testing/fakes';
import { runs } from '@busker/core/testing/runs';
import { StoreUnavailable, stored } from '../store/store';
import { adasScenario, adaUid, setStanding, wishes, type Scenario } from '../testing/ada';
import { countedIn, storedCounts, workOff } from '../testing/stored-state';
import { inMemoryDeps, type InMemoryDeps } from '../testing/in-memory-deps';
import { InMemoryStore } from '../testing/in-memory-store';
import { EventCounting } from './event-counting';
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

      // Holds dash-1210.
      it('counts a press on a block as one on a link, and none on what the profile does not have', async () => {
        const scenario = await adasScenario();
        const { store, counting } = scenario.deps;
        const profile = await store.read(stored.profile(adaUid));
        if (profile === undefined) throw new Error('Ada has published');
        await store.transaction(async (tx) =>
          tx.write(stored.profile(adaUid), { ...profile, blocks: fakeBlocks }),
        );
        const click = (link: string) => ({ kind: 'click', handle: 'ada', link }) as const;
        await counting.add([click('film'), click('film'), click('insta'), click('invented')]);
        expect(await countedIn(scenario.deps)).toMatchObject({ clicks: { film: 2, insta: 1 } });
        expect((await countedIn(scenario.deps)).clicks).not.toHaveProperty('invented');
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

const minute = 60_000;

describe('the sweep that rolls up', () => {
  it.each([
    [10, [1, 1, 3, 3, 5]],
    [60, [1, 1, 1, 1, 1]],
  ])('runs every %d minutes, however often its job runs', async (minutes, seen) => {
    const scenario = await adasScenario({ counting: { windowMs: 0, rollUpMs: minutes * minute } });
    const { deps } = scenario;
    await deps.jobs.want('roll-up', 'all');
    const views: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      await deps.counting.add([{ kind: 'view', handle: 'ada' }]);
      await workOff(deps);
      views.push(storedCounts(deps).views);
      deps.clock.advance(5 * minute);
    }
    expect(views).toEqual(seen);
  });

  it('follows each batch at once on one machine', async () => {
    const { deps } = await adasScenario({ counting: { windowMs: 0, rollUpMs: 0 } });
    for (let views = 1; views <= 3; views += 1) {
      await deps.counting.add([{ kind: 'view', handle: 'ada' }]);
      await workOff(deps);
      expect(storedCounts(deps).views).toBe(views);
    }
  });
});

const known = ['ada', 'zoe'] as const;

type Step =
  | { readonly kind: 'views'; readonly handle: string; readonly count: number }
  /** Views of 250 unknown names, so that a round needs several commits. */
  | { readonly kind: 'crowd' }
  | { readonly kind: 'wait'; readonly ms: number }
  /** The instance gets SIGTERM and writes what it has; or it crashes. Another one starts. */
  | { readonly kind: 'ends' }
  | { readonly kind: 'crashes' }
  | { readonly kind: 'roll-up' }
  /** A roll-up that dies at this request. */
  | { readonly kind: 'dying-roll-up'; readonly at: number }
  | { readonly kind: 'store'; readonly state: StoreState };

/** `away`: nothing lands. `silent`: writes land, and their answers are lost. */
type StoreState = 'well' | 'away' | 'silent';

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('views'),
      handle: fc.constantFrom(...known, 'nobody'),
      count: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'crowd' } as const) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 1, max: 15_000 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'ends' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'crashes' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'roll-up' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('dying-roll-up'), at: fc.integer({ min: 0, max: 20 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('store'), state: fc.constantFrom('well', 'away', 'silent') }),
  },
);

/** A store that may carry out a commit and lose the answer. */
class ForgetfulStore extends InMemoryStore {
  state: StoreState = 'well';

  override async commit(...given: Parameters<InMemoryStore['commit']>): Promise<boolean> {
    if (this.state === 'away') throw new StoreUnavailable(new Error('away'));
    const landed = await super.commit(...given);
    if (this.state === 'silent') throw new StoreUnavailable(new Error('no answer'));
    return landed;
  }
}

function begin(): Omit<InMemoryDeps, 'store'> & { readonly store: ForgetfulStore } {
  const store = new ForgetfulStore();
  for (const handle of known) {
    const uid = `uid-${handle}`;
    const claim = { v: 1, handle, uid, state: 'live', claimedAt: 1, usedAt: 1 } as const;
    store.put(paths.handle(handle), handleClaimDocument.encode(claim));
    store.put(paths.profile(uid), profileDocument.encode(fakeProfile({ uid, handle })));
  }
  return { ...inMemoryDeps(), store };
}

const viewsOf = (handle: string, count: number): readonly CardEvent[] =>
  Array.from({ length: count }, () => ({ kind: 'view', handle }));

/** One instance at a time. `sent` and `mayBeLost` are the views of known profiles. */
class Instances {
  readonly deps = begin();
  sent = 0;
  mayBeLost = 0;
  private counting = this.newInstance();
  /** The views that this instance has not stored for certain. */
  private held = 0;

  private newInstance() {
    return new EventCounting(this.deps, { windowMs: 10_000, onWritten: () => Promise.resolve() });
  }

  async take(next: Step): Promise<void> {
    switch (next.kind) {
      case 'views':
        return this.send(viewsOf(next.handle, next.count));
      case 'crowd':
        return this.send(Array.from({ length: 250 }, (_, n) => ({ kind: 'view', handle: `b${n}` })));
      case 'wait':
        return this.deps.clock.advance(next.ms);
      case 'ends':
        await this.counting.end();
        return this.replace();
      case 'crashes':
        return this.replace();
      case 'roll-up':
        return this.rollUp(Infinity);
      case 'dying-roll-up':
        return this.rollUp(next.at);
      case 'store':
        this.deps.store.state = next.state;
    }
  }

  async send(events: readonly CardEvent[]): Promise<void> {
    const counted = events.filter(({ handle }) => handle === 'ada' || handle === 'zoe').length;
    const before = this.deps.store.requests;
    this.sent += counted;
    this.held += counted;
    await this.counting.add(events);
    if (this.deps.store.state === 'well' && this.deps.store.requests > before) this.held = 0;
  }

  private replace(): void {
    this.mayBeLost += this.held;
    this.held = 0;
    this.counting = this.newInstance();
  }

  async rollUp(deathAt: number): Promise<void> {
    let left = deathAt;
    this.deps.store.fault = () => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    };
    await rollUp(this.deps).catch(() => undefined);
    this.deps.store.fault = () => undefined;
  }

  /** The store answers again, the instance ends, and everything is rolled up. */
  async settle(): Promise<number> {
    this.deps.store.state = 'well';
    await this.counting.end();
    await rollUp(this.deps);
    return known.reduce((sum, handle) => sum + storedCounts(this.deps, `uid-${handle}`).views, 0);
  }
}

describe('counting, whatever happens', () => {
  // Holds dash-109, host-043.
  it('counts each view once, whatever happens, except those in the open window of an instance that crashes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const stripe = new Instances();
        for (const next of steps) await stripe.take(next);
        const counted = await stripe.settle();
        expect(counted).toBeLessThanOrEqual(stripe.sent);
        expect(counted).toBeGreaterThanOrEqual(stripe.sent - stripe.mayBeLost);
      }),
      { numRuns: runs(150, 50) },
    );
  });

  // Holds host-044.
  it('counts every view when instances end as they should and the store answers', async () => {
    const harmless = step.filter(({ kind }) => kind !== 'crashes' && kind !== 'store');
    await fc.assert(
      fc.asyncProperty(fc.array(harmless, { maxLength: 60 }), async (steps) => {
        const stripe = new Instances();
        for (const next of steps) await stripe.take(next);
        expect(await stripe.settle()).toBe(stripe.sent);
      }),
      { numRuns: runs(100, 50) },
    );
  });
});
