import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNT_SECRET, ADA, CONNECT_SECRET, openSandbox, type OpenSandbox } from '../testing/open-sandbox';

let sandbox: OpenSandbox;
let stripe: Stripe;
const onAda = { stripeAccount: ADA };

beforeEach(async () => {
  sandbox = await openSandbox();
  stripe = sandbox.stripe;
});
afterEach(() => sandbox.close());

async function payOnce(method = 'pm_card_visa') {
  return stripe.paymentIntents.create(
    { amount: 500, currency: 'usd', payment_method: method, confirm: true, use_stripe_sdk: true },
    onAda,
  );
}
const sorted = () => [...sandbox.endpoint.types()].sort();

describe('webhooks', () => {
  // Holds pay-177.
  it("for a payment go to the connect endpoint, with the account and the object's state at that time", async () => {
    const intent = await payOnce();
    await expect
      .poll(sorted)
      .toEqual(['charge.succeeded', 'charge.updated', 'payment_intent.created', 'payment_intent.succeeded']);
    const created = sandbox.endpoint.received.find(({ event }) => event.type === 'payment_intent.created');
    expect(created?.scope).toBe('connect');
    expect(created?.event).toMatchObject({
      account: ADA,
      livemode: false,
      api_version: '2026-10-28.endive',
      data: { object: { id: intent.id, status: 'requires_confirmation' } },
      request: { id: intent.lastResponse.requestId },
    });
  });

  // Holds pay-177.
  it("for the platform's own payments and fees go to the account endpoint", async () => {
    await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    await stripe.paymentIntents.create(
      {
        amount: 500,
        currency: 'usd',
        application_fee_amount: 50,
        payment_method: 'pm_card_visa',
        confirm: true,
        use_stripe_sdk: true,
      },
      onAda,
    );
    await expect
      .poll(() =>
        sandbox.endpoint.received.filter(({ scope }) => scope === 'account').map(({ event }) => event.type),
      )
      .toEqual(expect.arrayContaining(['payment_intent.created', 'application_fee.created']));
    for (const { event, scope } of sandbox.endpoint.received)
      expect('account' in event).toBe(scope === 'connect');
  });

  it('verify with the SDK; a changed body or another secret does not', async () => {
    await payOnce();
    await sandbox.webhooksIdle();
    const [{ body, signature } = { body: '', signature: '' }] = sandbox.endpoint.received;
    const check = (text: string, secret: string) => () =>
      Stripe.webhooks.constructEvent(text, signature, secret);
    expect(check(body, CONNECT_SECRET)).not.toThrow();
    expect(check(body.replace('500', '900'), CONNECT_SECRET)).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    );
    expect(check(body, ACCOUNT_SECRET)).toThrow(Stripe.errors.StripeSignatureVerificationError);
  });

  // Holds pay-178.
  it('are retried after a failure, signed with this machine’s time, and given up after the last attempt', async () => {
    sandbox.endpoint.answerWith((event) => (event.type === 'payment_intent.created' ? 500 : 200));
    await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, onAda);
    const times = () => sandbox.endpoint.received.length;
    // Advancing the clock only shortens the wait: on a slow machine an attempt may start before that.
    await expect.poll(times).toBeGreaterThanOrEqual(1);
    for (const [index, milliseconds] of [1000, 5000, 25_000].entries()) {
      await sandbox.control('clock/advance', { milliseconds });
      await expect.poll(times).toBeGreaterThanOrEqual(index + 2);
    }
    await sandbox.control('clock/advance', { milliseconds: 60_000 });
    await sandbox.webhooksIdle();
    expect(times()).toBe(4);
    // The sandbox's clock is half a minute ahead by now, and a receiver refuses a signature of another time.
    for (const { signature } of sandbox.endpoint.received)
      expect(Number(/^t=(\d+)/.exec(signature)?.[1])).toBeLessThanOrEqual(Date.now() / 1000);
  });

  // Holds pay-178.
  it('do not follow a redirect, and count it as a failure', async () => {
    let tries = 0;
    sandbox.endpoint.answerWith(() => {
      tries += 1;
      return tries === 1 ? 302 : 200;
    });
    await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, onAda);
    await expect.poll(() => tries).toBeGreaterThanOrEqual(1);
    await sandbox.control('clock/advance', { milliseconds: 1000 });
    await sandbox.webhooksIdle();
    expect(tries).toBe(2);
  });

  // Holds pay-178.
  it('can be dropped, duplicated and reordered', async () => {
    await sandbox.control('webhookFaults', { drop: 1 });
    await payOnce();
    await sandbox.webhooksIdle();
    expect(sandbox.endpoint.received).toEqual([]);
    await sandbox.control('webhookFaults', { drop: 0, duplicate: 1, shuffle: 200 });
    const before = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, onAda);
    await expect.poll(() => sandbox.endpoint.received.map(({ event }) => event.type)).toHaveLength(2);
    const ids = new Set(sandbox.endpoint.received.map(({ event }) => event.id));
    expect(ids.size).toBe(1);
    expect(sandbox.endpoint.received[0]?.event.data.object).toMatchObject({ id: before.id });
  });
});
