import { createHmac } from 'node:crypto';
import { formatEvent } from '../format/event';
import type { Sandbox } from '../sandbox';
import type { DeliveryAttempt, DeliveryEntity } from '../state/event-entities';
import type { Endpoint } from './emit';

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

/** The Stripe-Signature header: https://docs.stripe.com/webhooks#verify-manually */
function signPayload(payload: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${payload}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${digest}`;
}

/** Delays before the second, third and fourth attempt, in milliseconds. */
const RETRY_AFTER = [1000, 5000, 25_000];
const AT_ONCE = 24;
const LONGEST_TIMER = 2 ** 31 - 1;

export interface WebhookQueue {
  /** Adds a waiting delivery to the queue. */
  queue(id: string): void;
  /** Schedules a check for due deliveries. Cheap; called after every commit and every change of the clock. */
  schedule(): void;
  /** Sends one delivery now, whatever its state. */
  send(id: string): Promise<void>;
  /** Resolves when no delivery is waiting or in progress. */
  idle(): Promise<void>;
  /** Resolves when none is in progress and none is due now. A later retry may be waiting. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

type Parts = Pick<Sandbox, 'store' | 'clock' | 'platform'>;

/** Each attempt is a separate request with its own signature. The order of deliveries is not guaranteed. */
export function createWebhookQueue(sandbox: Parts, endpoints: readonly Endpoint[]): WebhookQueue {
  const { store, clock } = sandbox;
  const waiting = new Set<string>();
  const underWay = new Map<string, Promise<void>>();
  const idlers: (() => void)[] = [];
  let timer: NodeJS.Timeout | null = null;
  let soon: NodeJS.Immediate | null = null;
  let stopped = false;

  const attempt = async (delivery: DeliveryEntity): Promise<void> => {
    const event = store.get('event', delivery.event);
    const isReceiver = ({ url, scope }: Endpoint) => url === delivery.url && scope === delivery.scope;
    const endpoint = endpoints.find(isReceiver) ?? store.all('webhookEndpoint').find(isReceiver);
    if (!event || !endpoint) return settle(delivery.id, { failure: 'no such endpoint' }, false);
    const payload = JSON.stringify(formatEvent(sandbox, event), null, 2);
    const result = await postWebhook(
      endpoint.url,
      payload,
      signPayload(payload, endpoint.secret, Math.floor(clock.real() / 1000)),
    );
    settle(delivery.id, result, true);
  };

  const settle = (id: string, result: DeliveryAttempt['result'], mayRetry: boolean): void => {
    const delivery = store.get('delivery', id);
    if (!delivery || stopped) return;
    const attempts = [...delivery.attempts, { at: clock.now(), result }];
    const wait = mayRetry ? RETRY_AFTER[attempts.length - 1] : undefined;
    const after = (): Pick<DeliveryEntity, 'state' | 'dueAt'> => {
      if (wasDelivered(result)) return { state: 'delivered', dueAt: delivery.dueAt };
      if (wait === undefined) return { state: 'given-up', dueAt: delivery.dueAt };
      return { state: 'waiting', dueAt: clock.now() + wait };
    };
    const next = after();
    store.transact(() => store.put('delivery', { ...delivery, ...next, attempts }));
    if (next.state === 'waiting') waiting.add(id);
  };

  const start = (delivery: DeliveryEntity): Promise<void> => {
    waiting.delete(delivery.id);
    const run = attempt(delivery).finally(() => {
      underWay.delete(delivery.id);
      schedule();
    });
    underWay.set(delivery.id, run);
    return run;
  };

  const dispatch = (): void => {
    soon = null;
    if (timer) clearTimeout(timer);
    timer = null;
    const now = clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const id of waiting) {
      if (underWay.size >= AT_ONCE) return;
      const delivery = store.get('delivery', id);
      if (delivery?.state !== 'waiting') waiting.delete(id);
      else if (delivery.dueAt <= now) void start(delivery);
      else next = Math.min(next, delivery.dueAt);
    }
    if (next < Number.POSITIVE_INFINITY)
      timer = setTimeout(dispatch, Math.min(next - now, LONGEST_TIMER)).unref();
    if (waiting.size === 0 && underWay.size === 0) for (const resolve of idlers.splice(0)) resolve();
  };

  const schedule = (): void => {
    if (!stopped) soon ??= setImmediate(dispatch);
  };

  for (const delivery of store.all('delivery')) if (delivery.state === 'waiting') waiting.add(delivery.id);
  return {
    schedule,
    queue: (id) => void waiting.add(id),
    async send(id) {
      const delivery = store.get('delivery', id);
      if (delivery) await (underWay.get(id) ?? start(delivery));
    },
    idle: () =>
      new Promise((resolve) => {
        idlers.push(resolve);
        schedule();
      }),
    async caughtUp() {
      const isDue = (id: string) => {
        const delivery = store.get('delivery', id);
        return delivery?.state === 'waiting' && delivery.dueAt <= clock.now();
      };
      while (!stopped && (underWay.size > 0 || [...waiting].some(isDue))) {
        dispatch();
        await Promise.race(underWay.values());
      }
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      if (soon) clearImmediate(soon);
      await Promise.allSettled(underWay.values());
    },
  };
}
