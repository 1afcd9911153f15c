import { describe, expect, it } from 'vitest';
import { adasScenario, bearerOf, paidTip, sendTip, type SentTip, type Scenario } from '../testing/ada';
import { tipIn, totalsIn } from '../testing/stored-state';

describe('end by fan', () => {
  const end = (scenario: Scenario, { tipId, tipToken }: SentTip) =>
    scenario.call('POST', `/v1/tips/${tipId}/end`, undefined, bearerOf(tipToken));

  describe('POST /v1/tips/{tipId}/end', () => {
    // Holds tag-102.
    it('ends a payment that waits for the bank: it can never be charged any more', async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      scenario.stripe.ask3ds(tip.paymentIntentId);
      const answer = await end(scenario, tip);
      expect(answer).toMatchObject({ status: 200, json: { status: 'expired' } });
      expect(tipIn(scenario, tip.tipId).payment.status).toBe('expired');
      expect(scenario.deps.payments.payments.get(tip.paymentIntentId)?.intent?.status).toBe('canceled');
      // A repeated request changes nothing.
      expect((await end(scenario, tip)).json['status']).toBe('expired');
    });

    // Holds tag-102.
    it('leaves a payment that the bank has already allowed, and says that it is paid', async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      scenario.stripe.pay(tip.paymentIntentId);
      expect((await end(scenario, tip)).json['status']).toBe('paid');
      expect(totalsIn(scenario).usd).toMatchObject({ count: 1, gross: 500 });
      const paid = await paidTip(scenario);
      expect((await end(scenario, paid)).json['status']).toBe('paid');
    });

    it("is refused without the tip's token", async () => {
      const scenario = await adasScenario();
      const tip = await sendTip(scenario);
      expect((await end(scenario, { ...tip, tipToken: 'made-up' })).json['code']).toBe('tip-not-found');
      expect(tipIn(scenario, tip.tipId).payment.status).not.toBe('expired');
    });
  });
});
