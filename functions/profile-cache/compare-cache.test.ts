import { describe, expect, it } from 'vitest';
import { cacheSlices, cardDocument, sliceOf } from '../../core/profile-documents/card-document';
import { paths } from '../../core/documents/documents';
import { adaUid, adasScenario, type Scenario } from '../testing/ada';
import { setStanding, wishes } from '../testing/standing';
import { compareCache } from './compare-cache';

describe('compare cards', () => {
  const day = 24 * 60 * 60_000;

  /** Moves the clock to a day on which the entry of Ada is compared; its age then still counts. */
  async function scenarioOnHerDay(): Promise<Scenario> {
    const scenario = await adasScenario();
    const { clock, store } = scenario.deps;
    const today = Math.floor(clock.now() / day) % cacheSlices;
    clock.advance(((sliceOf('ada') - today + cacheSlices) % cacheSlices) * day);
    store.drop(paths.card('ada'));
    scenario.deps.recentProfiles.forgetAll();
    await scenario.call('GET', '/v1/profiles/ada');
    return scenario;
  }

  const entryIn = ({ deps }: Scenario) => cardDocument.decode(deps.store.dump()[paths.card('ada')]);
  const alerts = ({ deps }: Scenario) => deps.lines.filter((line) => line.includes('"card differs"'));

  /** Changes the stored entry directly, so that no code corrects it. */
  function spoil(scenario: Scenario, change: Record<string, unknown>): void {
    const entry = entryIn(scenario);
    if (!entry.ok) throw new Error('There is no card');
    scenario.deps.store.put(paths.card('ada'), { ...cardDocument.encode(entry.value), ...change });
  }

  it('logs nothing about cards that equal their sources', async () => {
    const scenario = await scenarioOnHerDay();
    expect(await compareCache(scenario.deps)).toMatchObject({ checked: 1, changed: 0, missed: 0 });
    expect(alerts(scenario)).toEqual([]);
  });

  it('corrects a card that differs, names the parts in the log, and shows the right one at once', async () => {
    const scenario = await scenarioOnHerDay();
    const right = entryIn(scenario);
    spoil(scenario, { payments: null, isUsed: false });
    scenario.deps.recentProfiles.forgetAll();
    expect((await scenario.call('GET', '/v1/profiles/ada')).json).toMatchObject({
      tips: { state: 'not-ready' },
    });
    spoil(scenario, { payments: null, isUsed: false });
    expect(await compareCache(scenario.deps)).toMatchObject({ checked: 1, changed: 1 });
    expect(alerts(scenario).map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { handle: 'ada', parts: 'isUsed, payments' },
    ]);
    expect(entryIn(scenario)).toEqual(right);
    expect((await scenario.call('GET', '/v1/profiles/ada')).json).toMatchObject({ tips: { state: 'on' } });
  });

  it('removes a card that still shows a profile which the host has taken away, and its wall', async () => {
    const scenario = await scenarioOnHerDay();
    const shown = scenario.deps.store.dump()[paths.card('ada')] ?? {};
    await setStanding(scenario, wishes.suspend);
    scenario.deps.store.put(paths.card('ada'), shown);
    scenario.deps.store.put(paths.wall(adaUid), { v: 1, uid: adaUid });
    await compareCache(scenario.deps);
    expect(alerts(scenario)).toHaveLength(1);
    expect(entryIn(scenario)).toMatchObject({ value: { kind: 'withheld' } });
    expect(scenario.deps.store.dump()[paths.wall(adaUid)]).toBeUndefined();
  });

  it('compares each card once in a hundred days', async () => {
    const scenario = await adasScenario();
    let checked = 0;
    for (let at = 0; at < cacheSlices; at += 1) {
      checked += (await compareCache(scenario.deps)).checked;
      scenario.deps.clock.advance(day);
    }
    expect(checked).toBe(1);
  });
});
