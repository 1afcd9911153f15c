import { createServer } from 'node:http';
import Stripe from 'stripe';
import type { StripeSandboxOptions } from '../start-stripe-sandbox';
import { startStripeSandbox } from '../start-stripe-sandbox';

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
