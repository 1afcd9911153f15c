import { describe, expect, it } from 'vitest';
import type { ChargeSnapshot } from '../../core/tip-state/payment-snapshot';
import { adasScenario, bearerOf, paidTip, type SentTip, type Scenario } from '../testing/ada';
import { tipRules } from '../tips/tip-access';
import { paymentOf } from '../testing/without-events';

type Method = NonNullable<ChargeSnapshot['method']>;

const bank = (type: string): Method => ({ type, brand: null, last4: null, country: null, fingerprint: null });
const wallet = (fingerprint: string): Method => ({
  type: 'card',
  brand: 'visa',
  last4: '4242',
  country: 'US',
  wallet: 'apple_pay',
  fingerprint,
});

/** A tip that was paid by this way. */
async function tipBy(scenario: Scenario, method: Method): Promise<SentTip> {
  const tip = await paidTip(scenario);
  const payment = paymentOf(scenario, tip.paymentIntentId);
  if (payment.charge !== null) payment.charge = { ...payment.charge, method };
  return tip;
}

const undo = async (scenario: Scenario, { tipId, tipToken }: SentTip, address: string) =>
  (
    await scenario.call('POST', `/v1/tips/${tipId}/undo`, undefined, {
      ...bearerOf(tipToken),
      'x-forwarded-for': address,
    })
  ).status;

const home = '198.51.100.1';
const work = '198.51.100.2';

describe('undo by a way to pay that has no card', () => {
  // Holds pay-335.
  it.each(['ideal', 'twint'])(
    'works twice a day by %s from an address, and by another way then',
    async (method) => {
      const scenario = await adasScenario({ limitFactor: 1 });
      const codes = [];
      for (let count = 0; count < 3; count += 1)
        codes.push(await undo(scenario, await tipBy(scenario, bank(method)), home));
      codes.push(await undo(scenario, await tipBy(scenario, bank('eps')), home));
      codes.push(await undo(scenario, await tipBy(scenario, bank(method)), work));
      expect(codes).toEqual([200, 200, 409, 200, 200]);
    },
  );

  // Holds pay-335.
  it.each(['ideal', 'twint'])(
    'by %s may be tried twice a day for a payment, from any address',
    async (method) => {
      const scenario = await adasScenario({ limitFactor: 1 });
      for (let count = 0; count < 2; count += 1)
        await undo(scenario, await tipBy(scenario, bank(method)), home);
      const [tip, other] = [await tipBy(scenario, bank(method)), await tipBy(scenario, bank(method))];
      // A try that is refused for its address does not count for the payment.
      expect([await undo(scenario, tip, home), await undo(scenario, tip, home)]).toEqual([409, 409]);
      expect(await undo(scenario, tip, work)).toBe(200);
      const { limits, config } = scenario.deps;
      for (let count = 0; count < 2; count += 1)
        await limits.count([tipRules(config).undoByPayment(other.tipId)]);
      expect(await undo(scenario, other, work)).toBe(409);
    },
  );

  // Holds pay-335.
  it('is not counted together for all fans whose address is not known', async () => {
    const scenario = await adasScenario({ limitFactor: 1 });
    const codes = [];
    for (let count = 0; count < 3; count += 1)
      codes.push(await undo(scenario, await tipBy(scenario, bank('ideal')), 'no address'));
    expect(codes).toEqual([200, 200, 200]);
  });
});

// Holds pay-335.
it('undo by a wallet is limited as by its card: twice a day by card, and by address', async () => {
  const scenario = await adasScenario({ limitFactor: 1 });
  const codes = [];
  for (const address of [home, work, '198.51.100.3'])
    codes.push(await undo(scenario, await tipBy(scenario, wallet('device-a')), address));
  codes.push(await undo(scenario, await tipBy(scenario, wallet('device-b')), home));
  codes.push(await undo(scenario, await tipBy(scenario, wallet('device-c')), home));
  expect(codes).toEqual([200, 200, 409, 200, 409]);
});
