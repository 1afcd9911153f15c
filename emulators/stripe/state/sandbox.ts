import { createHash, randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { API_VERSION } from '../reference/method-types';
import type {
  BillingSettingsEntity,
  BillingTask,
  CheckoutSessionEntity,
  CustomerEntity,
  DiscountEntity,
  InvoiceEntity,
  InvoicePaymentEntity,
  MailEntity,
  PortalConfigurationEntity,
  PortalSessionEntity,
  PriceEntity,
  ProductEntity,
  SubscriptionEntity,
} from './billing-entities';
import type {
  AccountEntity,
  AccountLinkEntity,
  ApplicationFeeEntity,
  BalanceTransactionEntity,
  ChargeEntity,
  DisputeEntity,
  EarlyFraudWarningEntity,
  PaymentIntentEntity,
  PaymentMethodDomainEntity,
  PaymentMethodEntity,
  PayoutEntity,
  RefundEntity,
  TestClockEntity,
} from './payment-entities';
import { createStore, openJournal, type EntityStore } from './store';

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
  /** It is done when this clock is advanced. */
  readonly testClock?: string;
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
  /** State files of earlier versions lack this field: then the request was to `/v1`. */
  readonly path?: string;
  readonly fingerprint: string;
  readonly requestId: string;
  readonly status: number;
  readonly body: string;
}

interface SettingEntity {
  readonly id: 'clock-offset' | 'id-counter';
  readonly value: number;
}

export interface Entities {
  account: AccountEntity;
  accountLink: AccountLinkEntity;
  applicationFee: ApplicationFeeEntity;
  balanceTransaction: BalanceTransactionEntity;
  billingSettings: BillingSettingsEntity;
  charge: ChargeEntity;
  checkoutSession: CheckoutSessionEntity;
  customer: CustomerEntity;
  delivery: DeliveryEntity;
  discount: DiscountEntity;
  dispute: DisputeEntity;
  earlyFraudWarning: EarlyFraudWarningEntity;
  event: EventEntity;
  idempotency: IdempotencyEntity;
  invoice: InvoiceEntity;
  invoicePayment: InvoicePaymentEntity;
  job: JobEntity;
  mail: MailEntity;
  paymentIntent: PaymentIntentEntity;
  paymentMethod: PaymentMethodEntity;
  paymentMethodDomain: PaymentMethodDomainEntity;
  payout: PayoutEntity;
  portalConfiguration: PortalConfigurationEntity;
  portalSession: PortalSessionEntity;
  price: PriceEntity;
  product: ProductEntity;
  refund: RefundEntity;
  setting: SettingEntity;
  subscription: SubscriptionEntity;
  testClock: TestClockEntity;
  webhookEndpoint: WebhookEndpointEntity;
}

export type Store = EntityStore<Entities>;

/** The state of a file, or one that is only in memory. */
export const openStore = (file: string | null): Store =>
  createStore<Entities>(file === null ? null : openJournal(file));

interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** This machine's time, which signatures have: a receiver refuses one from another day. Epoch milliseconds. */
  real(): number;
  /** Epoch seconds, the unit of the Stripe API. */
  seconds(): number;
  /** Call it within a transaction. */
  advance(milliseconds: number): void;
}

export function createClock(store: Store, source: () => number): Clock {
  const offset = () => store.get('setting', 'clock-offset')?.value ?? 0;
  const now = () => source() + offset();
  return {
    now,
    real: source,
    seconds: () => Math.floor(now() / 1000),
    advance: (milliseconds) => store.put('setting', { id: 'clock-offset', value: offset() + milliseconds }),
  };
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

interface Ids {
  /** A prefix and 24 characters, for example `pi_…`. Call it within a transaction. */
  next(prefix: string): string;
  /** Random text of that many characters that nobody can guess. */
  secret(length: number): string;
}

const randomText = (bytes: Buffer, length: number) =>
  Array.from({ length }, (_, index) =>
    LETTERS.charAt((bytes[index % bytes.length] ?? 0) % LETTERS.length),
  ).join('');

/** With a seed, the same requests in the same order get the same ids. Without it, ids are random. */
export function createIds(store: Store, seed: string | null): Ids {
  const bytes = (length: number): Buffer => {
    if (seed === null) return randomBytes(length);
    const count = (store.get('setting', 'id-counter')?.value ?? 0) + 1;
    store.put('setting', { id: 'id-counter', value: count });
    return createHash('sha512').update(`${seed}:${count}`).digest();
  };
  const secret = (length: number) => randomText(bytes(length), length);
  return { next: (prefix) => `${prefix}_${secret(24)}`, secret };
}

interface NewEvent {
  readonly account: string;
  readonly type: string;
  readonly object: unknown;
  readonly previous?: Readonly<Record<string, unknown>>;
}

/** Stores the event with the object’s present state, queues its deliveries, and returns its id. Call it within a transaction. */
export type Emit = (newEvent: NewEvent) => string;

/**
 * What the secret key may do now. `expired`: it was replaced in Stripe's dashboard. `restricted`: requests to these routes are refused, because the key
 * lacks the named permission.
 */
export type KeyState =
  | { readonly kind: 'good' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'restricted'; readonly route: string; readonly permission: string };

/** What every route uses. */
export interface Sandbox {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly emit: Emit;
  /** The account that the secret key belongs to. */
  readonly platform: string;
  /** The server's base URL, for example `http://127.0.0.1:12111`. */
  readonly origin: () => string;
}

export const deliveryId = (event: string, index: number): string => `${event}.${index}`;

export function deliveriesOf(store: Store, event: string): DeliveryEntity[] {
  const found: DeliveryEntity[] = [];
  for (let index = 0; ; index += 1) {
    const delivery = store.get('delivery', deliveryId(event, index));
    if (!delivery) return found;
    found.push(delivery);
  }
}

export function formatEvent({ store, platform }: Pick<Sandbox, 'store' | 'platform'>, event: EventEntity) {
  const open = deliveriesOf(store, event.id).filter(({ state }) => state === 'waiting' || state === 'held');
  return {
    id: event.id,
    object: 'event',
    ...(event.account !== platform && { account: event.account }),
    api_version: API_VERSION,
    created: event.created,
    data: { object: event.object, ...(event.previous && { previous_attributes: event.previous }) },
    livemode: false,
    pending_webhooks: open.length,
    request: { id: event.request.id, idempotency_key: event.request.idempotencyKey },
    type: event.type,
  } satisfies Record<keyof Omit<Stripe.Event, 'account' | 'context'>, unknown> & { account?: string };
}

const DAY = 24 * 3600;

/** Stripe keeps keys of /v1 for a day and those of /v2 for thirty: https://docs.stripe.com/api-v2-overview#idempotency */
export const isForgotten = ({ createdAt, path }: IdempotencyEntity, now: number): boolean =>
  createdAt + (path?.startsWith('/v2/') ? 30 : 1) * DAY * 1000 < now;

/** Stripe keeps events for thirty days. Called at the start. */
export function forgetOld({ store, clock }: Pick<Sandbox, 'store' | 'clock'>): void {
  const now = clock.seconds();
  store.transact(() => {
    for (const kept of store.all('idempotency'))
      if (isForgotten(kept, clock.now())) store.remove('idempotency', kept.id);
    for (const { id, created } of store.all('event')) {
      if (created > now - 30 * DAY) continue;
      for (const delivery of deliveriesOf(store, id)) store.remove('delivery', delivery.id);
      store.remove('event', id);
    }
  });
}

/** The signing secret is only in the answer that made the endpoint, so it is not here. */
export function formatWebhookEndpoint(endpoint: WebhookEndpointEntity): Stripe.WebhookEndpoint {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    api_version: endpoint.apiVersion,
    application: null,
    created: endpoint.created,
    description: endpoint.description,
    enabled_events: [...endpoint.events],
    livemode: false,
    metadata: { ...endpoint.metadata },
    status: endpoint.enabled ? 'enabled' : 'disabled',
    url: endpoint.url,
  } satisfies Stripe.WebhookEndpoint;
}
