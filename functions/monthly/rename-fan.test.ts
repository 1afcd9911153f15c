import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobIdOf } from '../../core/documents/job-document';
import { parseWall } from '../../core/profile/wall';
import { yearsAfter } from '../../core/tip/tip';
import { adaDraft, adasStage, sendEvent } from '../testing/ada';
import { begin, monthlyId, monthlyIn, monthlyReference, monthlyStage } from '../testing/monthly-stage';
import { endAtOnce, namesIn, paymentsIn, renewTimes, saveTexts } from '../testing/monthly-names';
import { runAnyJob } from '../jobs/recurring-jobs';
import { runSweeps } from '../jobs/run-sweep';
import { playInTurns } from '../testing/turns';
import { workOff } from '../testing/work-off';
import { renameKeyOf } from './jobs';
import { runs } from '../../core/testing/runs';

const minute = 60_000;
const day = 24 * 60 * minute;

async function begun(renewals: number, tips = {}) {
  const draft = { tips: { ...adaDraft.tips, showWall: true, ...tips } };
  const stage = await monthlyStage(await adasStage({}, { draft }));
  const id = await begin(stage);
  await renewTimes(stage, id, renewals);
  return { stage, id };
}
type Begun = Awaited<ReturnType<typeof begun>>;

const states = {
  active: () => Promise.resolve(),
  ending: async ({ stage, id }: Begun) => {
    stage.billing.change(id, { cancelAtPeriodEnd: true });
    await sendEvent(stage, 'customer.subscription.updated', { reference: monthlyReference });
  },
  overdue: async ({ stage, id }: Begun) => {
    stage.billing.renew(id, 'declined');
    await sendEvent(stage, 'invoice.payment_failed', { reference: monthlyReference });
  },
  ended: ({ stage, id }: Begun) => endAtOnce(stage, id),
} as const;

describe('a fan who saves another name on the receipt', () => {
  // Holds pay-316.
  it.each(Object.entries(states))(
    'of a monthly tip that is %s changes the monthly tip, all its payments and the wall at once',
    async (state, become) => {
      const all = await begun(13);
      const { stage } = all;
      await become(all);
      expect(monthlyIn(stage).state).toBe(state);
      expect(namesIn(stage)).toEqual(['Grace']);
      const message = paymentsIn(stage)[0]?.fan.message;
      expect((await saveTexts(stage, { name: ' Zoe ' })).status).toBe(200);
      expect(namesIn(stage)).toEqual(['Zoe']);
      expect(paymentsIn(stage).map(({ fan }) => fan.message)).toEqual(
        paymentsIn(stage).map((_, index) => (index === 0 ? message : null)),
      );
      const wall = parseWall((await stage.call('GET', '/v1/profiles/ada/wall')).json);
      expect(wall.ok && wall.value.supporters.map(({ name }) => name)).toEqual(['Zoe']);
      expect(monthlyIn(stage).state).toBe(state);
    },
  );

  // Holds pay-316.
  it('who erases it leaves it in no document, also after the next payment', async () => {
    const { stage, id } = await begun(3);
    await saveTexts(stage, { name: null, message: null });
    await renewTimes(stage, id, 1);
    expect(namesIn(stage)).toEqual([null]);
    expect(JSON.stringify(stage.deps.store.dump())).not.toContain('Grace');
    expect(paymentsIn(stage).map(({ eraseTextsAt }) => eraseTextsAt)).toEqual([null, null, null, null, null]);
  });

  it('with a blocked word is held in each payment, and in no payment once the word is gone', async () => {
    const { stage } = await begun(2, { blockWords: ['radish'] });
    await saveTexts(stage, { name: 'Radish' });
    const moderations = () => paymentsIn(stage).map(({ moderation }) => moderation.state);
    expect(moderations()).toEqual(['held', 'held', 'held']);
    await saveTexts(stage, { name: 'Carrot' });
    expect(moderations()).toEqual(['visible', 'visible', 'visible']);
  });

  it('with the key of a later payment changes the first one as well', async () => {
    const { stage } = await begun(2);
    await saveTexts(stage, { name: 'Zoe' }, paymentsIn(stage)[1]?.tipId);
    expect(namesIn(stage)).toEqual(['Zoe']);
  });

  it('changes no payment when only the message is another one', async () => {
    const { stage } = await begun(2);
    const revs = () => paymentsIn(stage).map(({ rev }) => rev);
    const [, ...later] = revs();
    await saveTexts(stage, { message: 'Hello again' });
    expect(revs().slice(1)).toEqual(later);
    expect(namesIn(stage)).toEqual(['Grace']);
  });

  // Holds pay-316.
  it('has it everywhere, or nowhere, after the server was stopped at any request to the store', async () => {
    const { stage } = await begun(13);
    const { store, clock } = stage.deps;
    for (let death = 0; ; death += 1) {
      const name = `Zoe ${death}`;
      let left = death;
      // A process that has ended sends no further request.
      store.fault = () => {
        left -= 1;
        if (left < 0) throw new Error('killed');
      };
      await saveTexts(stage, { name }).catch(() => undefined);
      store.fault = () => undefined;
      clock.advance(6 * minute);
      await runAnyJob(stage.deps, jobIdOf('rename-fan', renameKeyOf(monthlyIn(stage))));
      expect(namesIn(stage)).toEqual([paymentsIn(stage)[0]?.fan.name]);
      if (left < 0) continue;
      expect(namesIn(stage)).toEqual([name]);
      expect(death).toBeGreaterThan(20);
      return;
    }
  });

  // Holds pay-316.
  it('has it everywhere when a payment arrives at the same moment, in whatever order the steps of both come', async () => {
    const { stage, id } = await begun(1);
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 40 }), async (turns) => {
        round += 1;
        const name = `Zoe ${round}`;
        stage.deps.clock.advance(31 * day);
        stage.billing.renew(id);
        const rename = async () => void (await saveTexts(stage, { name }));
        const renew = async () =>
          void (await sendEvent(stage, 'invoice.paid', { reference: monthlyReference }));
        const steps = await playInTurns(stage.deps, [rename, renew], turns);
        expect(Math.min(...steps)).toBeGreaterThan(5);
        // Where both wrote at once, one of them may have been refused; the sweeps make up for it.
        await workOff(stage.deps);
        expect(namesIn(stage)).toEqual([name]);
        expect(paymentsIn(stage)).toHaveLength(round + 2);
      }),
      { numRuns: runs(15), endOnFailure: true },
    );
  });
});

describe('a monthly tip that goes on', () => {
  // Holds pay-317.
  it('keeps the name when the first payment’s texts are erased, gives it to the next payment, and the fan can still erase it', async () => {
    const { stage, id } = await begun(1);
    const { clock } = stage.deps;
    clock.advance(yearsAfter(monthlyIn(stage).createdAt, 7) - clock.now());
    await runSweeps(stage.deps, ['erase-texts']);
    await renewTimes(stage, id, 1);
    const names = () => paymentsIn(stage).map(({ fan }) => fan.name);
    expect([monthlyIn(stage).fan.name, ...names()]).toEqual(['Grace', null, 'Grace', 'Grace']);
    await saveTexts(stage, { name: 'Zoe' }, paymentsIn(stage)[2]?.tipId);
    expect([monthlyIn(stage).fan.name, ...names()]).toEqual(['Zoe', null, 'Zoe', 'Zoe']);
    await saveTexts(stage, { name: null }, monthlyId);
    expect(namesIn(stage)).toEqual([null]);
  });
});
