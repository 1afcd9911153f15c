import * as v from 'valibot';
import { fail, messagesByField, ok, problem, type Result } from '../base/result';

/** Every document path of Busker, in one place (design: ownership is in the path). */
export const paths = {
  draft: (uid: string) => `drafts/${uid}`,
  profile: (uid: string) => `profiles/${uid}`,
  handle: (handle: string) => `handles/${handle}`,
  account: (uid: string) => `accounts/${uid}`,
  payments: (uid: string) => `accounts/${uid}/server/payments`,
  walletSites: (uid: string) => `accounts/${uid}/server/wallets`,
  seenTerms: (uid: string) => `accounts/${uid}/server/terms`,
  export: (uid: string) => `accounts/${uid}/server/export`,
  monthlySetup: (uid: string) => `accounts/${uid}/server/monthly`,
  knownMethods: (uid: string) => `accounts/${uid}/server/methods`,
  sessions: (uid: string) => `accounts/${uid}/server/sessions`,
  books: (uid: string) => `accounts/${uid}/server/books`,
  thanks: (uid: string) => `accounts/${uid}/server/thanks`,
  feesRead: (uid: string) => `accounts/${uid}/server/fees`,
  allFees: (uid: string) => `accounts/${uid}/fees`,
  fees: (uid: string, id: string) => `accounts/${uid}/fees/${id}`,
  payoutsRead: (uid: string) => `accounts/${uid}/payouts`,
  payoutRead: (uid: string, payoutId: string) => `accounts/${uid}/payouts/${payoutId}`,
  connecting: (uid: string) => `accounts/${uid}/server/connecting`,
  channels: (uid: string) => `accounts/${uid}/server/channels`,
  ownOverlay: (uid: string) => `accounts/${uid}/server/overlay`,
  overlay: (key: string) => `overlays/${key}`,
  overlayAlerts: (key: string) => `overlays/${key}/alerts`,
  overlayAlert: (key: string, id: string) => `overlays/${key}/alerts/${id}`,
  events: (uid: string) => `accounts/${uid}/events`,
  event: (uid: string, eventId: string) => `accounts/${uid}/events/${eventId}`,
  deliveries: (uid: string) => `accounts/${uid}/deliveries`,
  delivery: (uid: string, deliveryId: string) => `accounts/${uid}/deliveries/${deliveryId}`,
  channelSecret: (channelId: string) => `channelSecrets/${channelId}`,
  pace: (uid: string) => `pace/${uid}`,
  tipWatch: (tipId: string) => `tipWatches/${tipId}`,
  linkHealth: (uid: string) => `linkHealth/${uid}`,
  stripeAccount: (accountId: string) => `stripeAccounts/${accountId}`,
  tips: (uid: string) => `profiles/${uid}/tips`,
  tip: (uid: string, tipId: string) => `profiles/${uid}/tips/${tipId}`,
  refunds: (uid: string, tipId: string) => `profiles/${uid}/tips/${tipId}/refunds`,
  refund: (uid: string, tipId: string, requestId: string) =>
    `profiles/${uid}/tips/${tipId}/refunds/${requestId}`,
  tipLogs: (uid: string, tipId: string) => `profiles/${uid}/tips/${tipId}/log`,
  tipLog: (uid: string, tipId: string, entryId: string) => `profiles/${uid}/tips/${tipId}/log/${entryId}`,
  monthlies: (uid: string) => `profiles/${uid}/monthly`,
  monthly: (uid: string, monthlyId: string) => `profiles/${uid}/monthly/${monthlyId}`,
  monthlyLogs: (uid: string, monthlyId: string) => `profiles/${uid}/monthly/${monthlyId}/log`,
  monthlyLog: (uid: string, monthlyId: string, entryId: string) =>
    `profiles/${uid}/monthly/${monthlyId}/log/${entryId}`,
  monthlyTotal: (uid: string, currency: string, shard: number) =>
    `profiles/${uid}/totals/monthly-${currency}-${shard}`,
  total: (uid: string, currency: string, shard: number) => `profiles/${uid}/totals/${currency}-${shard}`,
  totals: (uid: string) => `profiles/${uid}/totals`,
  insights: (uid: string) => `profiles/${uid}/insights`,
  supporters: (uid: string) => `profiles/${uid}/supporters`,
  supporter: (uid: string, tipId: string) => `profiles/${uid}/supporters/${tipId}`,
  cardVersion: (day: string, version: string) => `cardVersions/${day}-${version}`,
  insight: (uid: string, day: string, shard: number) => `profiles/${uid}/insights/${day}-${shard}`,
  report: (reportId: string) => `reports/${reportId}`,
  appeal: (appealId: string) => `appeals/${appealId}`,
  mail: (mailId: string) => `mail/${mailId}`,
  yearCounts: (year: number) => `transparency/${year}`,
  stripeEvent: (eventId: string) => `stripeEvents/${eventId}`,
  stripePayment: (paymentIntentId: string) => `stripePayments/${paymentIntentId}`,
  consent: (monthlyId: string) => `consents/${monthlyId}`,
  limit: (key: string) => `limits/${key}`,
  verifyToken: (hash: string) => `verifyTokens/${hash}`,
  tipAddress: (tipId: string) => `tipAddresses/${tipId}`,
  viewBatch: (batchId: string) => `viewBatches/${batchId}`,
  rollUp: () => 'rollUps/views',
  counted: () => 'counted/views',
  heartbeat: (name: string) => `heartbeats/${name}`,
  job: (id: string) => `jobs/${id}`,
  standing: (uid: string) => `standing/${uid}`,
  card: (handle: string) => `cards/${handle}`,
  wall: (uid: string) => `walls/${uid}`,
  audit: (entryId: string) => `audit/${entryId}`,
  deletion: (uid: string) => `deleted/${uid}`,
  leaving: (uid: string) => `leaving/${uid}`,
  recoveryCodes: (uid: string) => `recoveryCodes/${uid}`,
  ownDomain: (uid: string) => `ownDomains/${uid}`,
  provedDomain: (domain: string) => `provedDomains/${domain}`,
  ledger: (uid: string) => `ledger/${uid}`,
  ledgerEntries: (uid: string) => `ledger/${uid}/entries`,
  ledgerEntry: (uid: string, tipId: string) => `ledger/${uid}/entries/${tipId}`,
} as const;

/** The collection of the document at `path`. */
const collectionOf = (path: string): string => path.split('/').at(-2) ?? path;

/** Collections for queries over all owners. Each parent has its own `tips`, `refunds` and `server`: query them as a collection group. */
export const collections = {
  drafts: collectionOf(paths.draft('uid')),
  profiles: collectionOf(paths.profile('uid')),
  standing: collectionOf(paths.standing('uid')),
  cards: collectionOf(paths.card('handle')),
  audit: collectionOf(paths.audit('entry')),
  accounts: collectionOf(paths.account('uid')),
  server: collectionOf(paths.payments('uid')),
  linkHealth: collectionOf(paths.linkHealth('uid')),
  viewBatches: collectionOf(paths.viewBatch('batch')),
  stripeAccounts: collectionOf(paths.stripeAccount('acct')),
  tips: collectionOf(paths.tip('uid', 'tip')),
  monthly: collectionOf(paths.monthly('uid', 'monthly')),
  consents: collectionOf(paths.consent('monthly')),
  refunds: collectionOf(paths.refund('uid', 'tip', 'request')),
  reports: collectionOf(paths.report('report')),
  transparency: collectionOf(paths.yearCounts(2026)),
  appeals: collectionOf(paths.appeal('appeal')),
  mail: collectionOf(paths.mail('mail')),
  jobs: collectionOf(paths.job('job')),
  recoveryCodes: collectionOf(paths.recoveryCodes('uid')),
  ownDomains: collectionOf(paths.ownDomain('uid')),
  events: collectionOf(paths.event('uid', 'event')),
  deliveries: collectionOf(paths.delivery('uid', 'delivery')),
  channelSecrets: collectionOf(paths.channelSecret('channel')),
  pace: collectionOf(paths.pace('uid')),
  tipWatches: collectionOf(paths.tipWatch('tip')),
  overlays: collectionOf(paths.overlay('key')),
  cardVersions: collectionOf(paths.cardVersion('day', 'version')),
} as const;

/** One document takes about one sustained write a second, so totals are spread over this many. */
export const totalShards = 8;

/** A stored time of any SDK, by shape: `toMillis()` of a Timestamp, or a Date. Undefined when it is neither. */
export function millisOf(stored: unknown): number | undefined {
  if (stored instanceof Date) return finite(stored.getTime());
  if (
    typeof stored === 'object' &&
    stored !== null &&
    'toMillis' in stored &&
    typeof stored.toMillis === 'function'
  ) {
    const millis: unknown = stored.toMillis();
    return finite(millis);
  }
  return undefined;
}

const finite = (millis: unknown): number | undefined =>
  typeof millis === 'number' && Number.isFinite(millis) ? millis : undefined;

/** A stored document: plain values, times as Dates. */
export type StoredData = Readonly<Record<string, unknown>>;

type Upgrade = (older: StoredData) => StoredData;

/** How a document of a type is read and written. */
export interface DocumentType<T> {
  readonly decode: (stored: unknown) => Result<T>;
  readonly encode: (value: T) => StoredData;
}

/** A document type: its name, its current version, how to read it, and how to upgrade each earlier version by one step. */
interface StoredKind<S extends v.GenericSchema> {
  /** Release records name it. It never changes, and `version` follows it in the source: host/deploy/releases/release-record.ts reads both there. */
  readonly kind: string;
  readonly version: number;
  readonly schema: S;
  /** `upgrades[n]` turns version n into n + 1. A document without `v` is version 1. */
  readonly upgrades?: Readonly<Record<number, Upgrade>>;
}

type Unchanged<T> = T extends object ? { readonly [K in keyof T]: Unchanged<T[K]> } : T;

/** What a document of a type is read as. */
export type DocumentOf<K extends StoredKind<v.GenericSchema>> = Unchanged<v.InferOutput<K['schema']>>;

/** A type whose documents are read and written as its schema says. */
export const documentType = <S extends v.GenericSchema>(kind: StoredKind<S>) => ({
  ...kind,
  decode: (stored: unknown) => decodeStored(kind, stored) as Result<DocumentOf<StoredKind<S>>>,
  encode: (value: DocumentOf<StoredKind<S>> & object) => encodeStored(kind, value),
});

/**
 * Reads a document of any version up to the current one. A newer one is refused: writing it back would lose fields that this release does not have.
 */
export function decodeStored<S extends v.GenericSchema>(
  kind: StoredKind<S>,
  stored: unknown,
): Result<v.InferOutput<S>> {
  const current = upgraded(kind, stored);
  if (!current) return unreadable({ v: `Version ${kind.version} or older is expected.` });
  const parsed = v.safeParse(kind.schema, current);
  return parsed.success ? ok(parsed.output) : unreadable(messagesByField(parsed.issues));
}

function upgraded(kind: StoredKind<v.GenericSchema>, stored: unknown): StoredData | undefined {
  if (!isData(stored)) return undefined;
  let data = stored;
  let version = stored['v'] ?? 1;
  while (version !== kind.version) {
    const upgrade = typeof version === 'number' ? kind.upgrades?.[version] : undefined;
    if (!upgrade || typeof version !== 'number') return undefined;
    version += 1;
    data = { ...upgrade(data), v: version };
  }
  return { ...data, v: version };
}

function unreadable(fields: Readonly<Record<string, string>>) {
  return fail(problem('document-unreadable', { fields }));
}

export const isData = (stored: unknown): stored is StoredData =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored);

/** A stored time (the SDK's own timestamp or a Date), read as epoch milliseconds. */
export const storedTime = v.pipe(v.unknown(), v.transform(millisOf), v.number('This is not a stored time.'));

/**
 * Writes what a schema reads: each stored time as a Date, all else as it is. A schema that transforms what it reads says nothing of what is stored:
 * that, its document writes by itself.
 */
export const encodeStored = ({ schema }: Pick<StoredKind<v.GenericSchema>, 'schema'>, value: object) =>
  encoded(schema, value) as StoredData;

interface Made extends v.GenericSchema {
  readonly wrapped?: Made;
  readonly item?: Made;
  readonly entries?: Readonly<Record<string, Made>>;
  /** The field that names the option of a variant. */
  readonly key?: string;
  readonly options?: readonly Made[];
  readonly value?: Made;
  readonly pipe?: unknown;
}

function encoded(schema: Made, value: unknown): unknown {
  const { wrapped, item, entries, key: named = '', options, value: each, pipe } = schema;
  if (value === null || value === undefined) return value;
  if (pipe === storedTime.pipe) return new Date(value as number);
  if (wrapped) return encoded(wrapped, value);
  if (item) return (value as readonly unknown[]).map((one) => encoded(item, one));
  if (!isData(value)) return value;
  const option = options?.find(({ entries: { [named]: name } = {} }) => name && v.is(name, value[named]));
  if (option) return encoded(option, value);
  const written = Object.entries(value).map(([key, one]) => {
    const inner = entries?.[key] ?? each;
    return [key, inner ? encoded(inner, one) : one] as const;
  });
  return Object.fromEntries(written);
}

export function dateOf(millis: number): Date;
export function dateOf(millis: number | null): Date | null;
export function dateOf(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis);
}
