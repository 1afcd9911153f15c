import { describe, expect, it } from 'vitest';
import { adasStage, bearerOf, paidTip, sendTip, type SentTip, type Stage } from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

describe('end by fan', () => {
  const end = (stage: Stage, { tipId, tipToken }: SentTip) =>
    stage.call('POST', `/v1/tips/${tipId}/end`, undefined, bearerOf(tipToken));

  describe('POST /v1/tips/{tipId}/end', () => {
    // Holds tag-102.
    it('ends a payment that waits for the bank: it can never be charged any more', async () => {
      const stage = await adasStage();
      const tip = await sendTip(stage);
      stage.stripe.ask3ds(tip.paymentIntentId);
      const answer = await end(stage, tip);
      expect(answer).toMatchObject({ status: 200, json: { status: 'expired' } });
      expect(tipIn(stage, tip.tipId).payment.status).toBe('expired');
      expect(stage.deps.payments.payments.get(tip.paymentIntentId)?.intent?.status).toBe('canceled');
      // A repeated request changes nothing.
      expect((await end(stage, tip)).json['status']).toBe('expired');
    });

    // Holds tag-102.
    it('leaves a payment that the bank has already allowed, and says that it is paid', async () => {
      const stage = await adasStage();
      const tip = await sendTip(stage);
      stage.stripe.pay(tip.paymentIntentId);
      expect((await end(stage, tip)).json['status']).toBe('paid');
      expect(totalsIn(stage).usd).toMatchObject({ count: 1, gross: 500 });
      const paid = await paidTip(stage);
      expect((await end(stage, paid)).json['status']).toBe('paid');
    });

    it("is refused without the tip's token", async () => {
      const stage = await adasStage();
      const tip = await sendTip(stage);
      expect((await end(stage, { ...tip, tipToken: 'made-up' })).json['code']).toBe('tip-not-found');
      expect(tipIn(stage, tip.tipId).payment.status).not.toBe('expired');
    });
  });
});
