import { describe, expect, it } from 'vitest';
import {
  bodies,
  fakeController,
  notice,
  pay,
  ready,
  refused,
  stage,
  unreachable,
} from '../testing/fake-controller';

describe('another amount for an existing payment', () => {
  // Holds pay-091.
  it.each([
    ['never came', unreachable],
    ['was no', refused('tip-busy')],
  ])(
    'confirms no payment before the server has accepted the amount, when its answer to an earlier change %s',
    async (_answer, problem) => {
      const declined = { kind: 'declined', decline: 'card-declined' } as const;
      const confirmations = [declined, { kind: 'succeeded' }] as const;
      const made = await ready(
        fakeController({ problems: { changeAmount: [problem, problem, null] } }, { confirmations }),
      );
      await pay(made);
      const before = made.controller.state().form.amount;
      made.controller.edit({ amount: { by: 'preset', minorUnits: 300 } });
      await pay(made);
      made.controller.edit({ amount: before });
      await pay(made);
      expect({ stage: stage(made), confirmed: made.log.confirmed.length }).toEqual({
        stage: 'paying',
        confirmed: 1,
      });
      await pay(made);
      expect({ stage: stage(made), confirmed: made.log.confirmed.length }).toEqual({
        stage: 'thanked',
        confirmed: 2,
      });
      const sent = bodies(made, 'changeAmount').map((body) => [
        (body as { total: number }).total,
        (body as { sequence: number }).sequence,
      ]);
      expect(sent).toEqual([
        [300, 1],
        [500, 2],
        [500, 3],
      ]);
    },
  );

  it('sends one change at a time: a second Pay and an edit wait for the answer to the first', async () => {
    const declined = { kind: 'declined', decline: 'card-declined' } as const;
    const made = await ready(fakeController({}, { confirmations: [declined, { kind: 'succeeded' }] }));
    await pay(made);
    made.controller.edit({ amount: { by: 'preset', minorUnits: 300 } });
    const paying = pay(made);
    made.controller.edit({ amount: { by: 'preset', minorUnits: 1000 } });
    await Promise.all([pay(made), paying]);
    expect(bodies(made, 'changeAmount')).toHaveLength(1);
    expect({ stage: stage(made), total: made.controller.state().tip?.figures.total }).toEqual({
      stage: 'thanked',
      total: 300,
    });
  });

  it('is also the card form’s when the costs have changed: Stripe refuses a payment of another amount', async () => {
    const fees = { bps: 1000, fixed: 100, platformBps: 0 };
    const problems = { createTip: [refused('total-changed')] };
    const made = await ready(fakeController({ sessions: [{}, { fees }], problems }));
    made.controller.edit({ coverCosts: true });
    await pay(made);
    expect({ notice: notice(made), amount: made.log.amounts.at(-1)?.amount }).toEqual({
      notice: { kind: 'total-changed' },
      amount: 667,
    });
    await pay(made);
    expect(bodies(made, 'createTip').at(-1)).toMatchObject({ total: 667 });
    expect(stage(made)).toBe('thanked');
  });
});
