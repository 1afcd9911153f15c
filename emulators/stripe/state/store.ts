import { createHash } from 'node:crypto';
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
  ChargeEntity,
  DisputeEntity,
  EarlyFraudWarningEntity,
  PaymentIntentEntity,
  PaymentMethodEntity,
  RefundEntity,
} from './payment-entities';
import type {
  AccountEntity,
  AccountLinkEntity,
  ApplicationFeeEntity,
  BalanceTransactionEntity,
  DeliveryEntity,
  EventEntity,
  PaymentMethodDomainEntity,
  PayoutEntity,
  WebhookEndpointEntity,
} from './account-entities';

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

export interface Store {
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
