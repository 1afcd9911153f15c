import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import endpoints from '../reference/stripe-endpoints.json' with { type: 'json' };
import { UNSUPPORTED_PARAMETERS } from '../routes/unsupported-parameters';
import {
  API_VERSION,
  canBeDeferred,
  redirectMethods,
  redirectTypes,
  type RedirectType,
} from '../reference/method-types';
import { ALL_ROUTES } from '../routes/all-routes';
import { answerBank, cardFields, pressPay } from '../testing/hosted-page';
import {
  ADA,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  idOf,
  openSandbox,
  refusal,
  type OpenSandbox,
  leaveForBank,
  subscribe,
} from '../testing/open-sandbox';
import { parseForm, type Branch, type Tree } from '../wire/parameters';
import { stripeSchemas, type StripeSchemas } from './check-exchange';
import { EVENT_TYPES, WIRE_TYPES, eventType } from './wire-types';

/** One action for each type of event of billing. */
async function billALittle(sandbox: OpenSandbox, on: { stripeAccount: string }): Promise<void> {
  const { stripe } = sandbox;
  const renewal = async (id: string) => {
    const { items } = await stripe.subscriptions.retrieve(id, {}, on);
    const end = (items.data[0]?.current_period_end ?? 0) + 2 * 3600;
    await sandbox.control('billing/advance', { to: end * 1000 });
  };
  const answering = async (answer: object) => {
    const id = await subscribe(sandbox, on);
    await sandbox.control('billing/renewals', { subscription: id, ...answer });
    await renewal(id);
    return id;
  };
  await answering({ answer: 'succeed' });
  const discounted = await subscribe(sandbox, on);
  const half = { subscription: discounted, percentOff: 50, duration: 'once' };
  await sandbox.control('billing/discount', half);
  await renewal(discounted);
  const asked = await answering({ answer: 'ask' });
  const { latest_invoice: open } = await stripe.subscriptions.retrieve(asked, {}, on);
  await stripe.invoices.voidInvoice(idOf(open ?? ''), {}, on);
  const lenient = await subscribe(sandbox, on);
  const pause_collection = { behavior: 'mark_uncollectible' as const };
  await stripe.subscriptions.update(lenient, { pause_collection }, on);
  await renewal(lenient);
  await sandbox.control('billing/replace-card', { subscription: lenient });
  await sandbox.control('billing/pause', { subscription: lenient });
  await sandbox.control('billing/resume', { subscription: lenient });
  await sandbox.control('billing/settings', { account: on.stripeAccount, finalizing: 'fails' });
  await renewal(lenient);
  const { customer } = await stripe.subscriptions.retrieve(lenient, {}, on);
  await stripe.customers.del(idOf(customer), {}, on);
  const made = await stripe.customers.create({ email: 'jenny@example.com' }, on);
  await stripe.customers.update(made.id, { name: 'Jenny' }, on);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 }, on);
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 1_800_000_100 }, on);
  await stripe.testHelpers.testClocks.del(clock.id, {}, on);
}

describe('requests against Stripe’s types', () => {
  let sandbox: OpenSandbox;
  let schemas: StripeSchemas;
  beforeAll(async () => {
    schemas = stripeSchemas();
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox.close());

  /** Valid requests. Each test below breaks one part of them. */
  const RIGHT: readonly (readonly [address: string, form: string])[] = [
    [
      'POST /v1/payment_intents',
      'amount=500&currency=usd&allowed_payment_method_types[0]=card&metadata[a]=b&description=x&automatic_payment_methods[enabled]=true&automatic_payment_methods[allow_redirects]=never&capture_method=automatic_async&receipt_email=a@example.com&statement_descriptor_suffix=TIP&use_stripe_sdk=true',
    ],
    ['GET /v1/payment_intents', 'created[gte]=1&limit=3'],
    ['GET /v1/charges', 'limit=3&payment_intent=pi_1'],
    ['GET /v1/balance_transactions', 'limit=3&created[gte]=1&type=refund&currency=usd&source=re_1'],
    ['GET /v1/payouts', 'limit=3&created[gte]=1&status=paid'],
    ['GET /v1/refunds', 'limit=3&charge=ch_1&created[lt]=5'],
    ['GET /v1/events', 'types[0]=charge.failed&delivery_success=true'],
    [
      'POST /v1/checkout/sessions',
      'mode=payment&ui_mode=hosted_page&success_url=http://x.test/&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=500&line_items[0][price_data][product_data][name]=A&locale=de&submit_type=pay&adaptive_pricing[enabled]=true&payment_intent_data[metadata][a]=b&allowed_payment_method_types[0]=card',
    ],
    ['POST /v1/payment_method_domains', 'domain_name=example.com&enabled=true'],
  ];

  const words = fc.constantFrom(
    'true',
    '',
    'abc',
    '-1',
    '1.5',
    '0',
    'usd',
    'card',
    '{}',
    '999999999999999999999',
  );
  const breakage = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'remove', 'nest', 'add', 'list'),
    word: words,
  });
  type Breakage = { at: number; how: string; word: string };

  /** Changes one key or value of a form. */
  function broken(form: string, { at, how, word }: Breakage): string {
    const pairs = [...new URLSearchParams(form)];
    const index = at % pairs.length;
    const [key, value] = pairs[index] ?? ['', ''];
    const instead: Record<string, [string, string][]> = {
      replace: [[key, word]],
      remove: [],
      nest: [[`${key}[${word || 'x'}]`, value]],
      add: [
        [key, value],
        [key.includes('[') ? key.replace(/\[[^\]]*\]$/, '[unknown]') : 'unknown', word],
      ],
      list: [[`${key}[0]`, value]],
    };
    return new URLSearchParams(
      pairs.flatMap((pair, place) => (place === index ? (instead[how] ?? []) : [pair])),
    ).toString();
  }

  async function ask(address: string, form: string): Promise<number> {
    const [method = 'GET', path = ''] = address.split(' ');
    const answer = await fetch(`${sandbox.url}${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' && { body: form }),
    });
    expect(answer.status).not.toBe(500);
    return answer.status;
  }

  /** An empty text unsets a parameter on the wire. The types express that as null or as a missing key. */
  function withoutEmpty(tree: Tree): Tree {
    if (typeof tree !== 'object' || tree === null) return tree;
    if (Array.isArray(tree)) return tree.map((item: Tree) => withoutEmpty(item));
    const branch = tree as Branch;
    const kept = Object.entries(branch).filter(([, value]) => value !== '');
    return Object.fromEntries(kept.map(([name, value]) => [name, withoutEmpty(value)]));
  }

  describe('a changed request that the sandbox accepts also fits Stripe’s types', () => {
    it.each(RIGHT)('%s', async (address, form) => {
      expect(await ask(address, form)).toBe(200);
      const params = WIRE_TYPES[address]?.params ?? '';
      await fc.assert(
        fc.asyncProperty(breakage, fc.option(breakage), async (one, two) => {
          const asked = two ? broken(broken(form, one), two) : broken(form, one);
          if ((await ask(address, asked)) !== 200) return;
          expect(schemas.paramIssues(params, structuredClone(withoutEmpty(parseForm(asked))))).toEqual([]);
        }),
        { numRuns: 150 * inject('times') },
      );
    });
  });

  interface Refused {
    readonly error?: { readonly message?: string; readonly param?: string; readonly code?: string };
  }

  async function answerOf(address: string, form: string): Promise<{ status: number; body: Refused }> {
    const [method = 'GET', pattern = ''] = address.split(' ');
    const path = pattern.replace(':id', 'none_1');
    const isV2 = path.startsWith('/v2/');
    const answer = await fetch(`${sandbox.url}${path}${method === 'POST' ? '' : `?${form}`}`, {
      method,
      headers: {
        authorization: `Bearer ${SECRET_KEY}`,
        'content-type': isV2 ? 'application/json' : 'application/x-www-form-urlencoded',
        'stripe-version': API_VERSION,
      },
      ...(method === 'POST' && { body: isV2 ? JSON.stringify(parseForm(form)) : form }),
    });
    return { status: answer.status, body: (await answer.json()) as Refused };
  }

  const addresses = ALL_ROUTES.filter(({ access }) => access === 'secret').map(
    ({ method, pattern }) => `${method} ${pattern}`,
  );

  describe('on an account without any data', () => {
    // Holds pay-164.
    it.each(addresses)(
      '%s refuses to expand what its answer never has, before anything else',
      async (address) => {
        for (const path of ['x', 'data.x', 'latest_charge.x', 'data.balance_transaction.x']) {
          const { status, body } = await answerOf(address, `expand[0]=${path}`);
          expect([status, body.error?.message]).toEqual([
            400,
            expect.stringContaining('This property cannot be expanded'),
          ]);
        }
      },
    );

    // Holds pay-186.
    it.each(Object.entries(UNSUPPORTED_PARAMETERS))(
      '%s says of each parameter that only Stripe has that the sandbox does not support it',
      async (address, names) => {
        for (const name of names) {
          const written = name.replaceAll('[]', '[0]');
          const { status, body } = await answerOf(address, `${written}=x`);
          expect([status, body.error?.message]).toEqual([
            400,
            expect.stringContaining(
              `The sandbox does not support the parameter ${written}, though Stripe does`,
            ),
          ]);
        }
      },
    );

    it.each([
      ['POST', '/v1/setup_intents', 501, 'The sandbox has not built POST /v1/setup_intents, though'],
      ['GET', '/v1/customers/cus_1/tax_ids', 501, 'not built GET /v1/customers/:id/tax_ids, though'],
      ['POST', '/v1/payment_intents/pi_1/capture', 501, 'not built POST /v1/payment_intents/:id/capture'],
      ['GET', '/v1/subscriptions/search', 501, 'has not built GET /v1/subscriptions/search, though'],
      ['POST', '/v2/billing/meter_events', 501, 'has not built POST /v2/billing/meter_events, though'],
      ['GET', '/v1/nothing', 404, 'Unrecognized request URL (GET: /v1/nothing)'],
      ['DELETE', '/v1/setup_intents', 404, 'Unrecognized request URL'],
    ])('%s %s is answered with %s and its name', async (method, path, status, message) => {
      const answer = await answerOf(`${method} ${path}`, '');
      expect([answer.status, answer.body.error?.message]).toEqual([status, expect.stringContaining(message)]);
    });

    // Holds pay-186.
    it('calls a nested name that Stripe does not have either unknown', async () => {
      const right = RIGHT.find(([address]) => address === 'POST /v1/checkout/sessions')?.[1] ?? '';
      const asked = `${right}&payment_intent_data[nothing]=x`;
      const { status, body } = await answerOf('POST /v1/checkout/sessions', asked);
      expect([status, body.error?.message]).toEqual([
        400,
        'Received unknown parameter: payment_intent_data[nothing]',
      ]);
    });
  });
});

describe('stripe schemas', () => {
  let schemas: StripeSchemas;
  // The compiler reads the whole SDK when the schemas are not cached yet.
  beforeAll(() => {
    schemas = stripeSchemas();
  });

  const stripeRoutes = ALL_ROUTES.filter(({ access }) => access === 'secret');
  const addressOf = ({ method, pattern }: (typeof stripeRoutes)[number]) => `${method} ${pattern}`;
  /** What has parameters inside, and the whole: of `a` and `a[][b]` the whole and `a[]`. */
  const parents = (names: readonly string[]): readonly string[] => [
    ...new Set([
      '',
      ...names.flatMap((name) => (name.endsWith(']') ? [name.slice(0, name.lastIndexOf('['))] : [])),
    ]),
  ];
  /** The sandbox refuses it with its own message. */
  const REMOVED = ['payment_method_types'];

  it('the list of Stripe’s endpoints is that of the installed SDK', () => {
    const folder = new URL('../../../node_modules/stripe/esm/resources/', import.meta.url);
    const calls = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => [
        ...readFileSync(new URL(file, folder), 'utf8').matchAll(
          /_makeRequest\('([A-Z]+)',\s*['`]([^'`]+)['`]/g,
        ),
      ]);
    const made = new Map<string, Set<string>>();
    for (const [, method = '', path = ''] of calls) {
      const pattern = path.replaceAll(/\$\{encodeURIComponent\([^)]*\)\}/g, ':id');
      made.set(pattern, (made.get(pattern) ?? new Set()).add(method));
    }
    expect(Object.fromEntries([...made].map(([path, by]) => [path, [...by].sort().join(' ')]))).toEqual(
      endpoints,
    );
  });

  describe("schemas generated from the SDK's types", () => {
    // Holds pay-186.
    it('are closed: they refuse values that the open types accept', () => {
      const create = 'Stripe.PaymentIntentCreateParams';
      expect(schemas.paramIssues(create, { amount: '500', currency: 'usd' })).toEqual([]);
      for (const wrong of [
        { amount: '500', currency: 'usd', payment_method_types: ['card'] },
        {
          amount: '500',
          currency: 'usd',
          automatic_payment_methods: { enabled: 'true', allow_redirects: 'nver' },
        },
        { currency: 'usd' },
      ])
        expect(schemas.paramIssues(create, wrong)).not.toEqual([]);
      expect(schemas.paramIssues('Stripe.Checkout.SessionCreateParams', { ui_mode: 'hosted' })).not.toEqual(
        [],
      );
      expect(schemas.answerIssues('Stripe.Refund', { id: 're_1' })).not.toEqual([]);
    });

    // Holds pay-165.
    it('exist for every endpoint of the sandbox', () => {
      expect(stripeRoutes.map(addressOf).sort()).toEqual(Object.keys(WIRE_TYPES).sort());
    });

    it.each(stripeRoutes.map((route) => [addressOf(route), route] as const))(
      '%s accepts only parameters that Stripe has, and lists the unsupported ones',
      (address, route) => {
        const spoken = route.names.filter((name) => !REMOVED.includes(name));
        const params = WIRE_TYPES[address]?.params ?? '';
        const known = parents(spoken).flatMap((parent) =>
          schemas
            .names(params, parent)
            .map((name) => (parent === '' ? name : `${parent}[${name}]`))
            .filter((name) => name !== 'expand'),
        );
        expect(spoken.filter((name) => !known.includes(name))).toEqual([]);
        const unsupported = known.filter((name) => !spoken.includes(name)).sort();
        expect([...(UNSUPPORTED_PARAMETERS[address] ?? [])].sort()).toEqual(unsupported);
      },
    );
  });
});

describe('events', () => {
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

describe('payments by each way', () => {
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
});
