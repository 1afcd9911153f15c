import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, afterAll, beforeAll, expect, inject, it } from 'vitest';
import { stripeSchemas, type StripeSchemas } from '../fidelity/check-exchange';
import { cardFields, fanIn, pressPay } from '../testing/hosted-page';
import { ADA, idOf, openSandbox, type OpenSandbox } from '../testing/open-sandbox';

describe('presentment', () => {
  const onAda = { stripeAccount: ADA };
  let folder = '';
  let sandbox: OpenSandbox;
  let schemas: StripeSchemas;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'busker-presentment-'));
    sandbox = await openSandbox({ stateFile: join(folder, 'stripe.log') });
    schemas = stripeSchemas();
  });
  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  /** A payment of a fan in their own currency. */
  async function pay(amount: number, country: string, currency: string) {
    const { id } = await sandbox.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'usd', unit_amount: amount, product_data: { name: 'Tip' } },
          },
        ],
        success_url: 'https://busker.test/',
        customer_email: fanIn(country),
        adaptive_pricing: { enabled: true },
      },
      onAda,
    );
    await pressPay(sandbox, id, { ...cardFields('4242424242424242'), currency });
    const session = await sandbox.stripe.checkout.sessions.retrieve(id, {}, onAda);
    return {
      session,
      intent: idOf(session.payment_intent ?? ''),
      paid: session.presentment_details?.presentment_amount ?? 0,
    };
  }

  async function refund(intent: string, amount?: number) {
    const params = { payment_intent: intent, ...(amount !== undefined && { amount }) };
    const made = await sandbox.stripe.refunds.create(params, onAda);
    const { presentment_amount: given = -1, presentment_currency: currency = '' } =
      made.presentment_details ?? {};
    return { made, given, currency };
  }

  // Holds pay-341.
  it('a refund is a rounded part of what the fan paid, and the refunds of the whole add up to it', async () => {
    const { intent, paid } = await pay(1000, 'DE', 'eur');
    expect(paid).toBe(957);
    const first = await refund(intent, 333);
    expect(first).toMatchObject({ made: { amount: 333, currency: 'usd' }, given: 319, currency: 'eur' });
    expect((await refund(intent, 333)).given).toBe(318);
    expect((await refund(intent)).given).toBe(320);
    const receipt = await fetch(
      (await sandbox.stripe.charges.list({ payment_intent: intent }, onAda)).data[0]?.receipt_url ?? '',
    );
    expect((await receipt.text()).match(/€9\.57/g)).toHaveLength(2);
  });

  // Holds pay-341.
  it('refunds of any parts, some of which fail, never exceed what the fan paid and add up to it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 50, max: 20_000 }),
        fc.constantFrom(['DE', 'eur'] as const, ['JP', 'jpy'] as const, ['KR', 'krw'] as const),
        fc.array(fc.record({ share: fc.double({ min: 0, max: 0.6, noNaN: true }), fails: fc.boolean() }), {
          maxLength: 4,
        }),
        async (amount, [country, currency], parts) => {
          const { intent, paid } = await pay(amount, country, currency);
          const kept: { ours: number; theirs: number }[] = [];
          const sum = (side: 'ours' | 'theirs') => kept.reduce((total, one) => total + one[side], 0);
          const made: { id: string; fails: boolean; ours: number; theirs: number }[] = [];
          for (const { share, fails } of parts) {
            const ours = Math.max(1, Math.floor((amount - sum('ours')) * share));
            const { made: one, given: theirs } = await refund(intent, ours);
            expect(theirs).toBeGreaterThanOrEqual(0);
            kept.push({ ours, theirs });
            made.push({ id: one.id, fails, ours, theirs });
            expect(sum('theirs')).toBeLessThanOrEqual(paid);
          }
          // A refund fails after later ones were made.
          for (const { id, ours, theirs } of made.filter(({ fails }) => fails)) {
            await sandbox.control('refunds/fail', { refund: id });
            kept.push({ ours: -ours, theirs: -theirs });
          }
          const last = await refund(intent);
          expect(last.given).toBeGreaterThanOrEqual(0);
          expect(sum('theirs') + last.given).toBe(paid);
        },
      ),
      { numRuns: 15 * inject('times') },
    );
  }, 60_000);

  // Holds pay-341.
  it('a restart keeps the fan’s amount, and every answer has the fields of Stripe’s types', async () => {
    const { session, intent, paid } = await pay(1000, 'JP', 'jpy');
    const { made, given } = await refund(intent, 100);
    expect([paid, given]).toEqual([1560, 156]);
    await sandbox.close();
    sandbox = await openSandbox({ stateFile: join(folder, 'stripe.log') });
    const details = { presentment_amount: 1560, presentment_currency: 'jpy' };
    const { stripe } = sandbox;
    const again = {
      'Stripe.Checkout.Session': await stripe.checkout.sessions.retrieve(session.id, {}, onAda),
      'Stripe.PaymentIntent': await stripe.paymentIntents.retrieve(intent, {}, onAda),
      'Stripe.Charge': (await stripe.charges.list({ payment_intent: intent }, onAda)).data[0],
      'Stripe.Refund': await stripe.refunds.retrieve(made.id, {}, onAda),
    };
    expect(again['Stripe.Refund'].presentment_details).toEqual({ ...details, presentment_amount: 156 });
    for (const [type, answer] of Object.entries(again)) {
      expect(answer).toHaveProperty('presentment_details.presentment_currency', 'jpy');
      expect(schemas.answerIssues(type, answer)).toEqual([]);
    }
    expect(again['Stripe.Charge']?.presentment_details).toEqual(details);
    expect((await refund(intent)).given).toBe(1404);
  }, 60_000);
});
