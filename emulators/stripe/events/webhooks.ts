import { createHmac } from 'node:crypto';
import {
  deliveryId,
  formatEvent,
  type Emit,
  type Sandbox,
  type DeliveryAttempt,
  type DeliveryEntity,
  type EventEntity,
} from '../state/sandbox';

/** Faults of webhook delivery. All rates are 0 to 1. */
export interface WebhookFaults {
  /** New deliveries are held until they are released. */
  readonly hold: boolean;
  /** The rate of deliveries that are never sent. */
  readonly drop: number;
  /** The rate of deliveries that are sent twice. */
  readonly duplicate: number;
  /** Each delivery is delayed by a random time up to this many milliseconds, so that they arrive out of order. */
  readonly shuffle: number;
}

export const noWebhookFaults: WebhookFaults = { hold: false, drop: 0, duplicate: 0, shuffle: 0 };

/** Deterministic numbers in [0, 1): the same seed gives the same faults (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Endpoint {
  readonly url: string;
  readonly secret: string;
  /** `account`: events of the platform itself; `connect`: events of connected accounts. */
  readonly scope: 'account' | 'connect';
  /** The events that it gets; absent = every event. */
  readonly events?: readonly string[];
}

/** The API request in progress, for the event's `request` field. */
export interface CurrentRequest {
  current: EventEntity['request'];
}

interface DeliveryOptions {
  readonly webhookFaults: () => WebhookFaults;
  readonly random: () => number;
  /** Called for every queued delivery. Its transaction may still roll back. */
  readonly queued: (id: string) => void;
}

export function createEmit(
  sandbox: Pick<Sandbox, 'store' | 'clock' | 'ids' | 'platform'>,
  endpoints: readonly Endpoint[],
  currentRequest: CurrentRequest,
  options: DeliveryOptions,
): Emit {
  const { store, clock, ids, platform } = sandbox;

  const queue = (event: string, index: number, endpoint: Endpoint): void => {
    const { hold, drop, shuffle } = options.webhookFaults();
    const state: DeliveryEntity['state'] = options.random() < drop ? 'dropped' : hold ? 'held' : 'waiting';
    store.put('delivery', {
      id: deliveryId(event, index),
      event,
      url: endpoint.url,
      scope: endpoint.scope,
      state,
      dueAt: clock.now() + (shuffle > 0 ? Math.floor(options.random() * shuffle) : 0),
      attempts: [],
    });
    if (state === 'waiting') options.queued(deliveryId(event, index));
  };

  return ({ account, type, object, previous }) => {
    const event: EventEntity = {
      id: ids.next('evt'),
      account,
      created: clock.seconds(),
      type,
      object,
      previous: previous ?? null,
      request: currentRequest.current,
    };
    store.put('event', event);
    const scope = account === platform ? 'account' : 'connect';
    const made = store.all('webhookEndpoint').filter(({ enabled }) => enabled);
    const receivers = [...endpoints, ...made].filter(
      ({ scope: heard, events = ['*'] }) =>
        heard === scope && (events.includes('*') || events.includes(type)),
    );
    const duplicates = receivers.filter(() => options.random() < options.webhookFaults().duplicate);
    for (const [index, endpoint] of [...receivers, ...duplicates].entries()) queue(event.id, index, endpoint);
    return event.id;
  };
}

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
