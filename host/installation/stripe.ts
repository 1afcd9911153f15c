import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import { webhookEvents } from '@busker/functions/events/webhook-events';
import { stripeApiVersion } from '@busker/functions/stripe/stripe-adapters';
import { known, unanswered, type Reply } from './google';
import { fine, missing, unknown, type Finding, type Installation } from './installation';

export interface StripeAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Stripe's REST API with one key. */
export interface StripeRest {
  /** `account`: a connected account; null = the key's own. A body of API v2 is sent as JSON. */
  call(
    method: 'GET' | 'POST',
    path: string,
    options?: { readonly account?: string | null; readonly body?: Readonly<Record<string, unknown>> },
  ): Promise<Reply<StripeAnswer>>;
}

/** `{a: ['x']}` → `a[0]=x`, the encoding that API v1 uses. */
function asForm(body: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value)) value.forEach((each, index) => form.append(`${name}[${index}]`, String(each)));
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) form.append(`${name}[${key}]`, String(each));
    else form.append(name, String(value));
  }
  return form.toString();
}

export function stripeRest(
  key: string,
  fetchIt: typeof fetch = fetch,
  base = 'https://api.stripe.com',
): StripeRest {
  return {
    async call(method, path, { account = null, body = {} } = {}) {
      const v2 = path.startsWith('/v2/');
      const headers: Record<string, string> = {
        Authorization: `Bearer ${key}`,
        'Stripe-Version': stripeApiVersion,
        ...(account === null ? {} : { 'Stripe-Account': account }),
      };
      if (method === 'POST')
        headers['Content-Type'] = v2 ? 'application/json' : 'application/x-www-form-urlencoded';
      const sent = method === 'GET' ? {} : { body: v2 ? JSON.stringify(body) : asForm(body) };
      try {
        const init = { method, headers, signal: AbortSignal.timeout(30_000), ...sent };
        const response = await fetchIt(`${base}${path}`, init);
        const answer: unknown = await response.json().catch(() => null);
        return known({ status: response.status, body: answer });
      } catch (error) {
        return unanswered(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

/** A permission of a restricted key, and the request that shows whether a key has it. */
export interface Permission {
  /** The permission's name in Stripe's dashboard. */
  readonly name: string;
  readonly access: 'read' | 'write';
  /** The modes that need it on the key's own account, and the modes that need it with `Stripe-Account`. */
  readonly direct: readonly Installation['mode'][];
  readonly connect: readonly Installation['mode'][];
  readonly request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object };
}

const lists = (path: string) => ({ method: 'GET', path: `${path}?limit=1` }) as const;
/** The request lacks all required parameters. So a permitted key gets 400, and nothing is created. */
const empty = (path: string) => ({ method: 'POST', path }) as const;

/** Direct charges: in `connect` mode payments belong to the owners' accounts, in `single` mode to the key's own. */
const ofPayments = { direct: ['single'], connect: ['connect'] } as const;
const ofPlatform = { direct: ['connect'], connect: [] } as const;

const needed = (
  name: string,
  access: Permission['access'],
  request: Permission['request'],
  where: Pick<Permission, 'direct' | 'connect'> = ofPayments,
): Permission => ({ name, access, ...where, request });
const only = (path: string) => ({ method: 'GET', path }) as const;

// Every parameter of this call is optional, so an empty request could create an account. Stripe refuses this value.
const refusedAccount = {
  method: 'POST',
  path: '/v2/core/accounts',
  body: { include: ['is_this_permitted'] },
} as const;

/** All Stripe permissions that Busker needs. docs/hosts/self-hosting.md shows this table; `--check` tries each row. */
export const permissions: readonly Permission[] = [
  needed('PaymentIntents', 'write', empty('/v1/payment_intents')),
  needed('Checkout Sessions', 'write', empty('/v1/checkout/sessions')),
  needed('Charges and Refunds', 'write', empty('/v1/refunds')),
  needed('Charges and Refunds', 'read', lists('/v1/charges')),
  needed('Disputes', 'read', lists('/v1/disputes')),
  needed('Balance transactions', 'read', lists('/v1/balance_transactions')),
  needed('Balance', 'read', only('/v1/balance')),
  needed('Balance settings', 'read', only('/v1/balance_settings')),
  needed('Payouts', 'read', lists('/v1/payouts')),
  needed('Radar: early fraud warnings', 'read', lists('/v1/radar/early_fraud_warnings')),
  needed('Subscriptions', 'write', empty('/v1/subscriptions')),
  needed('Invoices', 'write', empty('/v1/invoices')),
  needed('Products', 'write', empty('/v1/products')),
  needed('Customers', 'read', lists('/v1/customers')),
  needed('Customer portal', 'write', empty('/v1/billing_portal/configurations')),
  needed('Payment Method Domains', 'write', empty('/v1/payment_method_domains')),
  needed('Payment Method Configurations', 'read', lists('/v1/payment_method_configurations')),
  needed('Account', 'read', only('/v1/account')),
  needed('Accounts v2', 'write', refusedAccount, ofPlatform),
  needed('Account Links v2', 'write', empty('/v2/core/account_links'), ofPlatform),
];

const refusal = v.object({ error: v.object({ message: v.optional(v.string(), '') }) });
const firstAccount = v.object({ data: v.array(v.object({ id: v.string() })) });

/** With the permission, the request succeeds or fails for its parameters. Without it, Stripe returns 403. */
async function askOne(
  stripe: StripeRest,
  { name, access, request }: Permission,
  account: string | null,
): Promise<Finding> {
  const column = account === null ? 'direct' : 'Connect';
  const what = `Stripe permission ${name}, ${access}, ${column} column`;
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  const answer = await stripe.call(request.method, request.path, { account, body });
  if (answer.state === 'unknown') return unknown(what, answer.why);
  const { status } = answer.value;
  if (status === 403) {
    const said = v.safeParse(refusal, answer.value.body);
    const why = said.success ? said.output.error.message : '';
    return missing(what, `Edit the key at https://dashboard.stripe.com/apikeys. ${why}`.trim());
  }
  const expected = request.method === 'GET' ? status === 200 : status === 400;
  return expected ? fine(what) : unknown(what, `Stripe answered ${status}`);
}

/** A connected account to check the Connect column with; null when there is none yet. */
async function someAccount(stripe: StripeRest): Promise<string | null> {
  const list = await stripe.call('GET', '/v2/core/accounts?limit=1');
  const read = list.state === 'known' ? v.safeParse(firstAccount, list.value.body) : null;
  return read?.success === true ? (read.output.data[0]?.id ?? null) : null;
}

/** Does the key work, is Connect enabled where it is needed, and which permissions does the key lack? Nothing is created. */
export async function askPermissions(
  stripe: StripeRest,
  { mode }: Pick<Installation, 'mode'>,
  named: string | null = null,
): Promise<readonly Finding[]> {
  const key = await stripe.call('GET', mode === 'connect' ? '/v2/core/accounts?limit=1' : '/v1/account');
  if (key.state === 'unknown') return [unknown('Stripe', key.why)];
  if (key.value.status === 401)
    return [
      missing(
        'Stripe accepts the key',
        'Make another key and add it: npm run secrets -- add STRIPE_SECRET_KEY',
      ),
    ];
  const connect: Finding[] = [];
  if (mode === 'connect' && key.value.status === 200) connect.push(fine('Connect is switched on'));
  if (mode === 'connect' && key.value.status === 400)
    connect.push(missing('Connect', 'Switch it on: https://dashboard.stripe.com/connect'));
  const direct = permissions.filter((each) => each.direct.includes(mode));
  const onAccounts = permissions.filter((each) => each.connect.includes(mode));
  const account = onAccounts.length === 0 ? null : (named ?? (await someAccount(stripe)));
  const findings = await Promise.all([
    ...direct.map((each) => askOne(stripe, each, null)),
    ...(account === null ? [] : onAccounts.map((each) => askOne(stripe, each, account))),
  ]);
  const unasked =
    onAccounts.length > 0 && account === null
      ? [
          unknown(
            `Stripe permissions of the Connect column: ${onAccounts.map(({ name }) => name).join(', ')}`,
            'no account is connected yet; name one with --stripe-account acct_…',
          ),
        ]
      : [];
  return [fine('Stripe accepts the key'), ...connect, ...findings, ...unasked];
}

/** `own`: events of the key's account. `connected`: events of the accounts that owners connected. */
type Scope = 'own' | 'connected';

const scopesOf = (mode: Installation['mode']): readonly Scope[] =>
  mode === 'connect' ? ['own', 'connected'] : ['own'];

const eventsOf = (scope: Scope): readonly string[] =>
  scope === 'own' ? webhookEvents.payments : [...webhookEvents.payments, ...webhookEvents.accounts];

const endpoint = v.object({
  id: v.string(),
  url: v.string(),
  status: v.string(),
  enabled_events: v.array(v.string()),
  api_version: v.nullish(v.string()),
  application: v.nullish(v.string()),
  metadata: v.optional(v.record(v.string(), v.string()), {}),
});
type Endpoint = v.InferOutput<typeof endpoint>;

/** Stripe does not return an endpoint's scope. Endpoints from a deploy name it; other endpoints for connected accounts name an application. */
const scopeOf = ({ metadata, application }: Endpoint): Scope => {
  if (metadata['busker_scope'] === 'own' || metadata['busker_scope'] === 'connected')
    return metadata['busker_scope'];
  return application == null ? 'own' : 'connected';
};

const urlOf = (origin: string) => `${origin}/v1/stripe/webhook`;
const listed = v.object({ data: v.array(endpoint) });

const absentFrom = (scope: Scope, { enabled_events: enabled }: Endpoint): readonly string[] =>
  enabled.includes('*') ? [] : eventsOf(scope).filter((event) => !enabled.includes(event));

const isOurVersion = ({ api_version: version }: Endpoint) => version == null || version === stripeApiVersion;

/** The best endpoint of a scope: first by our version, then by the fewest missing events. */
function bestOf(scope: Scope, found: readonly Endpoint[]): Endpoint | undefined {
  const usable = found.filter((each) => scopeOf(each) === scope && each.status === 'enabled');
  const faults = (each: Endpoint) => (isOurVersion(each) ? 0 : 1000) + absentFrom(scope, each).length;
  return usable.toSorted((a, b) => faults(a) - faults(b))[0];
}

function judgeScope(scope: Scope, found: readonly Endpoint[]): Finding {
  const what = `webhook for ${scope === 'own' ? 'your own account' : 'connected accounts'}`;
  const command = 'npm run deploy -- --webhooks';
  const best = bestOf(scope, found);
  if (best === undefined) return missing(what, command);
  if (!isOurVersion(best))
    return missing(`${what}: API version ${stripeApiVersion} instead of ${best.api_version ?? ''}`, command);
  const absent = absentFrom(scope, best);
  return absent.length > 0 ? missing(`${what}: events ${absent.join(', ')}`, command) : fine(what);
}

type Wanted = Pick<Installation, 'origin' | 'mode'>;

async function listOurs(stripe: StripeRest, origin: string): Promise<Reply<readonly Endpoint[]>> {
  const answer = await stripe.call('GET', '/v1/webhook_endpoints?limit=100');
  if (answer.state === 'unknown') return answer;
  const list = v.safeParse(listed, answer.value.body);
  return list.success
    ? known(list.output.data.filter(({ url }) => url === urlOf(origin)))
    : unanswered(`the key may not list them: Stripe answered ${answer.value.status}`);
}

/** Does each scope have an endpoint with all events and our API version? The result is unknown if the key may not list endpoints. */
export async function askEndpoints(
  stripe: StripeRest,
  { origin, mode }: Wanted,
): Promise<readonly Finding[]> {
  const ours = await listOurs(stripe, origin);
  if (ours.state === 'unknown') return [unknown('webhooks', ours.why)];
  return scopesOf(mode).map((scope) => judgeScope(scope, ours.value));
}

const made = v.object({ id: v.string(), secret: v.string() });

/**
 * Adds missing events to existing endpoints, makes an endpoint for each scope without one, and returns the signing secrets of the new
 * ones. It removes no endpoint: the running functions may still need it, and Stripe shows a secret only once.
 */
export async function mendEndpoints(
  stripe: StripeRest,
  { origin, mode }: Wanted,
): Promise<Result<readonly string[], string>> {
  const ours = await listOurs(stripe, origin);
  if (ours.state === 'unknown') return fail(ours.why);
  const secrets: string[] = [];
  for (const scope of scopesOf(mode)) {
    const best = bestOf(scope, ours.value);
    const mendable = best !== undefined && isOurVersion(best);
    if (mendable && absentFrom(scope, best).length === 0) continue;
    const events = { enabled_events: [...eventsOf(scope), ...(mendable ? others(best, scope) : [])] };
    const answer = await stripe.call(
      'POST',
      `/v1/webhook_endpoints${mendable ? `/${best.id}` : ''}`,
      mendable
        ? { body: events }
        : {
            body: {
              ...events,
              url: urlOf(origin),
              api_version: stripeApiVersion,
              connect: scope === 'connected',
              description: 'Busker',
              metadata: { busker_scope: scope },
            },
          },
    );
    if (answer.state === 'unknown') return fail(answer.why);
    if (answer.value.status !== 200)
      return fail(`Stripe refused the webhook endpoint: it answered ${answer.value.status}.`);
    const read = v.safeParse(made, answer.value.body);
    if (read.success && !mendable) secrets.push(read.output.secret);
  }
  return ok(secrets);
}

/** Events that somebody added to an endpoint. */
const others = ({ enabled_events: enabled }: Endpoint, scope: Scope) =>
  enabled.filter((event) => !eventsOf(scope).includes(event));
