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
  feesRead: (uid: string) => `accounts/${uid}/server/fees`,
  allFees: (uid: string) => `accounts/${uid}/fees`,
  fees: (uid: string, id: string) => `accounts/${uid}/fees/${id}`,
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
