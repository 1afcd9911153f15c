import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { encodeMonthly } from '../../core/documents/monthly-document';
import { encodeTip } from '../../core/documents/tip-document';
import { parseWall } from '../../core/profile/wall';
import type { Tip } from '../../core/tip/tip';
import { adaDraft, adasStage, adaUid, sendEvent, storedTips } from '../testing/ada';
import {
  begin,
  monthlyIn,
  monthlyReference,
  monthlyStage,
  type MonthlyStage,
} from '../testing/monthly-stage';
import { tipIn, totalsIn } from '../testing/stored-state';

const goal = { label: 'A new bow', amount: 100_000 };
const draft = { tips: { ...adaDraft.tips, showWall: true, goal } };

/** A year of a monthly tip whose first payment has these texts. */
async function year(fan: Partial<Tip['fan']>): Promise<MonthlyStage> {
  const stage = await monthlyStage(await adasStage({}, { draft }));
  const first = tipIn(stage, monthlyReference.tipId);
  stage.deps.store.put(
    paths.tip(adaUid, first.tipId),
    encodeTip({ ...first, fan: { ...first.fan, message: 'For the rain piece', ...fan } }),
  );
  const monthly = monthlyIn(stage);
  const { name, anonymous } = { ...first.fan, ...fan };
  stage.deps.store.put(
    paths.monthly(adaUid, first.tipId),
    encodeMonthly({ ...monthly, fan: { name, anonymous } }),
  );
  const id = await begin(stage);
  for (let renewal = 1; renewal <= 12; renewal += 1) {
    stage.deps.clock.advance(31 * 24 * 60 * 60_000);
    stage.billing.renew(id);
    await sendEvent(stage, 'invoice.paid', { reference: monthlyReference });
  }
  return stage;
}

async function wallOf(stage: MonthlyStage) {
  const wall = parseWall((await stage.call('GET', '/v1/profiles/ada/wall')).json);
  if (!wall.ok) throw new Error('There is no wall');
  return wall.value;
}
const tipsOf = (stage: MonthlyStage) =>
  storedTips(stage)
    .map((path) => tipIn(stage, path.split('/').at(-1) ?? ''))
    .toSorted((a, b) => (a.cycle?.number ?? 0) - (b.cycle?.number ?? 0));

describe('a year of a monthly tip', () => {
  // Holds pay-253, pay-310.
  it('with a name is on the wall once, and the goal has every payment', async () => {
    const stage = await year({ name: 'Zoe' });
    const { supporters, goal: shown } = await wallOf(stage);
    expect(supporters.map(({ name, message, amount }) => ({ name, message, amount }))).toEqual([
      { name: 'Zoe', message: 'For the rain piece', amount: 500 },
    ]);
    expect(shown?.reached).toBe(13 * 537);
    expect(totalsIn(stage).usd).toMatchObject({ count: 13, gross: 13 * 537 });
  });

  // Holds pay-310.
  it('without a public name is not on the wall, and the owner reads the name with each payment, the message with the first', async () => {
    const stage = await year({ name: 'Zoe', anonymous: true });
    expect((await wallOf(stage)).supporters).toEqual([]);
    expect((await stage.call('GET', '/@ada')).text).not.toMatch(/Zoe|rain piece/);
    const tips = tipsOf(stage);
    expect(tips.map(({ cycle }) => cycle?.number)).toEqual(
      Array.from({ length: 13 }, (_, index) => index + 1),
    );
    expect(tips.map(({ fan }) => fan.name)).toEqual(tips.map(() => 'Zoe'));
    expect(tips.map(({ fan }) => fan.message)).toEqual([
      'For the rain piece',
      ...tips.slice(1).map(() => null),
    ]);
    expect(tips.every(({ fan }) => fan.anonymous)).toBe(true);
  });
});
