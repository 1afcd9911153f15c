import { describe, expect, it } from 'vitest';
import { cardSlices, decodeCard, encodeCard, sliceOf } from '../../core/documents/card-document';
import { paths } from '../../core/documents/documents';
import { adaUid, adasStage, type Stage } from '../testing/ada';
import { setStanding, wishes } from '../testing/standing';
import { compareCards } from './compare-cache';

describe('compare cards', () => {
  const day = 24 * 60 * 60_000;

  /** Moves the clock to a day on which the card of Ada is compared; its age then still counts. */
  async function stageOnHerDay(): Promise<Stage> {
    const stage = await adasStage();
    const { clock, store } = stage.deps;
    const today = Math.floor(clock.now() / day) % cardSlices;
    clock.advance(((sliceOf('ada') - today + cardSlices) % cardSlices) * day);
    store.drop(paths.card('ada'));
    stage.deps.recentCards.forgetAll();
    await stage.call('GET', '/v1/profiles/ada');
    return stage;
  }

  const cardIn = ({ deps }: Stage) => decodeCard(deps.store.dump()[paths.card('ada')]);
  const alerts = ({ deps }: Stage) => deps.lines.filter((line) => line.includes('"card differs"'));

  /** Changes the stored card directly, so that no code corrects it. */
  function spoil(stage: Stage, change: Record<string, unknown>): void {
    const card = cardIn(stage);
    if (!card.ok) throw new Error('There is no card');
    stage.deps.store.put(paths.card('ada'), { ...encodeCard(card.value), ...change });
  }

  it('logs nothing about cards that equal their sources', async () => {
    const stage = await stageOnHerDay();
    expect(await compareCards(stage.deps)).toMatchObject({ checked: 1, changed: 0, missed: 0 });
    expect(alerts(stage)).toEqual([]);
  });

  it('corrects a card that differs, names the parts in the log, and shows the right one at once', async () => {
    const stage = await stageOnHerDay();
    const right = cardIn(stage);
    spoil(stage, { payments: null, isUsed: false });
    stage.deps.recentCards.forgetAll();
    expect((await stage.call('GET', '/v1/profiles/ada')).json).toMatchObject({
      tips: { state: 'not-ready' },
    });
    spoil(stage, { payments: null, isUsed: false });
    expect(await compareCards(stage.deps)).toMatchObject({ checked: 1, changed: 1 });
    expect(alerts(stage).map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { handle: 'ada', parts: 'isUsed, payments' },
    ]);
    expect(cardIn(stage)).toEqual(right);
    expect((await stage.call('GET', '/v1/profiles/ada')).json).toMatchObject({ tips: { state: 'on' } });
  });

  it('removes a card that still shows a profile which the host has taken away, and its wall', async () => {
    const stage = await stageOnHerDay();
    const shown = stage.deps.store.dump()[paths.card('ada')] ?? {};
    await setStanding(stage, wishes.suspend);
    stage.deps.store.put(paths.card('ada'), shown);
    stage.deps.store.put(paths.wall(adaUid), { v: 1, uid: adaUid });
    await compareCards(stage.deps);
    expect(alerts(stage)).toHaveLength(1);
    expect(cardIn(stage)).toMatchObject({ value: { kind: 'withheld' } });
    expect(stage.deps.store.dump()[paths.wall(adaUid)]).toBeUndefined();
  });

  it('compares each card once in a hundred days', async () => {
    const stage = await adasStage();
    let checked = 0;
    for (let at = 0; at < cardSlices; at += 1) {
      checked += (await compareCards(stage.deps)).checked;
      stage.deps.clock.advance(day);
    }
    expect(checked).toBe(1);
  });
});
