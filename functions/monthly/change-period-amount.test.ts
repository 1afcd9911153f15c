import { beforeEach, describe, expect, it } from 'vitest';
import { amountConsentOf } from '../../core/monthly/monthly';
import { wordsVersion } from '../../core/monthly/monthly-words';
import { adaDraft, sendEvent } from '../testing/ada';
import { monthlyFan, type MonthlyFan } from '../testing/monthly-fan';
import { monthlyIn, monthlyReference } from '../testing/monthly-stage';

const day = 24 * 60 * 60_000;
const away = { kind: 'unavailable', error: new Error('away') } as const;

let fan: MonthlyFan;
beforeEach(async () => {
  fan = await monthlyFan();
});

const change = (tipAmount: number, given: object = {}) =>
  fan.call('POST', '/amount?lang=de', {
    tipAmount,
    coverCosts: false,
    total: tipAmount,
    wordsVersion,
    ...given,
  });

describe('POST /v1/monthly/{id}/amount', () => {
  // Holds pay-293.
  it('charges the new amount with the next period, and nothing today', async () => {
    const before = fan.stage.deps.payments.payments.size;
    const answer = await change(800);
    expect(answer.json).toMatchObject({ amount: 800, tipAmount: 800, coverAmount: 0, state: 'active' });
    expect(fan.stage.deps.payments.payments.size).toBe(before);
    expect(monthlyIn(fan.stage).contrib).toEqual({ active: 1, perYear: 9600 });
    fan.stage.deps.clock.advance(31 * day);
    fan.stage.billing.renew(fan.subscription);
    await sendEvent(fan.stage, 'invoice.paid', { reference: monthlyReference });
    expect(await fan.view()).toMatchObject({ payments: [{ amount: 800 }, { amount: 537 }] });
  });

  it('computes the covered costs again, with Stripe’s fee for recurring payments', async () => {
    const refused = await change(500, { coverCosts: true });
    expect([refused.status, refused.json['code']]).toEqual([409, 'total-changed']);
    const { amount } = refused.json['figures'] as unknown as { readonly amount: number };
    const answer = await change(500, { coverCosts: true, total: amount });
    expect(answer.json).toMatchObject({ amount, tipAmount: 500, coverAmount: amount - 500 });
  });

  it('refuses an amount outside the limits with the limits, which the page knows before', async () => {
    const { limits } = await fan.view();
    const answer = await change((limits?.max ?? 0) + 1);
    expect(answer.json).toMatchObject({ code: 'amount-too-large', figures: limits });
    expect((await change(1)).json['code']).toBe('amount-too-small');
    expect(monthlyIn(fan.stage).amount).toBe(537);
  });

  // Holds pay-293.
  it.each(['before', 'after'] as const)(
    'tells the truth when Stripe’s answer is lost %s it was made',
    async (when) => {
      fan.stage.deps.subscriptions.failNext('changeAmount', away, when);
      expect((await change(800)).status).toBe(503);
      expect((await fan.view()).amount).toBe(when === 'after' ? 800 : 537);
      expect((await change(800)).json).toMatchObject({ amount: 800, tipAmount: 800 });
    },
  );

  // Holds pay-366.
  it('keeps what the fan read for the new amount, in their language, beside the first consent', async () => {
    const { consent } = monthlyIn(fan.stage);
    await change(800);
    const at = fan.stage.deps.clock.now();
    const { consent: first, amountConsents } = monthlyIn(fan.stage);
    expect(first).toEqual(consent);
    expect(amountConsents).toEqual([
      { amount: 800, words: expect.any(String), wordsVersion, language: 'de', at },
    ]);
    expect(amountConsents[0]?.words).toMatch(
      /^Neuer Betrag \(USD\): 8,00\s\$\. Wird ab .* abgebucht\. Heute wird nichts abgebucht/,
    );
  });

  // Holds pay-366.
  it.each([
    ['before', 800],
    ['after', 900],
  ] as const)(
    'keeps the consent to the amount that is charged when Stripe’s answer is lost (%s it was made)',
    async (when, charged) => {
      await change(800);
      fan.stage.deps.subscriptions.failNext('changeAmount', away, when);
      await change(900);
      const { amount, amountConsents } = monthlyIn(fan.stage);
      expect(amount).toBe(charged);
      expect(amountConsents.map((each) => each.amount)).toEqual([800, 900]);
    },
  );

  // Holds pay-366.
  it('keeps the consent to what Stripe took when its answer, the look after it and the next change are lost', async () => {
    const { subscriptions } = fan.stage.deps;
    subscriptions.failNext('changeAmount', away, 'after');
    subscriptions.failNext('snapshot', away);
    await change(800);
    expect(monthlyIn(fan.stage).amount).toBe(537);
    subscriptions.failNext('changeAmount', away, 'before');
    await change(900);
    const monthly = monthlyIn(fan.stage);
    expect(monthly.amount).toBe(800);
    expect(amountConsentOf(monthly)).toMatchObject({ amount: 800, language: 'de' });
  });

  // Holds pay-366.
  it.each([
    ['shows those of another version', wordsVersion + 1],
    ['is from before they had a version', undefined],
  ])('is refused with the present words when the page %s, and nothing changes', async (_, version) => {
    const answer = await change(800, { wordsVersion: version });
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({
      code: 'words-changed',
      figures: { wordsVersion, from: expect.stringContaining('Heute wird nichts abgebucht') },
    });
    expect(monthlyIn(fan.stage)).toMatchObject({ amount: 537, amountConsents: [] });
  });

  it('is refused once it is stopped or over', async () => {
    await fan.stop();
    expect((await change(800)).json['code']).toBe('monthly-ended');
    expect((await fan.view()).limits).toBeNull();
    await fan.stop('now');
    expect((await change(800)).json['code']).toBe('monthly-ended');
  });

  it('keeps to the currency’s limits once the owner has no profile', async () => {
    expect(adaDraft.tips.min).toBeNull();
    expect((await fan.view()).limits).toMatchObject({ min: 100, step: 1 });
  });
});
