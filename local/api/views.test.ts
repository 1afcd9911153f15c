import { afterAll, beforeAll, expect, it } from 'vitest';
import { collections, paths } from '../../core/documents/documents';
import { insightDocument, type InsightShard } from '../../core/insights/insight-document';
import { runSweeps } from '../../functions/jobs/run-sweep';
import { workOff } from '../../functions/testing/work-off';
import { expireDocuments } from '../expire-documents';
import { openApi, type OpenApi } from './open-api';

let api: OpenApi;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.close());

const days = async (): Promise<readonly InsightShard[]> => {
  const { uid } = (
    await api.deps.store.find({ from: collections.profiles, limit: 1 }, (data) => data as { uid: string })
  )[0]?.value ?? { uid: '' };
  const found = await api.deps.store.find({ from: paths.insights(uid), limit: 10 }, insightDocument.decode);
  return found.flatMap(({ value }) => (value.ok ? [value.value] : []));
};

it('counts views over HTTP, on a Firestore that refuses queries without an index', async () => {
  const send = () =>
    fetch(`${api.url}/v1/events`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: 'https://my-blog.example' },
      body: JSON.stringify({
        events: [
          { kind: 'view', handle: 'ada' },
          { kind: 'view', handle: 'nobody' },
        ],
      }),
    });
  const answers = await Promise.all(Array.from({ length: 20 }, send));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  await api.deps.counting.end();
  await workOff(api.deps);
  const counted = await days();
  const sites = counted.flatMap((day) => [day, ...Object.values(day.times ?? {})].map((each) => each.sites));
  const named = sites.map((its) => its?.['my-blog.example'] ?? 0);
  // Once on the days, and once more on their quarters of an hour.
  expect(counted.reduce((sum, each) => sum + each.views, 0)).toBe(20);
  expect(named.reduce((sum, count) => sum + count, 0)).toBe(40);
});

it('erases texts, upgrades tips and expires documents there too', async () => {
  const swept = await runSweeps(api.deps, ['roll-up', 'erase-texts']);
  expect(swept).toMatchObject([{ sweep: 'roll-up' }, { sweep: 'erase-texts', checked: 0 }]);
  const slices = await workOff(api.deps);
  expect(slices).toContainEqual(['upgrade-tips-all', 'done']);
  expect(api.lines.filter((line) => /failed|ERROR/.test(line))).toEqual([]);
  expect(await expireDocuments(api.deps.store, Date.now() + 40 * 24 * 60 * 60_000)).toBeGreaterThan(0);
});
