import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { jobIdOf } from '@busker/core/jobs/job-document';
import { monthlyDocument } from '@busker/core/money-documents/monthly-document';
import { tipDocument } from '@busker/core/money-documents/tip-document';
import { runs } from '@busker/core/testing/runs';
import { yearsAfter, type Tip } from '@busker/core/tip/tip';
import { parseWall, type Wall } from '@busker/core/wall/wall';
import { runAnyJob } from '../jobs/recurring-jobs';
import { runSweeps } from '../jobs/run-sweep';
import { adaDraft, adasScenario, adaToken, adaUid, bearerOf, sendEvent, storedTips } from '../testing/ada';
import { interleave } from '../testing/in-memory-deps';
import {
  endAtOnce,
  namesIn,
  paymentsIn,
  renewTimes,
  saveTexts,
  begin,
  monthlyId,
  monthlyIn,
  monthlyReference,
  monthlyScenario,
  type MonthlyScenario,
} from '../testing/monthly-scenario';
import { tipIn, totalsIn, workOff } from '../testing/stored-state';
import { renameKeyOf } from './jobs';

const minute = 60_000;
const day = 24 * 60 * minute;

async function begun(renewals: number, tips = {}) {
  const draft = { tips: { ...adaDraft.tips, showWall: true, ...tips } };
  const scenario = await monthlyScenario(await adasScenario({}, { draft }));
  const id = await begin(scenario);
  await renewTimes(scenario, id, renewals);
  return { scenario, id };
}
type Begun = Awaited<ReturnType<typeof begun>>;

const states = {
  active: () => Promise.resolve(),
  ending: async ({ scenario, id }: Begun) => {
    scenario.billing.change(id, { cancelAtPeriodEnd: true });
    await sendEvent(scenario, 'customer.subscription.updated', { reference: monthlyReference });
  },
  overdue: async ({ scenario, id }: Begun) => {
    scenario.billing.renew(id, 'declined');
    await sendEvent(scenario, 'invoice.payment_failed', { reference: monthlyReference });
  },
  ended: ({ scenario, id }: Begun) => endAtOnce(scenario, id),
} as const;

describe('a fan who saves another name on the receipt', () => {
  // Holds pay-316, tag-181, tag-183.
  it('and who keeps it and the amount from others, is so in the monthly tip and in all its payments', async () => {
    const { scenario, id } = await begun(2);
    expect((await saveTexts(scenario, { name: 'Zoe', anonymous: true, hideAmount: true })).status).toBe(200);
    expect(monthlyIn(scenario).fan).toEqual({ name: 'Zoe', anonymous: true, hidesAmount: true });
    await renewTimes(scenario, id, 1);
    const fans = paymentsIn(scenario).map(({ fan }) => [fan.name, fan.anonymous, fan.hidesAmount]);
    expect(fans).toEqual(Array.from({ length: 4 }, () => ['Zoe', true, true]));
    expect((await saveTexts(scenario, { hideAmount: false })).status).toBe(200);
    expect(monthlyIn(scenario).fan).toEqual({ name: 'Zoe', anonymous: true });
    expect(paymentsIn(scenario).some(({ fan }) => fan.hidesAmount)).toBe(false);
  });

  // Holds pay-316.
  it.each(Object.entries(states))(
    'of a monthly tip that is %s changes the monthly tip, all its payments and the wall at once',
    async (state, become) => {
      const all = await begun(13);
      const { scenario } = all;
      await become(all);
      expect(monthlyIn(scenario).state).toBe(state);
      expect(namesIn(scenario)).toEqual(['Grace']);
      const message = paymentsIn(scenario)[0]?.fan.message;
      expect((await saveTexts(scenario, { name: ' Zoe ' })).status).toBe(200);
      expect(namesIn(scenario)).toEqual(['Zoe']);
      expect(paymentsIn(scenario).map(({ fan }) => fan.message)).toEqual(
        paymentsIn(scenario).map((_, index) => (index === 0 ? message : null)),
      );
      const wall = parseWall((await scenario.call('GET', '/v1/profiles/ada/wall')).json);
      expect(wall.ok && wall.value.supporters.map(({ name }) => name)).toEqual(['Zoe']);
      expect(monthlyIn(scenario).state).toBe(state);
    },
  );

  // Holds dash-992.
  it('stays erased in payments whose texts are gone after their time, which follow what others see of the amount', async () => {
    const { scenario } = await begun(2);
    const { store, clock } = scenario.deps;
    for (const tip of paymentsIn(scenario).slice(0, 2)) {
      const fan = { ...tip.fan, name: null, message: null };
      store.put(paths.tip(adaUid, tip.tipId), tipDocument.encode({ ...tip, fan, eraseTextsAt: null }));
    }
    clock.advance(8 * 366 * day);
    const [, , latest] = paymentsIn(scenario);
    expect((await saveTexts(scenario, { hideAmount: true }, latest?.tipId)).status).toBe(200);
    expect(paymentsIn(scenario).map(({ fan }) => [fan.name, fan.hidesAmount])).toEqual([
      [null, true],
      [null, true],
      ['Grace', true],
    ]);
  });

  // Holds pay-316.
  it('who erases it leaves it in no document, also after the next payment', async () => {
    const { scenario, id } = await begun(3);
    await saveTexts(scenario, { name: null, message: null });
    await renewTimes(scenario, id, 1);
    expect(namesIn(scenario)).toEqual([null]);
    expect(JSON.stringify(scenario.deps.store.dump())).not.toContain('Grace');
    expect(paymentsIn(scenario).map(({ eraseTextsAt }) => eraseTextsAt)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('with a blocked word is held in each payment, and in no payment once the word is gone', async () => {
    const { scenario } = await begun(2, { blockWords: ['radish'] });
    await saveTexts(scenario, { name: 'Radish' });
    const moderations = () => paymentsIn(scenario).map(({ moderation }) => moderation.state);
    expect(moderations()).toEqual(['held', 'held', 'held']);
    await saveTexts(scenario, { name: 'Carrot' });
    expect(moderations()).toEqual(['visible', 'visible', 'visible']);
  });

  it('with the key of a later payment changes the first one as well', async () => {
    const { scenario } = await begun(2);
    await saveTexts(scenario, { name: 'Zoe' }, paymentsIn(scenario)[1]?.tipId);
    expect(namesIn(scenario)).toEqual(['Zoe']);
  });

  it('changes no payment when only the message is another one', async () => {
    const { scenario } = await begun(2);
    const revs = () => paymentsIn(scenario).map(({ rev }) => rev);
    const [, ...later] = revs();
    await saveTexts(scenario, { message: 'Hello again' });
    expect(revs().slice(1)).toEqual(later);
    expect(namesIn(scenario)).toEqual(['Grace']);
  });

  // Holds pay-316.
  it('has it everywhere, or nowhere, after the server was stopped at any request to the store', async () => {
    const { scenario } = await begun(13);
    const { store, clock } = scenario.deps;
    for (let death = 0; ; death += 1) {
      const name = `Zoe ${death}`;
      let left = death;
      // A process that has ended sends no further request.
      store.fault = () => {
        left -= 1;
        if (left < 0) throw new Error('killed');
      };
      await saveTexts(scenario, { name }).catch(() => undefined);
      store.fault = () => undefined;
      clock.advance(6 * minute);
      await runAnyJob(scenario.deps, jobIdOf('rename-fan', renameKeyOf(monthlyIn(scenario))));
      expect(namesIn(scenario)).toEqual([paymentsIn(scenario)[0]?.fan.name]);
      if (left < 0) continue;
      expect(namesIn(scenario)).toEqual([name]);
      expect(death).toBeGreaterThan(20);
      return;
    }
  });

  // Holds pay-316.
  it('has it everywhere when a payment arrives at the same moment, in whatever order the steps of both come', async () => {
    const { scenario, id } = await begun(1);
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 40 }), async (turns) => {
        round += 1;
        const name = `Zoe ${round}`;
        scenario.deps.clock.advance(31 * day);
        scenario.billing.renew(id);
        const rename = async () => void (await saveTexts(scenario, { name }));
        const renew = async () =>
          void (await sendEvent(scenario, 'invoice.paid', { reference: monthlyReference }));
        const steps = await interleave(scenario.deps, [rename, renew], turns);
        expect(Math.min(...steps)).toBeGreaterThan(5);
        // Where both wrote at once, one of them may have been refused; the sweeps make up for it.
        await workOff(scenario.deps);
        expect(namesIn(scenario)).toEqual([name]);
        expect(paymentsIn(scenario)).toHaveLength(round + 2);
      }),
      { numRuns: runs(15), endOnFailure: true },
    );
  });
});

describe('a monthly tip that goes on', () => {
  // Holds pay-317.
  it('keeps the name when the first payment’s texts are erased, gives it to the next payment, and the fan can still erase it', async () => {
    const { scenario, id } = await begun(1);
    const { clock } = scenario.deps;
    clock.advance(yearsAfter(monthlyIn(scenario).createdAt, 7) - clock.now());
    await runSweeps(scenario.deps, ['erase-texts']);
    await renewTimes(scenario, id, 1);
    const names = () => paymentsIn(scenario).map(({ fan }) => fan.name);
    expect([monthlyIn(scenario).fan.name, ...names()]).toEqual(['Grace', null, 'Grace', 'Grace']);
    await saveTexts(scenario, { name: 'Zoe' }, paymentsIn(scenario)[2]?.tipId);
    expect([monthlyIn(scenario).fan.name, ...names()]).toEqual(['Zoe', null, 'Zoe', 'Zoe']);
    await saveTexts(scenario, { name: null }, monthlyId);
    expect(namesIn(scenario)).toEqual([null]);
  });
});

const month = 31 * 24 * 60 * 60_000;
const monthlyTipId = monthlyReference.tipId;
const goal = { label: 'A new bow', amount: 50_000 };

describe('a monthly tip on the wall', () => {
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
    const first = tipIn(scenario, monthlyTipId);
    const fan = { ...first.fan, ...texts };
    scenario.deps.store.put(paths.tip(adaUid, monthlyTipId), tipDocument.encode({ ...first, fan }));
    return fan;
  }

  const paymentOf = (tipId: string) => tipIn(scenario, tipId).stripe.paymentIntentId ?? '';

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
    const later = storedTips(scenario).find((path) => !path.endsWith(monthlyTipId)) ?? '';
    await hide(later.split('/').at(-1) ?? '');
    expect((await wallOf()).supporters).toHaveLength(1);
    expect((await hide(monthlyTipId)).status).toBe(200);
    expect((await wallOf()).supporters).toEqual([]);
  });

  // Holds pay-305.
  it('is gone once its first payment is refunded, while it goes on', async () => {
    await renewTwelveTimes(await begin(scenario));
    scenario.stripe.refund(paymentOf(monthlyTipId), 537);
    await sendEvent(scenario, 'refund.created', { paymentIntentId: paymentOf(monthlyTipId) });
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
      paths.monthly(adaUid, monthlyTipId),
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
