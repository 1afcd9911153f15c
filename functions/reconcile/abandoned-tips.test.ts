import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { followOpenTips } from '../checkout/follow-open-tips';
import { adasScenario, sendTip } from '../testing/ada';
import { tipIn } from '../testing/stored-state';
import { endAbandoned } from './abandoned-tips';

describe('open tips', () => {
  const day = 24 * 60 * 60_000;

  it('follows and ends open tips although another tip cannot be read, and logs that one', async () => {
    const scenario = await adasScenario();
    const { store, clock, lines } = scenario.deps;
    const paid = await sendTip(scenario);
    const left = await sendTip(scenario);
    const newer = { v: 9, payment: { status: 'awaiting' }, updatedAt: new Date(1) };
    store.put(paths.tip('uid-newer', 'newer'), newer);
    scenario.stripe.pay(paid.paymentIntentId);
    clock.advance(5 * 60_000);
    await followOpenTips(scenario.deps);
    expect(tipIn(scenario, paid.tipId).payment.status).toBe('succeeded');
    clock.advance(day);
    await endAbandoned(scenario.deps);
    expect(tipIn(scenario, left.tipId).payment.status).toBe('expired');
    expect(lines.filter((line) => line.includes('newer cannot be read'))).toHaveLength(2);
    expect(store.dump()[paths.tip('uid-newer', 'newer')]).toEqual(newer);
  });
});
