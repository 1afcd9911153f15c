import { describe, expect, it } from 'vitest';
import { paths } from '../../core/documents/documents';
import { followOpenTips } from '../checkout/follow-open-tips';
import { adasStage, sendTip } from '../testing/ada';
import { tipIn } from '../testing/stored-state';
import { endAbandoned } from './abandoned-tips';

describe('open tips', () => {
  const day = 24 * 60 * 60_000;

  it('follows and ends open tips although another tip cannot be read, and logs that one', async () => {
    const stage = await adasStage();
    const { store, clock, lines } = stage.deps;
    const paid = await sendTip(stage);
    const left = await sendTip(stage);
    const newer = { v: 9, payment: { status: 'awaiting' }, updatedAt: new Date(1) };
    store.put(paths.tip('uid-newer', 'newer'), newer);
    stage.stripe.pay(paid.paymentIntentId);
    clock.advance(5 * 60_000);
    await followOpenTips(stage.deps);
    expect(tipIn(stage, paid.tipId).payment.status).toBe('succeeded');
    clock.advance(day);
    await endAbandoned(stage.deps);
    expect(tipIn(stage, left.tipId).payment.status).toBe('expired');
    expect(lines.filter((line) => line.includes('newer cannot be read'))).toHaveLength(2);
    expect(store.dump()[paths.tip('uid-newer', 'newer')]).toEqual(newer);
  });
});
