import * as v from 'valibot';
import { fail, ok, type Result } from '../../../core/base/result';
import { webhookEvents } from '../../../functions/events/webhook-events';
import { stripeApiVersion } from '../../../functions/stripe/stripe-call';
import { known, unanswered, type Reply } from '../google/reply';
import type { Installation } from '../installation';
import { fine, missing, unknown, type Finding } from '../step';
import type { StripeRest } from './stripe-rest';

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
