import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { encodeTip } from '../../core/documents/tip-document';
import { parseWall, type Wall } from '../../core/profile/wall';
import { adaDraft, adasStage, adaToken, adaUid, bearerOf, sendEvent, storedTips } from '../testing/ada';
import { begin, monthlyReference, monthlyStage, type MonthlyStage } from '../testing/monthly-stage';
import { tipIn } from '../testing/stored-state';

const month = 31 * 24 * 60 * 60_000;
const monthlyId = monthlyReference.tipId;
const goal = { label: 'A new bow', amount: 50_000 };

let stage: MonthlyStage;
beforeEach(async () => {
  const draft = { tips: { ...adaDraft.tips, showWall: true, goal } };
  stage = await monthlyStage(await adasStage({}, { draft }));
});

async function renewTwelveTimes(subscription: string): Promise<void> {
  for (let renewals = 0; renewals < 12; renewals += 1) {
    stage.deps.clock.advance(month);
    stage.billing.renew(subscription);
    await sendEvent(stage, 'invoice.paid', { reference: monthlyReference });
  }
  expect(storedTips(stage)).toHaveLength(13);
}

async function wallOf(): Promise<Wall> {
  stage.deps.clock.advance(60_000);
  const wall = parseWall((await stage.call('GET', '/v1/profiles/ada/wall')).json);
  if (!wall.ok) throw new Error('There is no wall');
  return wall.value;
}

const paymentOf = (tipId: string) => tipIn(stage, tipId).stripe.paymentIntentId ?? '';

describe('a monthly tip on the wall', () => {
  // Holds pay-305.
  it('is one marked entry after twelve renewals, and the goal has all thirteen payments', async () => {
    await renewTwelveTimes(await begin(stage));
    expect(await wallOf()).toMatchObject({
      goal: { reached: 13 * 537 },
      supporters: [{ name: 'Grace', message: 'Thank you', amount: 500, every: 'month' }],
    });
    expect((await stage.call('GET', '/@ada')).text).toMatch(/<b>Grace<\/b> <bdi class="muted">Monthly</);
    expect((await stage.call('GET', '/@ada?lang=de')).text).toMatch(/<b>Grace<\/b> <bdi [^>]*>Monatlich</);
  });

  // Holds pay-305.
  it('is gone once its first payment is hidden, and stays when a later one is', async () => {
    await renewTwelveTimes(await begin(stage));
    const hide = (tipId: string) =>
      stage.call('POST', `/v1/me/tips/${tipId}/moderation`, { state: 'hidden' }, bearerOf(adaToken));
    const later = storedTips(stage).find((path) => !path.endsWith(monthlyId)) ?? '';
    await hide(later.split('/').at(-1) ?? '');
    expect((await wallOf()).supporters).toHaveLength(1);
    expect((await hide(monthlyId)).status).toBe(200);
    expect((await wallOf()).supporters).toEqual([]);
  });

  // Holds pay-305.
  it('is gone once its first payment is refunded, while it goes on', async () => {
    await renewTwelveTimes(await begin(stage));
    stage.stripe.refund(paymentOf(monthlyId), 537);
    await sendEvent(stage, 'refund.created', { paymentIntentId: paymentOf(monthlyId) });
    expect(await wallOf()).toMatchObject({ goal: { reached: 12 * 537 }, supporters: [] });
  });

  // Holds pay-306.
  it('never shows a fan who stays unnamed, with a message, whatever is renewed', async () => {
    const first = tipIn(stage, monthlyId);
    const fan = { ...first.fan, anonymous: true };
    stage.deps.store.put(paths.tip(adaUid, monthlyId), encodeTip({ ...first, fan }));
    await renewTwelveTimes(await begin(stage));
    expect((await wallOf()).supporters).toEqual([]);
    expect((await stage.call('GET', '/@ada')).text).not.toContain('Grace');
    const kept = Object.keys(stage.deps.store.dump()).filter((path) => path.includes('/supporters/'));
    expect(kept).toEqual([]);
  });
});
