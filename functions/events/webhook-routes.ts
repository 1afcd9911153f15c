import type { Deps } from '../deps';
import { stripeWebhook } from './stripe-webhook';
import { readBytes } from '../http/read-body';
import { answer, refuse } from '../http/respond';
import type { Route } from '../http/routes';

/** Stripe's events are a few kilobytes; a larger body is not one. */
const maxEventBytes = 512 * 1024;

/** `POST /v1/stripe/webhook`: the signature covers the raw bytes, so nothing may parse them before. */
export function webhookRoutes(deps: Deps): readonly Route[] {
  const { config } = deps;
  return [
    {
      path: '/v1/stripe/webhook',
      cors: 'none',
      on: {
        POST: async (c) => {
          const raw = await readBytes(c, maxEventBytes);
          if (!raw.ok) return refuse(c, config, raw.problem);
          return answer(c, config, await stripeWebhook(deps, raw.value, c.req.header('stripe-signature')));
        },
      },
    },
  ];
}
