import { stripeRest, type StripeRest } from '../stripe';

interface FakeEndpoint {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly enabled_events: readonly string[];
  readonly api_version: string | null;
  readonly application: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface FakeStripe {
  readonly rest: StripeRest;
  readonly requests: readonly string[];
  readonly endpoints: readonly FakeEndpoint[];
}

export interface FakeStripeOptions {
  /** `POST /v1/refunds`: on the key's own account; `POST /v1/refunds acct_1`: on that connected account. */
  readonly forbidden?: readonly string[];
  readonly accounts?: readonly string[];
  readonly endpoints?: readonly FakeEndpoint[];
  readonly badKey?: boolean;
}

/** `a[0]=x&b=y` → `{a: ['x'], b: ['y']}`. */
function readForm(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const key = name.replace(/\[\d+\]$/, '');
    fields.set(key, [...(fields.get(key) ?? []), value]);
  }
  return fields;
}

/** Stripe's responses to the checks of a deploy: lists are empty, and a write without parameters fails with an error about them. */
export function fakeStripe(options: FakeStripeOptions = {}): FakeStripe {
  const requests: string[] = [];
  const endpoints = [...(options.endpoints ?? [])];
  const make = (fields: Map<string, string[]>, connect: boolean, id: string): FakeEndpoint => ({
    id,
    url: fields.get('url')?.[0] ?? '',
    status: 'enabled',
    enabled_events: fields.get('enabled_events') ?? [],
    api_version: fields.get('api_version')?.[0] ?? null,
    application: connect ? 'ca_1' : null,
    metadata: { busker_scope: fields.get('metadata[busker_scope]')?.[0] ?? '' },
  });
  function answer(method: string, path: string, body: string): { status: number; body: object } {
    if (path.startsWith('/v1/webhook_endpoints?')) return { status: 200, body: { data: endpoints } };
    if (path === '/v1/webhook_endpoints' && method === 'POST') {
      const fields = readForm(body);
      const id = `we_${endpoints.length + 1}`;
      endpoints.push(make(fields, fields.get('connect')?.[0] === 'true', id));
      return { status: 200, body: { id, secret: `whsec_${id.repeat(5)}` } };
    }
    const [, changed] = /^\/v1\/webhook_endpoints\/(\w+)$/.exec(path) ?? [];
    const index = endpoints.findIndex(({ id }) => id === changed);
    const before = endpoints[index];
    if (before !== undefined) {
      endpoints[index] = { ...before, enabled_events: readForm(body).get('enabled_events') ?? [] };
      return { status: 200, body: { id: before.id } };
    }
    if (method === 'POST') return { status: 400, body: { error: { message: 'Missing required param.' } } };
    const accounts = (options.accounts ?? []).map((id) => ({ id }));
    return { status: 200, body: { data: path.startsWith('/v2/core/accounts') ? accounts : [] } };
  }
  const rest = stripeRest('rk_test_1234567890', (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input.toString());
    const headers = new Headers(init?.headers);
    const method = init?.method ?? 'GET';
    const account = headers.get('stripe-account');
    const request = `${method} ${pathname}${account === null ? '' : ` ${account}`}`;
    requests.push(request);
    if (options.badKey === true) return Promise.resolve(Response.json({}, { status: 401 }));
    if (options.forbidden?.includes(request) === true) {
      const error = { message: 'The provided key does not have the required permissions.' };
      return Promise.resolve(Response.json({ error }, { status: 403 }));
    }
    const { status, body } = answer(
      method,
      `${pathname}${search}`,
      typeof init?.body === 'string' ? init.body : '',
    );
    return Promise.resolve(Response.json(body, { status }));
  });
  return { rest, requests, endpoints };
}
