import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import {
  adaUid,
  adasScenario,
  emptyScenario,
  paidTip,
  storedTips,
  setStanding,
  wishes,
} from '@busker/functions/testing/ada';
import { fakeGoogle, type FakeGoogle } from '../deploy/testing/fake-google';
import { lineOf } from '../verify/site';
import { appFault, groupNames, realDrill, tipsFault, type RealDrill } from './project-drill';

describe('a restored database', () => {
  it('agrees with Stripe when every tip has its payment, and is not changed by the question', async () => {
    const scenario = await adasScenario();
    for (let tip = 0; tip < 3; tip += 1) await paidTip(scenario);
    const before = scenario.deps.store.dump();
    expect(await tipsFault(scenario.deps)).toBeNull();
    expect(scenario.deps.store.dump()).toEqual(before);
  });

  it('names a tip whose amount is another one at Stripe, and one that Stripe does not know', async () => {
    const scenario = await adasScenario();
    await paidTip(scenario);
    const [path = ''] = storedTips(scenario);
    const tip = scenario.deps.store.dump()[path] ?? {};
    scenario.deps.store.put(path, { ...tip, amount: 1 });
    expect(await tipsFault(scenario.deps)).toContain('payment-mismatch:amount');
    scenario.deps.store.put(path, {
      ...tip,
      stripe: { ...(tip['stripe'] as object), paymentIntentId: 'pi_none' },
    });
    expect(await tipsFault(scenario.deps)).toMatch(/^Stripe says .* about tip /);
    scenario.deps.store.drop(path);
    expect(await tipsFault(scenario.deps)).toBe('no tip has a payment');
  });

  it('is shown by the app, but for profiles that the host has taken away', async () => {
    const scenario = await adasScenario();
    expect(await appFault(scenario.deps)).toBeNull();
    await setStanding(scenario, wishes.suspend);
    expect(await appFault(scenario.deps)).toBeNull();
  });

  it('is not accepted when a profile cannot be reached, or when there is none', async () => {
    const scenario = await adasScenario();
    scenario.deps.store.drop(paths.handle('ada'));
    scenario.deps.store.drop(paths.card('ada'));
    scenario.deps.recentProfiles.forgetAll();
    expect(await appFault(scenario.deps)).toBe('/v1/profiles/ada answers 404');
    scenario.deps.store.drop(paths.profile(adaUid));
    expect(await appFault(scenario.deps)).toBe('there is no profile');
    expect(await appFault(emptyScenario().deps)).toBe('there is no profile');
  });
});

describe('real drill', () => {
  const firestore = 'https://firestore.googleapis.com/v1/projects/busker-test';
  const rules = 'https://firebaserules.googleapis.com/v1/projects/busker-test';
  const now = Date.UTC(2026, 10, 23, 12);
  const into = `${firestore}/databases/drill-20261123`;
  const live = `${firestore}/databases/(default)`;
  const count = (integerValue: string) => [{ result: { aggregateFields: { count: { integerValue } } } }];
  const backup = (name: string, snapshotTime: string, state = 'READY') => ({
    name: `projects/busker-test/locations/eur3/backups/${name}`,
    database: 'projects/busker-test/databases/(default)',
    snapshotTime,
    state,
  });
  const restore = { name: 'projects/busker-test/databases/drill-20261123/operations/1' };
  const operation = `https://firestore.googleapis.com/v1/${restore.name}`;
  const expiry = `${into}/collectionGroups/limits/fields/expiresAt?updateMask=ttlConfig`;

  const project = () =>
    fakeGoogle({
      [`GET ${firestore}/locations/-/backups`]: {
        backups: [
          backup('older', '2026-11-22T02:00:10Z'),
          backup('newest', '2026-11-23T02:00:10Z'),
          backup('unfinished', '2026-11-23T11:00:00Z', 'CREATING'),
        ],
      },
      [`POST ${firestore}/databases:restore`]: restore,
      [`GET ${operation}`]: { ...restore, done: true },
      [`POST ${rules}/rulesets`]: { name: 'projects/busker-test/rulesets/1' },
      [`POST ${rules}/releases`]: {},
      [`GET ${into}/collectionGroups/-/indexes`]: { indexes: [{ name: 'i1', state: 'READY' }] },
      [`PATCH ${expiry}`]: {},
      [`POST ${into}/documents:runAggregationQuery`]: count('100'),
      [`POST ${live}/documents:runAggregationQuery`]: count('103'),
      [`DELETE ${into}`]: {},
    });

  const soundApp = {
    tipsFault: () => Promise.resolve(null),
    appFault: () => Promise.resolve(null),
  };

  function drill(
    google: FakeGoogle,
    booksFault: string | null = null,
    appOn: RealDrill['appOn'] = () => soundApp,
  ) {
    return realDrill({
      google: google.rest,
      projectId: 'busker-test',
      database: '(default)',
      rules: 'rules_version = "2";',
      indexes: {
        indexes: [{ collectionGroup: 'tips', queryScope: 'COLLECTION_GROUP', fields: [{}, {}] }],
        fieldOverrides: [
          { collectionGroup: 'limits', fieldPath: 'expiresAt', ttl: true },
          { collectionGroup: 'tips', fieldPath: 'textsSince', ttl: false },
        ],
      },
      now: () => now,
      pause: () => Promise.resolve(),
      booksFault: () => Promise.resolve(booksFault),
      appOn,
      report: () => undefined,
    });
  }

  const faultsOf = async (run: ReturnType<typeof drill>) =>
    (await run).filter(({ verdict }) => verdict.state === 'fault').map(lineOf);
  const acts = ({ requests }: FakeGoogle) =>
    requests.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`);

  // Scenario 59, as far as a test can check it without a project.
  describe('a drill of a project', () => {
    // Holds host-062.
    it('restores the newest finished backup, examines it, and deletes the copy; the live database is only read', async () => {
      const google = project();
      expect(await faultsOf(drill(google))).toEqual([]);
      const sent = google.requests.find(({ url }) => url.endsWith(':restore'));
      expect(sent?.body).toEqual({
        databaseId: 'drill-20261123',
        backup: 'projects/busker-test/locations/eur3/backups/newest',
      });
      expect(acts(google).at(-1)).toBe(`DELETE ${into}`);
      const atLive = acts(google).filter((act) => act.includes(live));
      expect(new Set(atLive)).toEqual(new Set([`POST ${live}/documents:runAggregationQuery`]));
      expect(google.requests.find(({ url }) => url.startsWith(live))?.body).toMatchObject({
        readTime: '2026-11-23T02:00:00Z',
      });
    });

    it('reports differences, and deletes the database nevertheless', async () => {
      const google = project();
      google.answer(`POST ${live}/documents:runAggregationQuery`, count('200'));
      google.answer(`GET ${into}/collectionGroups/-/indexes`, {
        indexes: [{ name: 'i1', state: 'CREATING' }],
      });
      const faults = await faultsOf(drill(google, 'the totals of ada are not the sum of the tips'));
      expect(faults).toEqual([
        'FAIL indexes: 0 of 1 indexes are ready',
        ...groupNames.map((group) => `FAIL count of ${group}: 100, not 200`),
        'FAIL books: the totals of ada are not the sum of the tips',
      ]);
      expect(acts(google).at(-1)).toBe(`DELETE ${into}`);
    });

    it('runs the app on the copy alone, and says what does not agree', async () => {
      const google = project();
      const asked: string[] = [];
      const appOn = (database: string) => {
        asked.push(database);
        return {
          ...soundApp,
          tipsFault: () => Promise.resolve('tip t1: payment-mismatch:amount'),
          appFault: () => Promise.reject(new Error('It does not start')),
        };
      };
      expect(await faultsOf(drill(google, null, appOn))).toEqual([
        'FAIL tips: tip t1: payment-mismatch:amount',
        'FAIL app: It does not start',
      ]);
      expect(asked).toEqual(['drill-20261123']);
      expect(acts(google).at(-1)).toBe(`DELETE ${into}`);
    });

    it('says loudly what it did not run without secrets', async () => {
      const lines = (await drill(project(), null, null)).map(lineOf);
      expect(lines.filter((line) => line.includes('set STRIPE_SECRET_KEY'))).toHaveLength(2);
    });

    it('says when there is no backup, when it is old, and when it could not be restored', async () => {
      const none = project();
      none.answer(`GET ${firestore}/locations/-/backups`, { backups: [] });
      expect(await faultsOf(drill(none))).toEqual(['FAIL backup: there is no backup']);
      expect(acts(none)).toEqual([]);
      const old = project();
      old.answer(`GET ${firestore}/locations/-/backups`, { backups: [backup('b', '2026-11-20T02:00:00Z')] });
      expect(await faultsOf(drill(old))).toEqual(['FAIL backup: the newest is 82 hours old']);
      const failed = project();
      failed.answer(`GET ${operation}`, { ...restore, done: true, error: { message: 'no space' } });
      expect(await faultsOf(drill(failed))).toEqual(['FAIL restore: no space']);
      expect(acts(failed).at(-1)).toBe(`DELETE ${into}`);
    });

    it('counts every collection of the table of paths', () => {
      expect(groupNames).toEqual(
        expect.arrayContaining(['profiles', 'tips', 'log', 'totals', 'server', 'ledger']),
      );
      expect(groupNames.length).toBeLessThan(Object.keys(paths).length);
    });
  });
});
