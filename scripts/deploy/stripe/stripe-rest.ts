import { stripeApiVersion } from '../../../functions/stripe/stripe-call';
import { known, unanswered, type Reply } from '../google/reply';

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
