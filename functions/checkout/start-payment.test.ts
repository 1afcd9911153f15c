import { describe, expect, it } from 'vitest';
import { adasStage, sendTip } from '../testing/ada';
import { tipIn } from '../testing/stored-state';
import { orderOf } from './start-payment';

describe('make payment', () => {
  // Holds pay-138.
  it("sends none of the fan's texts to Stripe", async () => {
    const stage = await adasStage();
    const said = {
      name: 'Zoe Fan',
      message: 'For the engines',
      for: 'Notes on engines',
      placement: 'footer',
    };
    const { tipId } = await sendTip(stage, said);
    const tip = tipIn(stage, tipId);
    expect(tip.fan).toMatchObject({ name: said.name, message: said.message });
    const order = JSON.stringify(orderOf(tip));
    for (const word of Object.values(said)) expect(order).not.toContain(word);
  });
});
