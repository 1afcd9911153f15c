import { beforeEach, describe, expect, it } from 'vitest';
import { runSweeps } from '../jobs/run-sweep';
import { sendEvent } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyIn, monthlyReference } from '../testing/monthly-stage';

const hour = 60 * 60_000;

let fan: MonthlyFan;
beforeEach(async () => {
  fan = await monthlyFan();
});

const renew = async (end: 'declined' | 'asks') => {
  fan.stage.deps.clock.advance(31 * 24 * hour);
  fan.stage.billing.renew(fan.subscription, end);
  await sendEvent(fan.stage, 'invoice.payment_failed', { reference: monthlyReference });
};
const invoices = () =>
  fan.stage.deps.subscriptions.subscriptions.get(fan.subscription)?.invoices.map(({ status }) => status);

describe('stopping a monthly tip', () => {
  // Holds pay-322.
  it.each(['declined', 'asks'] as const)(
    'ends it at once while a period is unpaid (%s), because Stripe would go on trying to charge it',
    async (end) => {
      await renew(end);
      expect((await fan.stop()).json).toMatchObject({ state: 'ended', endReason: 'fan', asked: null });
      expect(invoices()).toEqual(['paid', 'void']);
    },
  );

  // Holds pay-322.
  it('ends it at once when it turns out that a period is unpaid', async () => {
    fan.stage.deps.clock.advance(31 * 24 * hour);
    fan.stage.billing.renew(fan.subscription, 'declined');
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'active' });
    expect((await fan.stop()).json).toMatchObject({ state: 'ended', endReason: 'fan', asked: null });
  });

  // Holds pay-322.
  it('before a charge that does not go through ends it too: nothing more is charged', async () => {
    await fan.stop();
    await renew('declined');
    expect(monthlyIn(fan.stage)).toMatchObject({ asked: { what: 'end', reason: 'fan' } });
    fan.stage.deps.clock.advance(hour);
    await runSweeps(fan.stage.deps, ['follow-monthlies']);
    expect(monthlyIn(fan.stage)).toMatchObject({ state: 'ended', endReason: 'fan', asked: null });
    expect(invoices()).toEqual(['paid', 'void']);
  });
});
