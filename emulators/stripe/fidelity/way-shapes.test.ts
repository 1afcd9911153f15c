import { afterAll, beforeAll, expect, it } from 'vitest';
import { canBeDeferred, redirectMethods, redirectTypes, type RedirectType } from '../reference/method-types';
import { idOf, openSandbox, PUBLISHABLE_KEY, type OpenSandbox } from '../testing/open-sandbox';
import { answerBank, pressPay } from '../testing/hosted-page';
import { leaveForBank } from '../testing/pay-at-bank';
import { stripeSchemas, WIRE_TYPES, type StripeSchemas } from './check-exchange';

const INTENT = 'GET /v1/payment_intents/:id';
const CHARGE = 'GET /v1/charges/:id';

let sandbox: OpenSandbox;
let schemas: StripeSchemas;
beforeAll(async () => {
  schemas = stripeSchemas();
  // The first use of each schema takes seconds.
  for (const address of [INTENT, CHARGE]) issues(address, {});
  sandbox = await openSandbox();
}, 60_000);
afterAll(() => sandbox.close());

const issues = (address: string, value: unknown) =>
  schemas.answerIssues(WIRE_TYPES[address]?.answer ?? '', value);

/** An account that has this way to pay, and a payment that was begun with it. */
async function choose(type: RedirectType) {
  const [currency = ''] = redirectMethods[type].currencies;
  const account = `acct_of${type.replaceAll('_', '')}`;
  const on = { stripeAccount: account };
  await sandbox.control('accounts/seed', { id: account, currency });
  await sandbox.control('accounts/way', { account, type, status: 'active' });
  const params = { amount: 5000, currency, allowed_payment_method_types: ['card', type] };
  const { id, client_secret: secret } = await sandbox.stripe.paymentIntents.create(params, on);
  const unpaid = { paymentIntentId: id, clientSecret: secret ?? '' };
  const at = { url: sandbox.url, publishableKey: PUBLISHABLE_KEY, account };
  const answer = await leaveForBank(at, unpaid, type);
  const read = () => sandbox.stripe.paymentIntents.retrieve(id, {}, on);
  const authorize = async () => {
    await answer('complete');
    const { latest_charge: charge } = await read();
    return sandbox.stripe.charges.retrieve(idOf(charge ?? ''), {}, on);
  };
  return { read, authorize };
}

// Holds pay-233.
it.each(redirectTypes.filter(canBeDeferred))(
  'a payment by %s has the fields of Stripe’s types, before and after',
  async (type) => {
    const { read, authorize } = await choose(type);
    const intent = await read();
    expect(intent.status).toBe('requires_action');
    expect(issues(INTENT, intent)).toEqual([]);
    const charge = await authorize();
    expect(charge).toMatchObject({ paid: true, payment_method_details: { type } });
    expect(issues(CHARGE, charge)).toEqual([]);
  },
);

// Holds pay-235.
it('a payment by BLIK on the hosted page has the fields of Stripe’s types, before and after', async () => {
  const account = 'acct_ofblik';
  const on = { stripeAccount: account };
  await sandbox.control('accounts/seed', { id: account, currency: 'pln' });
  await sandbox.control('accounts/way', { account, type: 'blik', status: 'active' });
  const session = await sandbox.stripe.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'pln', unit_amount: 500, product_data: { name: 'Tip' } } },
      ],
      success_url: 'https://busker.test/',
      allowed_payment_method_types: ['card', 'blik'],
    },
    on,
  );
  const asked = await pressPay(sandbox, session.id, { type: 'blik', code: '123456' });
  const [intent] = (await sandbox.stripe.paymentIntents.list({}, on)).data;
  expect(issues(INTENT, intent)).toEqual([]);
  await answerBank(sandbox, asked, 'complete');
  const [charge] = (await sandbox.stripe.charges.list({}, on)).data;
  expect(charge).toMatchObject({ paid: true, payment_method_details: { type: 'blik' } });
  expect(issues(CHARGE, charge)).toEqual([]);
});

it.each(['swish', 'cashapp', 'upi'] as const)('%s has a code to scan, which is a picture', async (type) => {
  const { read } = await choose(type);
  const action = (await read()).next_action;
  expect(action?.type).toBe(`${type}_handle_redirect_or_display_qr_code`);
  const { qr_code: code } =
    action?.swish_handle_redirect_or_display_qr_code ??
    action?.cashapp_handle_redirect_or_display_qr_code ??
    action?.upi_handle_redirect_or_display_qr_code ??
    {};
  const picture = await fetch(code?.image_url_svg ?? '');
  expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  expect(await picture.text()).toMatch(/^<svg .*<\/svg>$/);
});
