import type { BillingTask } from './billing-entities';

/** A webhook endpoint that was made by the API. Those of the options are not stored. */
export interface WebhookEndpointEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly url: string;
  readonly secret: string;
  readonly scope: 'account' | 'connect';
  readonly enabled: boolean;
  /** `*` = every event. */
  readonly events: readonly string[];
  readonly apiVersion: string | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface EventEntity {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  readonly type: string;
  /** The object's state at the time of the event, as the API returns it. */
  readonly object: unknown;
  readonly previous: Readonly<Record<string, unknown>> | null;
  readonly request: { readonly id: string | null; readonly idempotencyKey: string | null };
}

export interface DeliveryAttempt {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly result: { readonly status: number } | { readonly failure: string };
}

/**
 * One event and one endpoint. `waiting`: sent at `dueAt`; `held`: waits for a release; `given-up`: all retries
 * failed; `dropped`: never sent.
 */
export interface DeliveryEntity {
  readonly id: string;
  readonly event: string;
  readonly url: string;
  readonly scope: 'account' | 'connect';
  readonly state: 'waiting' | 'held' | 'delivered' | 'given-up' | 'dropped';
  /** Epoch milliseconds of the sandbox's clock. */
  readonly dueAt: number;
  readonly attempts: readonly DeliveryAttempt[];
}

/** Books a fee apart from the payment that it is for. */
export interface OwnFeeTask {
  readonly kind: 'book-own-fee';
  readonly account: string;
  readonly currency: string;
  /** Positive, in minor units. */
  readonly amount?: number;
  readonly description?: string;
}

/** Scheduled work. Times are epoch milliseconds of the sandbox's clock. */
export interface JobEntity {
  readonly id: string;
  readonly dueAt: number;
  readonly task:
    | BillingTask
    | { readonly kind: 'book-charge'; readonly charge: string }
    | OwnFeeTask
    | { readonly kind: 'aftereffect'; readonly charge: string }
    | { readonly kind: 'settle-payment'; readonly paymentIntent: string }
    | { readonly kind: 'expire-attempt'; readonly paymentIntent: string; readonly source: string }
    | { readonly kind: 'settle-refund'; readonly refund: string }
    | { readonly kind: 'fail-refund'; readonly refund: string }
    | { readonly kind: 'expire-session'; readonly session: string }
    | { readonly kind: 'pay-out'; readonly account: string }
    | { readonly kind: 'reconcile-payout'; readonly payout: string }
    | { readonly kind: 'settle-payout'; readonly payout: string };
}

/** The first answer to a request with an idempotency key. Repeated requests get the same answer. */
export interface IdempotencyEntity {
  /** Account and key. */
  readonly id: string;
  readonly createdAt: number;
  readonly fingerprint: string;
  readonly requestId: string;
  readonly status: number;
  readonly body: string;
}

export interface SettingEntity {
  readonly id: 'clock-offset' | 'id-counter';
  readonly value: number;
}
