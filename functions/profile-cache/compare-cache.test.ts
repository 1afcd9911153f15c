import { describe, expect, it } from 'vitest';
import { cardSlices, decodeCard, encodeCard, sliceOf } from '../../core/profile-documents/card-document';
import { paths } from '../../core/documents/documents';
import { adaUid, adasScenario, type Scenario } from '../testing/ada';
import { setStanding, wishes } from '../testing/standing';
import { compareCards } from './compare-cache';

describe('compare cards', () => {
  const day = 24 * 60 * 60_000;

  /** Moves the clock to a day on which the card of Ada is compared; its age then still counts. */
  async function scenarioOnHerDay(): Promise<Scenario> {
    const scenario = await adasScenario();
    const { clock, store } = scenario.deps;
    const today = Math.floor(clock.now() / day) % cardSlices;
    clock.advance(((sliceOf('ada') - today + cardSlices) % cardSlices) * day);
    store.drop(paths.card('ada'));
    scenario.deps.recentCards.forgetAll();
    await scenario.call('GET', '/v1/profiles/ada');
    return scenario;
  }

  const cardIn = ({ deps }: Scenario) => decodeCard(deps.store.dump()[paths.card('ada')]);
  const alerts = ({ deps }: Scenario) => deps.lines.filter((line) => line.includes('"card differs"'));

  /** Changes the stored card directly, so that no code corrects it. */
  function spoil(scenario: Scenario, change: Record<string, unknown>): void {
    const card = cardIn(scenario);
    if (!card.ok) throw new Error('There is no card');
    scenario.deps.store.put(paths.card('ada'), { ...encodeCard(card.value), ...change });
  }

  it('logs nothing about cards that equal their sources', async () => {
    const scenario = await scenarioOnHerDay();
    expect(await compareCards(scenario.deps)).toMatchObject({ checked: 1, changed: 0, missed: 0 });
    expect(alerts(scenario)).toEqual([]);
  });

  it('corrects a card that differs, names the parts in the log, and shows the right one at once', async () => {
    const scenario = await scenarioOnHerDay();
    const right = cardIn(scenario);
    spoil(scenario, { payments: null, isUsed: false });
    scenario.deps.recentCards.forgetAll();
    expect((await scenario.call('GET', '/v1/profiles/ada')).json).toMatchObject({
      tips: { state: 'not-ready' },
    });
    spoil(scenario, { payments: null, isUsed: false });
    expect(await compareCards(scenario.deps)).toMatchObject({ checked: 1, changed: 1 });
    expect(alerts(scenario).map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { handle: 'ada', parts: 'isUsed, payments' },
    ]);
    expect(cardIn(scenario)).toEqual(right);
    expect((await scenario.call('GET', '/v1/profiles/ada')).json).toMatchObject({ tips: { state: 'on' } });
  });

  it('removes a card that still shows a profile which the host has taken away, and its wall', async () => {
    const scenario = await scenarioOnHerDay();
    const shown = scenario.deps.store.dump()[paths.card('ada')] ?? {};
    await setStanding(scenario, wishes.suspend);
    scenario.deps.store.put(paths.card('ada'), shown);
    scenario.deps.store.put(paths.wall(adaUid), { v: 1, uid: adaUid });
    await compareCards(scenario.deps);
    expect(alerts(scenario)).toHaveLength(1);
    expect(cardIn(scenario)).toMatchObject({ value: { kind: 'withheld' } });
    expect(scenario.deps.store.dump()[paths.wall(adaUid)]).toBeUndefined();
  });

  it('compares each card once in a hundred days', async () => {
    const scenario = await adasScenario();
    let checked = 0;
    for (let at = 0; at < cardSlices; at += 1) {
      checked += (await compareCards(scenario.deps)).checked;
      scenario.deps.clock.advance(day);
    }
    expect(checked).toBe(1);
  });
});
