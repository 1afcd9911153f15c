import { expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { wholeExport } from '../../core/account/export-document';
import { runAnyJob } from '../jobs/recurring-jobs';
import { stored } from '../store/stored';
import { adaUid, adaToken, adasScenario, bearerOf, type Scenario } from '../testing/ada';
import { putTips } from '../testing/many-tips';
import { exportText } from './export-routes';
import { exportFileOf } from './export-work';
import { pageSize } from './tip-pages';

// Patient: thousands of tips are exported.

const job = `export-${adaUid}` as const;
const owner = { uid: adaUid, email: `${adaUid}@example.com` };
const tipCount = 2001;

/** Ada's tips, of which those at these places, by age, were written by a later release. */
async function scenarioWith(unreadable: readonly number[]): Promise<Scenario> {
  const scenario = await adasScenario();
  const { store, users } = scenario.deps;
  users.known.push({ ...owner, role: null });
  putTips(scenario.deps, adaUid, tipCount);
  const inOrder = Object.entries(store.dump())
    .filter(([path]) => path.startsWith(`${paths.tips(adaUid)}/`))
    .toSorted(([, a], [, b]) => Number(a['createdAt']) - Number(b['createdAt']));
  for (const place of unreadable) {
    const [path, data] = inOrder[place] ?? [];
    if (path !== undefined && data !== undefined) store.put(path, { ...data, v: 99 });
  }
  return scenario;
}

async function exported(scenario: Scenario, format: 'csv' | 'json') {
  const { deps } = scenario;
  await scenario.call('POST', '/v1/me/exports', { format }, bearerOf(adaToken));
  expect(await runAnyJob(deps, job)).toBe('done');
  const record = await deps.store.read(stored.export(adaUid));
  const bytes = record && deps.exportFiles.files.get(exportFileOf(adaUid, record))?.bytes;
  return { state: record?.state, text: bytes?.toString() ?? '' };
}

// Holds dash-143.
it.each([
  ['in a page', [3]],
  ['at the end of a page and at the beginning of the next', [pageSize - 1, pageSize]],
  ['as the last one', [tipCount - 1]],
  ['as a whole page', Array.from({ length: pageSize }, (_, place) => place)],
])('a tip that cannot be read, %s, is left out of an export, counted and logged', async (_where, places) => {
  const scenario = await scenarioWith(places);
  const { state, text } = await exported(scenario, 'json');
  const tips = tipCount - places.length;
  expect(state).toMatchObject({ name: 'ready', tips, unreadable: places.length });
  const file = JSON.parse(text) as { readonly tips: readonly unknown[]; readonly unreadableTips: number };
  expect(file.tips).toHaveLength(tips);
  expect(file.unreadableTips).toBe(places.length);
  expect(scenario.deps.lines.filter((line) => line.includes('tip unreadable'))).toHaveLength(places.length);
});

it('a spreadsheet has the other tips, and says nothing of tips when all can be read', async () => {
  const missing = await exported(await scenarioWith([7]), 'csv');
  expect(missing.state).toMatchObject({ name: 'ready', tips: tipCount - 1, unreadable: 1 });
  expect(missing.text.trim().split('\r\n')).toHaveLength(tipCount);
  const whole = await exported(await scenarioWith([]), 'json');
  expect(whole.state).not.toHaveProperty('unreadable');
  expect(whole.text).not.toContain('unreadable');
});

it('the answer to a request leaves it out too', async () => {
  const scenario = await scenarioWith([1]);
  const text = await exportText(scenario.deps, owner, wholeExport('json'));
  expect(text.ok && JSON.parse(text.value)).toMatchObject({ unreadableTips: 1 });
});
