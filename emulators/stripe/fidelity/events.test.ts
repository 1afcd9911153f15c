import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerBank, cardFields, pressPay } from '../testing/hosted-page';
import { ADA, openSandbox, refusal, type OpenSandbox } from '../testing/open-sandbox';
import { billALittle } from './bill-a-little';
import { stripeSchemas, EVENT_TYPES, eventType, type StripeSchemas } from './check-exchange';

let sandbox: OpenSandbox;
let schemas: StripeSchemas;
const onAda = { stripeAccount: ADA };

beforeAll(async () => {
  schemas = stripeSchemas();
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const pay = (method: string, fee?: number, amount = 1500) =>
  sandbox.stripe.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      payment_method: method,
      confirm: true,
      use_stripe_sdk: true,
      ...(fee !== undefined && { application_fee_amount: fee }),
    },
    onAda,
  );

const openPage = () =>
  sandbox.stripe.checkout.sessions.create(
    {
      mode: 'payment',
      success_url: 'https://example.com/',
      allowed_payment_method_types: ['card', 'amazon_pay'],
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'A' } } },
      ],
    },
    onAda,
  );

async function sellOnPage(number: string): Promise<void> {
  const session = await openPage();
  await pressPay(sandbox, session.id, cardFields(number));
  if (number.endsWith('0002')) await sandbox.stripe.checkout.sessions.expire(session.id, {}, onAda);
}

/** A bank that answers days after its page. */
async function answerLate(answer: 'pays' | 'refuses'): Promise<void> {
  const { id } = await openPage();
  await answerBank(sandbox, await pressPay(sandbox, id, { type: 'amazon_pay' }), 'later');
  const { payment_intent: paymentIntent } = await sandbox.stripe.checkout.sessions.retrieve(id, {}, onAda);
  await sandbox.control('payments/settle', { paymentIntent, answer });
}

/** One action for each type of event. */
async function liveALittle(): Promise<void> {
  const { stripe } = sandbox;
  const { id } = await pay('pm_card_visa', 100);
  await stripe.refunds.create({ payment_intent: id, amount: 500, refund_application_fee: true }, onAda);
  await refusal(pay('pm_card_chargeDeclined'));
  const asking = await pay('pm_card_authenticationRequired');
  await stripe.paymentIntents.cancel(asking.id, {}, onAda);
  for (const method of ['pm_card_pendingRefund', 'pm_card_refundFail']) {
    const paid = await pay(method);
    await stripe.refunds.create({ payment_intent: paid.id }, onAda);
  }
  const disputed = await pay('pm_card_createDispute');
  await pay('pm_card_createIssuerFraudRecord');
  await sandbox.control('clock/advance', { milliseconds: 2000 });
  const dispute = async () =>
    (await stripe.disputes.list({ payment_intent: disputed.id }, onAda)).data[0]?.id ?? '';
  await expect.poll(dispute).not.toBe('');
  await stripe.disputes.update(
    await dispute(),
    { evidence: { uncategorized_text: 'winning_evidence' } },
    onAda,
  );
  await sellOnPage('4242424242424242');
  await sellOnPage('4000000000000002');
  await sandbox.control('accounts/way', { account: ADA, type: 'amazon_pay', status: 'active' });
  await answerLate('pays');
  await answerLate('refuses');
  await pay('pm_card_bypassPending', undefined, 500_000);
  await sandbox.control('clock/advance', { milliseconds: 500 });
  const available = async () => (await stripe.balance.retrieve({}, onAda)).available[0]?.amount ?? 0;
  await expect.poll(available).toBeGreaterThan(100);
  for (const end of ['payouts/settle', 'payouts/fail']) {
    const { id: payout } = await stripe.payouts.create({ amount: 50, currency: 'usd' }, onAda);
    await sandbox.control(end, { payout });
  }
  await sandbox.control('payouts/bank', { account: ADA, number: '000123456789' });
  await sandbox.control('payouts/now', { account: ADA });
  await sandbox.control('clock/advance', { milliseconds: 2000 });
  await billALittle(sandbox, onAda);
  await sandbox.control('accounts/capability', { account: ADA, cardPayments: 'pending' });
  await sandbox.control('accounts/deauthorize', { account: ADA });
  await sandbox.webhooksIdle();
}

describe('events', () => {
  // Holds pay-176.
  it('cover every supported type, and each matches Stripe’s types', async () => {
    await liveALittle();
    const { received } = sandbox.endpoint;
    expect([...new Set(received.map(({ event }) => event.type as string))].sort()).toEqual(
      [...EVENT_TYPES].sort(),
    );
    const issues = received.flatMap(({ event, body }) =>
      schemas.answerIssues(eventType(event.type), JSON.parse(body)).map((issue) => `${event.type} ${issue}`),
    );
    expect(issues).toEqual([]);
  });
});
