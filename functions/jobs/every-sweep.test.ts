import { describe, expect, it, vi } from 'vitest';
import { adasScenario, type Scenario } from '../testing/ada';
import { paths } from '../../core/documents/documents';
import { runSweep, type SweepName } from './run-sweep';

const failuresIn = (scenario: Scenario) =>
  scenario.deps.lines
    .map((line) => JSON.parse(line) as { readonly message: string; readonly sweep?: string })
    .filter(({ message }) => message === 'sweep failed')
    .map(({ sweep }) => sweep);

describe('a sweep that fails', () => {
  it('does not stop the later ones of the daily run: an unreadable profile', async () => {
    const scenario = await adasScenario();
    scenario.deps.store.put(paths.profile('uid-broken'), { v: 999 });
    const swept = (await runSweep(scenario.deps, 'daily')).map(({ sweep }) => sweep);
    expect(swept).toEqual([
      'follow-unsettled',
      'erase-texts',
      'sweep-uploads',
      'sweep-pictures',
      'sweep-guests',
      'close-reports',
      'compare-cards',
      'sweep-exports',
      'end-disabled',
      'sweep-consents',
      'heal-monthlies',
      'seal-channels',
    ]);
    expect(failuresIn(scenario)).toEqual(expect.arrayContaining(['sweep-pictures']));
  });

  const listOf = {
    'every-5-minutes': 'follow-open-tips',
    hourly: 'end-abandoned',
    daily: 'follow-unsettled',
  } as const;

  it.each(Object.keys(listOf) as SweepName[])(
    'does not stop the later ones when the first one fails: %s',
    async (name) => {
      const scenario = await adasScenario();
      const all = (await runSweep(scenario.deps, name)).map(({ sweep }) => sweep);
      vi.spyOn(scenario.deps.store, 'find').mockRejectedValueOnce(new Error('away'));
      const swept = (await runSweep(scenario.deps, name)).map(({ sweep }) => sweep);
      expect(swept).toEqual(all.filter((sweep) => sweep !== listOf[name]));
      expect(failuresIn(scenario)).toEqual([listOf[name]]);
    },
  );
});
