import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { monthlyDocument } from '../../core/money-documents/monthly-document';
import { tipDocument } from '../../core/money-documents/tip-document';
import { parseWall, type Wall } from '../../core/wall/wall';
import type { Tip } from '../../core/tip/tip';
import { adaDraft, adasScenario, adaToken, adaUid, bearerOf, sendEvent, storedTips } from '../testing/ada';
import {
  begin,
  monthlyIn,
  monthlyReference,
  monthlyScenario,
  type MonthlyScenario,
} from '../testing/monthly-scenario';
import { tipIn, totalsIn } from '../testing/stored-state';

const month = 31 * 24 * 60 * 60_000;
const monthlyId = monthlyReference.tipId;
const goal = { label: 'A new bow', amount: 50_000 };

let scenario: MonthlyScenario;
beforeEach(async () => {
  const draft = { tips: { ...adaDraft.tips, showWall: true, goal } };
  scenario = await monthlyScenario(await adasScenario({}, { draft }));
});

async function renewTwelveTimes(subscription: string): Promise<void> {
  for (let renewals = 0; renewals < 12; renewals += 1) {
    scenario.deps.clock.advance(month);
    scenario.billing.renew(subscription);
    await sendEvent(scenario, 'invoice.paid', { reference: monthlyReference });
  }
  expect(storedTips(scenario)).toHaveLength(13);
}

async function wallOf(): Promise<Wall> {
  scenario.deps.clock.advance(60_000);
  const wall = parseWall((await scenario.call('GET', '/v1/profiles/ada/wall')).json);
  if (!wall.ok) throw new Error('There is no wall');
  return wall.value;
}

/** Gives the first payment these texts. */
function writeFan(texts: Partial<Tip['fan']>): Tip['fan'] {
  const first = tipIn(scenario, monthlyId);
  const fan = { ...first.fan, ...texts };
  scenario.deps.store.put(paths.tip(adaUid, monthlyId), tipDocument.encode({ ...first, fan }));
  return fan;
}

const paymentOf = (tipId: string) => tipIn(scenario, tipId).stripe.paymentIntentId ?? '';

describe('a monthly tip on the wall', () => {
  // Holds pay-253, pay-305, pay-310.
  it('is one marked entry after twelve renewals, and the goal and the totals have all thirteen payments', async () => {
    await renewTwelveTimes(await begin(scenario));
    expect(await wallOf()).toMatchObject({
      goal: { reached: 13 * 537 },
      supporters: [{ name: 'Grace', message: 'Thank you', amount: 500, every: 'month' }],
    });
    expect(totalsIn(scenario).usd).toMatchObject({ count: 13, gross: 13 * 537 });
    expect((await scenario.call('GET', '/@ada')).text).toMatch(/<b>Grace<\/b> <bdi class="muted">Monthly</);
    expect((await scenario.call('GET', '/@ada?lang=de')).text).toMatch(/<b>Grace<\/b> <bdi [^>]*>Monatlich</);
  });

  // Holds pay-305.
  it('is gone once its first payment is hidden, and stays when a later one is', async () => {
    await renewTwelveTimes(await begin(scenario));
    const hide = (tipId: string) =>
      scenario.call('POST', `/v1/me/tips/${tipId}/moderation`, { state: 'hidden' }, bearerOf(adaToken));
    const later = storedTips(scenario).find((path) => !path.endsWith(monthlyId)) ?? '';
    await hide(later.split('/').at(-1) ?? '');
    expect((await wallOf()).supporters).toHaveLength(1);
    expect((await hide(monthlyId)).status).toBe(200);
    expect((await wallOf()).supporters).toEqual([]);
  });

  // Holds pay-305.
  it('is gone once its first payment is refunded, while it goes on', async () => {
    await renewTwelveTimes(await begin(scenario));
    scenario.stripe.refund(paymentOf(monthlyId), 537);
    await sendEvent(scenario, 'refund.created', { paymentIntentId: paymentOf(monthlyId) });
    expect(await wallOf()).toMatchObject({ goal: { reached: 12 * 537 }, supporters: [] });
  });

  // Holds pay-306.
  it('never shows a fan who stays unnamed, with a message, whatever is renewed', async () => {
    writeFan({ anonymous: true });
    await renewTwelveTimes(await begin(scenario));
    expect((await wallOf()).supporters).toEqual([]);
    expect((await scenario.call('GET', '/@ada')).text).not.toMatch(/Grace|Thank you/);
    const kept = Object.keys(scenario.deps.store.dump()).filter((path) => path.includes('/supporters/'));
    expect(kept).toEqual([]);
  });

  // Holds pay-310.
  it('without a public name, gives the owner the name with each payment and the message with the first', async () => {
    const { name, anonymous } = writeFan({ name: 'Zoe', message: 'For the rain piece', anonymous: true });
    const fan = { name, anonymous };
    scenario.deps.store.put(
      paths.monthly(adaUid, monthlyId),
      monthlyDocument.encode({ ...monthlyIn(scenario), fan }),
    );
    await renewTwelveTimes(await begin(scenario));
    expect((await wallOf()).supporters).toEqual([]);
    expect((await scenario.call('GET', '/@ada')).text).not.toMatch(/Zoe|rain piece/);
    const tips = storedTips(scenario)
      .map((path) => tipIn(scenario, path.split('/').at(-1) ?? ''))
      .toSorted((a, b) => (a.cycle?.number ?? 0) - (b.cycle?.number ?? 0));
    expect(tips.map(({ cycle, fan: of }) => [cycle?.number, of.message])).toEqual(
      Array.from({ length: 13 }, (_, index) => [index + 1, index === 0 ? 'For the rain piece' : null]),
    );
    expect(tips.map(({ fan: of }) => [of.name, of.anonymous])).toEqual(tips.map(() => ['Zoe', true]));
  });
});
