import type { DeliveryAttempt } from '../state/event-entities';

/** Stripe waits ten seconds for an endpoint's answer. */
const TIMEOUT = 10_000;

/** One delivery attempt. A redirect is not followed and counts as a failure. */
export async function postWebhook(
  url: string,
  payload: string,
  signature: string,
): Promise<DeliveryAttempt['result']> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
    });
    await answer.arrayBuffer();
    return { status: answer.status };
  } catch (problem) {
    return { failure: problem instanceof Error ? problem.name : 'unknown' };
  }
}

export const wasDelivered = (result: DeliveryAttempt['result']): boolean =>
  'status' in result && result.status >= 200 && result.status < 300;
