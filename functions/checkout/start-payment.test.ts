import { describe, expect, it } from 'vitest';
import { adasScenario, sendTip } from '../testing/ada';
import { tipIn } from '../testing/stored-state';
import { orderOf } from './start-payment';

describe('make payment', () => {
  // Holds pay-138.
  it("sends none of the fan's texts to Stripe", async () => {
    const scenario = await adasScenario();
    const said = {
      name: 'Zoe Fan',
      message: 'For the engines',
      for: 'Notes on engines',
      placement: 'footer',
    };
    const { tipId } = await sendTip(scenario, said);
    const tip = tipIn(scenario, tipId);
    expect(tip.fan).toMatchObject({ name: said.name, message: said.message });
    const order = JSON.stringify(orderOf(tip));
    for (const word of Object.values(said)) expect(order).not.toContain(word);
  });
});
