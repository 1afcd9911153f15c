import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type Stripe from 'stripe';
import { API_VERSION } from '../reference/api-version';
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
} from './payment-entities';

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
  webhookEndpoint: WebhookEndpointEntity;
}
type Kind = keyof Entities;

/** Kind, id and the new entity. A change without the entity removes it. */
type Change = readonly [kind: Kind, id: string, entity: unknown] | readonly [kind: Kind, id: string];

/** Each line is one committed transaction: a checksum, a space, and the changes as JSON. */
interface Journal {
  load(): Change[];
  append(changes: readonly Change[]): void;
  /** Replaces a long journal with one line that has the present state. */
  compact(snapshot: () => readonly Change[]): void;
  replace(changes: readonly Change[]): void;
  close(): void;
}

const checksum = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
const toLine = (changes: readonly Change[]) => {
  const json = JSON.stringify(changes);
  return `${checksum(json)} ${json}\n`;
};

function readLine(line: string): Change[] | null {
  const json = line.slice(13);
  return line.slice(0, 12) === checksum(json) ? (JSON.parse(json) as Change[]) : null;
}

const COMPACT_AT_LINES = 2000;

export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true });
  let handle: number | null = null;
  let lines = 0;

  const open = () => (handle ??= openSync(file, 'a', 0o600));

  /** A crash can only damage the last line, whose transaction was not acknowledged. */
  const load = (): Change[] => {
    if (!existsSync(file)) return [];
    const rows = readFileSync(file, 'utf8').split('\n');
    const whole = rows.filter((row) => row !== '');
    const changes: Change[][] = [];
    for (const [index, row] of whole.entries()) {
      const read = readLine(row);
      if (read) changes.push(read);
      else if (index < whole.length - 1)
        throw new Error(
          `The Stripe sandbox's state is damaged at line ${index + 1} of ${file}. Delete that file to start with an empty state.`,
        );
    }
    lines = changes.length;
    if (lines < whole.length || rows.at(-1) !== '') replace(changes.flat());
    return changes.flat();
  };

  const replace = (changes: readonly Change[]) => {
    if (handle !== null) closeSync(handle);
    handle = null;
    const fresh = `${file}.new`;
    const target = openSync(fresh, 'w', 0o600);
    if (changes.length > 0) appendFileSync(target, toLine(changes));
    fsyncSync(target);
    closeSync(target);
    renameSync(fresh, file);
    lines = 1;
  };

  return {
    load,
    replace,
    append(changes) {
      appendFileSync(open(), toLine(changes));
      lines += 1;
    },
    compact(snapshot) {
      if (lines > COMPACT_AT_LINES) replace(snapshot());
    },
    close() {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}

interface Store {
  get<K extends Kind>(kind: K, id: string): Entities[K] | undefined;
  /** Oldest first. */
  all<K extends Kind>(kind: K): readonly Entities[K][];
  put<K extends Kind>(kind: K, entity: Entities[K]): void;
  remove(kind: Kind, id: string): void;
  /** Runs `work` as a transaction: its changes are on disk when this returns, and a throw rolls all of them back. */
  transact<T>(work: () => T): T;
  onCommit(listener: () => void): void;
  /** Compacts a long journal. */
  compact(): void;
  clear(): void;
  close(): void;
}

type Undo = () => void;

export function createStore(journal: Journal | null): Store {
  const tables = new Map<Kind, Map<string, unknown>>();
  const listeners: (() => void)[] = [];
  let changes: Change[] | null = null;
  let undos: Undo[] = [];

  const table = <K extends Kind>(kind: K): Map<string, Entities[K]> => {
    const found = tables.get(kind) ?? new Map<string, unknown>();
    tables.set(kind, found);
    return found as Map<string, Entities[K]>;
  };

  const apply = (change: Change) => {
    if (change.length === 3) (table(change[0]) as Map<string, unknown>).set(change[1], change[2]);
    else table(change[0]).delete(change[1]);
  };

  const record = (change: Change) => {
    if (!changes) throw new Error(`The sandbox changed ${change[0]} ${change[1]} outside of a transaction.`);
    const rows = table(change[0]) as Map<string, unknown>;
    const before = rows.get(change[1]);
    undos.push(() => (before === undefined ? rows.delete(change[1]) : rows.set(change[1], before)));
    changes.push(change);
    apply(change);
  };

  const commit = () => {
    const done = changes ?? [];
    changes = null;
    undos = [];
    if (done.length === 0) return;
    journal?.append(done);
    for (const listener of listeners) listener();
  };

  const rollback = () => {
    for (const undo of undos.reverse()) undo();
    changes = null;
    undos = [];
  };

  for (const change of journal?.load() ?? []) apply(change);

  return {
    get: (kind, id) => table(kind).get(id),
    all: (kind) => [...table(kind).values()],
    put: (kind, entity) => record([kind, entity.id, entity]),
    remove: (kind, id) => record([kind, id]),
    transact(work) {
      if (changes) throw new Error('The sandbox started a transaction inside another transaction.');
      changes = [];
      try {
        const answer = work();
        commit();
        return answer;
      } catch (problem) {
        rollback();
        throw problem;
      }
    },
    onCommit: (listener) => void listeners.push(listener),
    compact: () =>
      journal?.compact(() =>
        [...tables].flatMap(([kind, rows]) => [...rows].map(([id, row]): Change => [kind, id, row])),
      ),
    clear() {
      tables.clear();
      journal?.replace([]);
    },
    close: () => journal?.close(),
  };
}

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

/** Stripe keeps idempotency keys for a day and events for thirty days. Called at the start. */
export function forgetOld({ store, clock }: Pick<Sandbox, 'store' | 'clock'>): void {
  const now = clock.seconds();
  store.transact(() => {
    for (const { id, createdAt } of store.all('idempotency'))
      if (createdAt / 1000 < now - DAY) store.remove('idempotency', id);
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
