import { createServer } from 'node:http';
import Stripe from 'stripe';
import { type StripeSandboxOptions, startStripeSandbox } from '../start-stripe-sandbox';

export const SECRET_KEY = 'sk_test_sandbox_unit';
export const PUBLISHABLE_KEY = 'pk_test_sandbox_unit';
export const ADA = 'acct_ada';
export const CONNECT_SECRET = 'whsec_connect';
export const ACCOUNT_SECRET = 'whsec_account';

export interface Received {
  readonly event: Stripe.Event;
  readonly signature: string;
  readonly scope: 'account' | 'connect';
  readonly body: string;
}

/** A webhook endpoint that records its requests; `answer` is the status that it returns. */
async function openEndpoint() {
  const received: Received[] = [];
  let answer: (event: Stripe.Event) => number | 'hang' = () => 200;
  const server = createServer((request, response) => {
    const scope = request.url === '/connect' ? 'connect' : 'account';
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const signature = String(request.headers['stripe-signature']);
      const secret = scope === 'connect' ? CONNECT_SECRET : ACCOUNT_SECRET;
      const event = Stripe.webhooks.constructEvent(body, signature, secret);
      received.push({ event, signature, scope, body });
      const status = answer(event);
      if (status !== 'hang')
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    types: () => received.map(({ event }) => event.type as string),
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A sandbox on a free port with the official SDK, one connected account that can take cards, and webhook endpoints. */
export async function openSandbox(options: Partial<StripeSandboxOptions> = {}) {
  const endpoint = await openEndpoint();
  const webhooks: StripeSandboxOptions['webhooks'] = [
    { url: `${endpoint.url}/connect`, secret: CONNECT_SECRET, scope: 'connect' },
    { url: `${endpoint.url}/account`, secret: ACCOUNT_SECRET, scope: 'account' },
  ];
  const sandbox = await startStripeSandbox({
    stateFile: null,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhooks,
    seed: { accounts: [{ id: ADA, displayName: 'Ada', email: 'ada@example.com' }] },
    ...options,
  });
  const connect = (key = SECRET_KEY, config: Stripe.StripeConfig = {}) =>
    new Stripe(key, { host: '127.0.0.1', port: sandbox.port, protocol: 'http', telemetry: false, ...config });
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    ...sandbox,
    endpoint,
    webhooks,
    connect,
    stripe: connect(),
    /** Makes a control call and fails when it does not succeed. */
    async control(name: string, body: unknown = {}): Promise<unknown> {
      const answer = await post(`/__sandbox/${name}`, body);
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    post,
    /** Stops only the sandbox; the endpoint keeps running. */
    sandboxOnly: () => sandbox.close(),
    async close() {
      await sandbox.close();
      await endpoint.close();
    },
  };
}

export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>;

/** The error that a promise rejects with. Fails when the promise resolves. */
export async function refusal(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await promise;
  } catch (problem) {
    if (problem instanceof Stripe.errors.StripeError) return problem;
    throw problem;
  }
  throw new Error('The request was expected to fail, but it succeeded.');
}

/** The id in a field that holds an id or an expanded object. */
export const idOf = (field: string | { readonly id: string }): string =>
  typeof field === 'string' ? field : field.id;

interface Where {
  readonly url: string;
  readonly stripe: Stripe;
}

export interface Wanted {
  readonly amount?: number;
  readonly currency?: string;
  readonly interval?: 'month' | 'year';
  readonly email?: string;
  readonly number?: string;
  readonly expiry?: readonly [month: number, year: number];
  readonly share?: number;
  readonly metadata?: Stripe.MetadataParam;
  readonly customer?: string;
}

/** A page of `mode: 'subscription'`, with the parameters of a monthly tip. */
export async function openSubscriptionPage(
  stripe: Stripe,
  on: Stripe.RequestOptions,
  wanted: Wanted = {},
): Promise<Stripe.Checkout.Session> {
  const { amount = 500, currency = 'eur', interval = 'month', share, metadata = { tip_id: 't1' } } = wanted;
  const { customer } = wanted;
  const product = await stripe.products.create({ name: 'Monthly tip for Ada' }, on);
  return stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      ui_mode: 'hosted_page',
      submit_type: 'subscribe',
      allowed_payment_method_types: ['card', 'link'],
      adaptive_pricing: { enabled: false },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency,
            unit_amount: amount,
            product: product.id,
            recurring: { interval, interval_count: 1 },
          },
        },
      ],
      subscription_data: {
        metadata,
        description: 'Monthly tip for Ada',
        billing_mode: { type: 'flexible' },
        invoice_settings: { footer: 'Stop or change it: https://busker.test/@ada/monthly' },
        ...(share !== undefined && { application_fee_percent: share }),
      },
      custom_text: { submit: { message: 'Today, then every month, until you stop.' } },
      client_reference_id: 't1',
      metadata,
      ...(customer !== undefined && { customer }),
      success_url: 'https://busker.test/t/1?cs={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://busker.test/@ada',
    },
    on,
  );
}

/** Sends a card from a page of the sandbox, as its script does. */
export async function enterCard(
  url: string,
  path: string,
  { number = '4242424242424242', expiry = [12, 2070], email = 'fan@example.com' }: Wanted = {},
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams({
      ...(path.startsWith('/sandbox/checkout') && { email }),
      'card[number]': number,
      'card[exp_month]': String(expiry[0]),
      'card[exp_year]': String(expiry[1]),
      'card[cvc]': '123',
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
}

/** A running subscription whose first payment was made on the page. Resolves with its id. */
export async function subscribe(
  { url, stripe }: Where,
  on: Stripe.RequestOptions,
  wanted: Wanted = {},
): Promise<string> {
  const page = await openSubscriptionPage(stripe, on, wanted);
  await enterCard(url, `/sandbox/checkout/${page.id}/pay`, wanted);
  const { subscription } = await stripe.checkout.sessions.retrieve(page.id, {}, on);
  if (typeof subscription !== 'string') throw new Error('The page made no subscription.');
  return subscription;
}

interface Sandbox {
  readonly url: string;
  readonly publishableKey: string;
  readonly account: string;
}

interface Unpaid {
  readonly paymentIntentId: string;
  readonly clientSecret: string;
}

interface Left {
  readonly next_action: {
    readonly redirect_to_url?: { readonly url: string };
    readonly swish_handle_redirect_or_display_qr_code?: { readonly mobile_auth_url: string };
    readonly cashapp_handle_redirect_or_display_qr_code?: { readonly mobile_auth_url: string };
    readonly upi_handle_redirect_or_display_qr_code?: { readonly hosted_instructions_url: string };
    readonly pix_display_qr_code?: { readonly hosted_instructions_url: string };
    readonly use_stripe_sdk?: { readonly stripe_js: string };
  };
}

const pageOf = ({ next_action: action }: Left): string =>
  action.redirect_to_url?.url ??
  action.swish_handle_redirect_or_display_qr_code?.mobile_auth_url ??
  action.cashapp_handle_redirect_or_display_qr_code?.mobile_auth_url ??
  action.upi_handle_redirect_or_display_qr_code?.hosted_instructions_url ??
  action.pix_display_qr_code?.hosted_instructions_url ??
  action.use_stripe_sdk?.stripe_js ??
  '';

/** Leaves for the page of a bank, a wallet or an app, as a browser does; gives the function that answers there. Fails when the sandbox refuses. */
export async function leaveForBank(
  { url, publishableKey, account }: Sandbox,
  { paymentIntentId, clientSecret }: Unpaid,
  type: string,
): Promise<(outcome: 'complete' | 'fail' | 'later') => Promise<void>> {
  const asFan = async (path: string, form: Readonly<Record<string, string>>): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}`, 'stripe-account': account },
      body: new URLSearchParams(form),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const left = (await asFan(`/v1/payment_intents/${paymentIntentId}/confirm`, {
    client_secret: clientSecret,
    'payment_method_data[type]': type,
    return_url: 'https://fan.example/',
  })) as Left;
  const source = new URL(pageOf(left)).searchParams.get('source') ?? '';
  return async (outcome) => void (await asFan(`/sandbox/3ds/${paymentIntentId}/${outcome}`, { source }));
}

/** Pays at the page of a bank, a wallet or an app: leaves for it, and gives an answer there. Fails when the sandbox refuses. */
export async function payAtBank(
  sandbox: Sandbox,
  unpaid: Unpaid,
  type: string,
  outcome: 'complete' | 'fail' | 'later' = 'complete',
): Promise<void> {
  const answer = await leaveForBank(sandbox, unpaid, type);
  await answer(outcome);
}
