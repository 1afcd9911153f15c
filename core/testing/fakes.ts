import type { Blocks } from '../blocks/block';
import type { Decision, Report } from '../moderation/report';
import type { Standing } from '../moderation/standing';
import { noContribution } from '../money/money';
import { notBegun, type Monthly } from '../monthly/monthly';
import type { InvoiceSnapshot, MonthlySnapshot, SubscriptionSnapshot } from '../monthly/monthly-projection';
import type { NotifiedEvent, NotifiedTip, NotifiedMessage } from '../notification/notified-event';
import { defaultTypes, type Channel, type Channels, channelEnds } from '../outbox/channel';
import { eventLifetime, type EventFact, type EventTip, type OutboxEvent } from '../outbox/outbox-event';
import {
  alertLifetime,
  newOverlayLive,
  newOverlaySettings,
  type OverlayAlert,
  type OverlaySettings,
  type OwnOverlay,
} from '../overlay/overlay';
import type { PaymentsState } from '../payments/payments-state';
import { emptyDraft, type Draft } from '../profile/draft';
import { publishedProfile, type StoredProfile } from '../profile/profile';
import type { ChargeSnapshot, IntentSnapshot, PaymentSnapshot } from '../tip-state/payment-snapshot';
import type { Tip } from '../tip/tip';

/** Typed builders of test values: a test states only the fields that it is about. */

export const noon = Date.UTC(2026, 9, 1, 12);

export function fakeTip(given: Partial<Tip> = {}): Tip {
  return {
    v: 1,
    rev: 1,
    tipId: 'tip1',
    ownerUid: 'ada-uid',
    handle: 'ada',
    livemode: false,
    mode: 'connect',
    surface: 'elements',
    currency: 'usd',
    amount: 546,
    tipAmount: 500,
    coverAmount: 46,
    applicationFee: 0,
    fan: { name: 'Grace', message: 'Thank you', anonymous: false, country: null },
    moderation: { state: 'visible', reasons: [] },
    reply: null,
    source: {
      origin: 'https://example.com',
      for: 'A post',
      placement: null,
    },
    stripe: {
      accountId: 'acct_ada',
      paymentIntentId: 'pi_1',
      checkoutSessionId: null,
      chargeId: null,
      balanceTransactionId: null,
      paymentMethodType: null,
      brand: null,
      last4: null,
    },
    payment: { status: 'awaiting', attempts: 0, lastError: null, succeededAt: null },
    refund: { status: 'none', refunded: 0, pending: 0 },
    dispute: { status: 'none', amount: 0, disputeId: null, dueBy: null },
    warning: null,
    risk: null,
    fees: { estimated: 46, stripe: null, application: null, net: null, settlementCurrency: null },
    returned: null,
    state: 'pending',
    contrib: noContribution,
    requestHash: 'hash',
    amountChange: null,
    amountSequence: 0,
    keyRound: 0,
    ways: ['card', 'link'],
    sealedSecret: null,
    eraseTextsAt: noon + 2000,
    createdAt: noon,
    updatedAt: noon,
    syncedAt: null,
    ...given,
  };
}

export function fakeIntent(given: Partial<IntentSnapshot> = {}): IntentSnapshot {
  return {
    id: 'pi_1',
    status: 'succeeded',
    amount: 546,
    amountReceived: given.status === undefined || given.status === 'succeeded' ? 546 : 0,
    currency: 'usd',
    tipId: 'tip1',
    uid: 'ada-uid',
    cancellationReason: null,
    lastError: null,
    failedAttempts: 0,
    amounts: null,
    ...given,
  };
}

export function fakeCharge(given: Partial<ChargeSnapshot> = {}): ChargeSnapshot {
  return {
    id: 'ch_1',
    status: 'succeeded',
    createdAt: noon + 30_000,
    method: { type: 'card', brand: 'visa', last4: '4242', country: 'US' },
    riskLevel: 'normal',
    balance: { id: 'txn_1', stripeFee: 46, applicationFee: 0, net: 500, currency: 'usd' },
    ...given,
  };
}

/** Stripe's answer for a successful payment. */
export function fakeSnapshot(given: Partial<PaymentSnapshot> = {}): PaymentSnapshot {
  return {
    askedAt: noon + 60_000,
    accountId: 'acct_ada',
    livemode: false,
    intent: fakeIntent(),
    session: null,
    charge: fakeCharge(),
    refunds: [],
    disputes: [],
    warnings: [],
    ...given,
  };
}

export function fakePayments(given: Partial<PaymentsState> = {}): PaymentsState {
  return {
    v: 1,
    mode: 'connect',
    accountId: 'acct_ada',
    livemode: false,
    country: 'US',
    currency: 'usd',
    feesCountry: 'US',
    cardPayments: 'active',
    linkPayments: true,
    requirements: [],
    requirementsDueAt: null,
    disconnectedAt: null,
    pausedUntil: null,
    checkedAt: noon,
    updatedAt: noon,
    ...given,
  };
}

export const instagramLink = {
  url: 'https://instagram.com/ada',
  label: 'Instagram',
  order: 1,
  on: true,
  from: null,
  until: null,
  group: null,
  sign: null,
};

const placed = { on: true, from: null, until: null, label: '' };
const blockUpload = { slot: 'link-07', generation: '3' } as const;

/** One block of each kind, after `instagramLink` but for the first. */
export const fakeBlocks: Blocks = {
  words: { kind: 'text', ...placed, order: 0, label: 'Hello', text: 'I sing.\nhttps://ada.example/songs' },
  photo: { kind: 'picture', ...placed, order: 2, picture: blockUpload, alt: 'Ada on a stage' },
  gigs: {
    kind: 'dates',
    ...placed,
    order: 3,
    label: 'Next gigs',
    zone: 'Europe/Berlin',
    rows: [
      { day: 'mon', time: '10:00', ends: '12:00', title: 'Open studio', place: '', url: '' },
      {
        day: '2026-10-09',
        time: '20:30',
        ends: '01:00',
        title: 'Lido, Berlin',
        place: 'Cuvrystraße 7; 10997 Berlin',
        url: 'https://lido.example/ada',
      },
    ],
  },
  film: { kind: 'media', ...placed, order: 4, url: 'https://youtu.be/dQw4w9WgXcQ', picture: null },
  reach: {
    kind: 'contact',
    ...placed,
    order: 5,
    email: 'ada@example.com',
    phone: '+49 30 123456',
    place: '',
  },
  give: { kind: 'giving', ...placed, order: 6, rows: [{ place: 'https://ko-fi.com/ada', label: '' }] },
  row: {
    kind: 'icons',
    ...placed,
    order: 7,
    rows: [{ url: 'https://mastodon.example/@ada', label: 'Mastodon' }],
  },
  goal: { kind: 'tips', ...placed, order: 8, show: 'goal' },
};

export function fakeDraft(given: Partial<Draft> = {}): Draft {
  return { ...emptyDraft, revision: 3, handle: 'ada', name: 'Ada', links: { k1: instagramLink }, ...given };
}

/** `fakeDraft()` after it was published. */
export function fakeProfile(given: Partial<StoredProfile> = {}): StoredProfile {
  const inputs = { uid: 'ada-uid', previous: null, picture: null, linkPictures: [], now: noon };
  return { ...publishedProfile(fakeDraft(), inputs), ...given };
}

export function fakeStanding(given: Partial<Standing> = {}): Standing {
  return {
    v: 1,
    state: 'good',
    scope: [],
    reason: 'The picture is not yours.',
    since: noon,
    until: null,
    by: 'root@host.example',
    byRole: 'admin',
    decisionId: null,
    ...given,
  };
}

/** Invalid ids that a request may contain. Firestore refuses each of them, or reads another document. */
export const badDocumentIds = [
  '',
  '.',
  '..',
  '/',
  'a/b',
  'a/b/c',
  '../ada',
  'a\0b',
  '__abc__',
  '__proto__',
  '____',
  'x'.repeat(1501),
];

/** A new report. */
export const fakeReport = (change: Partial<Report> = {}): Report => ({
  v: 1,
  id: 'aabbccddeeff',
  state: { name: 'received' },
  kind: 'fraud',
  address: 'https://busker.test/@ada',
  subject: { uid: 'uid-ada', handle: 'ada' },
  ground: 'Terms, fraud',
  why: 'She is not Ada.',
  name: 'Zoe',
  email: 'zoe@example.com',
  language: 'en',
  receivedAt: noon,
  expiresAt: null,
  ...change,
});

export const fakeDecision = (change: Partial<Decision> = {}): Decision => ({
  outcome: 'suspended',
  facts: 'The page shows the name and picture of somebody else.',
  ground: 'Terms, fraud',
  foundByMachine: false,
  by: 'grace@example.com',
  at: noon,
  until: null,
  ...change,
});

/** Typed builders of monthly tips and of Stripe's answers about them. */

const day = 24 * 60 * 60_000;

/** The end of the first period of a monthly tip that began at `noon`. */
export const monthLater = noon + 31 * day;

export function fakeMonthly(given: Partial<Monthly> = {}): Monthly {
  return {
    v: 1,
    rev: 1,
    monthlyId: 'tip1',
    ownerUid: 'ada-uid',
    handle: 'ada',
    livemode: false,
    mode: 'connect',
    currency: 'eur',
    every: 'month',
    amount: 537,
    tipAmount: 500,
    coverAmount: 37,
    shareBps: 0,
    consent: { words: '€5.37 today, then …', wordsVersion: 1, language: 'en', at: noon },
    amountConsents: [],
    fan: { name: 'Grace', anonymous: false },
    source: { origin: 'https://example.com', for: null, placement: null },
    stripe: {
      accountId: 'acct_ada',
      checkoutSessionId: 'cs_1',
      subscriptionId: null,
      itemId: null,
      customerId: null,
      productId: 'prod_1',
      latestInvoiceId: null,
    },
    ...notBegun,
    requestHash: 'hash',
    createdAt: noon,
    updatedAt: noon,
    syncedAt: null,
    ...given,
  };
}

export function fakeSubscription(given: Partial<SubscriptionSnapshot> = {}): SubscriptionSnapshot {
  return {
    id: 'sub_1',
    status: 'active',
    livemode: false,
    tipId: 'tip1',
    uid: 'ada-uid',
    customerId: 'cus_1',
    item: {
      id: 'si_1',
      amount: 537,
      currency: 'eur',
      interval: 'month',
      intervalCount: 1,
      periodStart: noon,
      periodEnd: monthLater,
    },
    startedAt: noon,
    cancelAtPeriodEnd: false,
    cancelAt: null,
    endedAt: null,
    cancelReason: null,
    collectionPaused: null,
    card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 },
    latestInvoiceId: 'in_1',
    ...given,
  };
}

/** The paid first invoice. */
export function fakeInvoice(given: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot {
  return {
    id: 'in_1',
    status: 'paid',
    isFirst: true,
    createdAt: noon,
    from: noon,
    to: monthLater,
    currency: 'eur',
    amountDue: 537,
    amountPaid: 537,
    attempted: true,
    attempts: 1,
    nextAttemptAt: null,
    paidAt: noon + 1000,
    payments: [{ paymentIntentId: 'pi_1', isPaid: true }],
    needsAction: false,
    ...given,
  };
}

/** The invoice of the second period, whose card was declined. */
export const openInvoice = (given: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot =>
  fakeInvoice({
    id: 'in_2',
    status: 'open',
    isFirst: false,
    createdAt: monthLater,
    from: monthLater,
    to: monthLater + 30 * day,
    amountPaid: 0,
    nextAttemptAt: monthLater + day,
    paidAt: null,
    payments: [{ paymentIntentId: 'pi_2', isPaid: false }],
    ...given,
  });

/** Stripe's answer about a monthly tip whose first period was paid. */
export function fakeMonthlySnapshot(given: Partial<MonthlySnapshot> = {}): MonthlySnapshot {
  return {
    askedAt: noon + 60_000,
    session: null,
    subscription: fakeSubscription(),
    invoices: [fakeInvoice()],
    ...given,
  };
}

/** Typed builders of events and channels. */

export const fakeEventTip = (given: Partial<EventTip> = {}): EventTip => ({
  tipId: 'tip1',
  rev: 3,
  currency: 'usd',
  amount: 546,
  tipAmount: 500,
  delta: { count: 1, gross: 546, refunded: 0, disputed: 0 },
  ...given,
});

export function fakeEvent(
  fact: EventFact = { type: 'tip.paid' },
  given: Partial<OutboxEvent> = {},
): OutboxEvent {
  const isOfTip = fact.type.startsWith('tip.');
  return {
    v: 1,
    id: `tip1-3-${fact.type}`,
    type: fact.type,
    fact,
    at: noon,
    livemode: false,
    tip: isOfTip ? fakeEventTip() : null,
    state: 'new',
    due: [],
    relayedAt: null,
    expiresAt: noon + eventLifetime,
    ...given,
  };
}

export const fakeChannel = (given: Partial<Channel> = {}): Channel => ({
  kind: 'mail',
  label: 'My mail',
  state: 'on',
  end: null,
  problem: null,
  events: defaultTypes,
  minimum: {},
  mode: 'each',
  audience: 'private',
  words: true,
  hint: 'a…@example.com',
  createdAt: noon,
  lastOkAt: null,
  failures: 0,
  failingSince: null,
  ...given,
});

export const fakeChannels = (
  channels: Readonly<Record<string, Channel>>,
  given: Partial<Channels> = {},
): Channels => ({ v: 1, zone: 'Europe/Berlin', language: 'en', quiet: null, channels, ...given });

export const fakeOverlay = (
  settings: Partial<OverlaySettings> = {},
  given: Partial<OwnOverlay> = {},
): OwnOverlay => ({
  v: 1,
  key: 'ada-key',
  createdAt: noon,
  handle: 'ada',
  settings: { ...newOverlaySettings, ...settings },
  live: newOverlayLive,
  ...given,
});

export const fakeAlert = (given: Partial<OverlayAlert> = {}): OverlayAlert => ({
  v: 1,
  id: 'tip1',
  kind: 'tip',
  amount: 500,
  currency: 'usd',
  name: 'Grace',
  message: 'Thank you',
  of: null,
  livemode: true,
  at: noon,
  approvedAt: null,
  expiresAt: noon + alertLifetime,
  ...given,
});

/** Typed builders of messages. */

export const fakeNotifiedTip = (given: Partial<NotifiedTip> = {}): NotifiedTip => ({
  tipId: 'tip1',
  rev: 2,
  state: 'paid',
  livemode: true,
  currency: 'usd',
  amount: 500,
  tipAmount: 500,
  coverAmount: 0,
  refunded: 0,
  disputed: 0,
  fees: null,
  paidAt: noon,
  anonymous: false,
  privateMessage: false,
  hidesAmount: false,
  words: 'visible',
  name: 'Kim',
  message: 'Lovely!',
  for: null,
  placement: null,
  site: null,
  ...given,
});

export const fakeNotifiedEvent = (given: Partial<NotifiedEvent> = {}): NotifiedEvent => ({
  id: 'event1',
  at: noon,
  livemode: true,
  fact: { type: 'tip.paid' },
  tip: fakeNotifiedTip(),
  ...given,
});

/** A message of these events, whose sums fit them. */
export function fakeMessage(
  events: readonly NotifiedEvent[],
  given: Partial<NotifiedMessage> = {},
): NotifiedMessage {
  const paid = events.flatMap(({ fact, tip }) => (fact.type === 'tip.paid' && tip ? [tip] : []));
  const currencies = [...new Set(paid.map(({ currency }) => currency))];
  return {
    kind: 'told',
    id: 'message1',
    events,
    sums: currencies.map((currency) => {
      const same = paid.filter((tip) => tip.currency === currency);
      return { currency, count: same.length, amount: same.reduce((all, { amount }) => all + amount, 0) };
    }),
    unlisted: 0,
    takenBack: 0,
    since: events[0]?.at ?? noon,
    digest: null,
    ...given,
  };
}

/** One fact for each sentence. */
export const everyFact: readonly EventFact[] = [
  { type: 'tip.paid' },
  { type: 'tip.held', reason: 'payment-mismatch:amount' },
  ...(['owner', 'fan', 'stripe'] as const).map((by): EventFact => ({
    type: 'tip.refunded',
    refunded: 500,
    change: 200,
    by,
  })),
  { type: 'tip.refund_failed', refunded: 0, change: 500 },
  { type: 'tip.disputed', status: 'inquiry', amount: 500, dueBy: null },
  { type: 'tip.disputed', status: 'open', amount: 500, dueBy: noon },
  ...(['won', 'lost', 'prevented', 'none'] as const).map((status): EventFact => ({
    type: 'tip.dispute_closed',
    status,
    amount: 500,
  })),
  { type: 'tip.warning', warning: 'made_with_stolen_card', actionable: true },
  { type: 'tip.warning', warning: 'made_with_stolen_card', actionable: false },
  { type: 'tip.updated' },
  { type: 'tip.replied' },
  { type: 'tip.needs_review' },
  ...(['month', 'year'] as const).flatMap((every): readonly EventFact[] => {
    const monthly = { monthlyId: 'm1', currency: 'usd', amount: 500, every } as const;
    return [
      { type: 'monthly.started', ...monthly },
      { type: 'monthly.failing', nextAt: noon, ...monthly },
      { type: 'monthly.failing', nextAt: null, ...monthly },
      { type: 'monthly.ended', paidUntil: noon, reason: 'fan', ...monthly },
      { type: 'monthly.ended', paidUntil: null, reason: null, ...monthly },
    ];
  }),
  { type: 'payout.paid', payoutId: 'po_1', currency: 'usd', amount: 24_981 },
  { type: 'payout.failed', payoutId: 'po_1', currency: 'etb', amount: 24_981 },
  ...(['none', 'pending', 'active', 'restricted', 'unsupported', 'disconnected', 'paused'] as const).map(
    (to): EventFact => ({
      type: 'payments.state_changed',
      from: to === 'active' ? 'pending' : 'active',
      to,
      dueAt: null,
      needsData: to === 'restricted',
    }),
  ),
  { type: 'payments.state_changed', from: 'active', to: 'active', dueAt: noon, needsData: true },
  { type: 'payments.state_changed', from: 'pending', to: 'active', dueAt: noon, needsData: true },
  { type: 'link.dead', linkId: 'a', url: 'https://example.com/a', state: 'gone', since: noon },
  { type: 'link.dead', linkId: 'a', url: 'https://example.com/a', state: 'unreachable', since: noon },
  { type: 'link.back', linkId: 'a', url: 'https://example.com/a' },
  { type: 'profile.published', revision: 3, handle: 'ada' },
  { type: 'channel.added', channelId: 'c', kind: 'mail', label: 'Work' },
  ...channelEnds.map((why): EventFact => ({
    type: 'channel.disabled',
    channelId: 'c',
    kind: 'mail',
    label: 'Work',
    why,
  })),
  { type: 'channel.failing', channelId: 'c', kind: 'mail', label: 'Work', since: noon },
  { type: 'test.ping' },
];

/** The same JSON with two more fields in every object, as newer functions may send it to a script of an earlier release. */
export function newerAnswer(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(newerAnswer);
  if (typeof json !== 'object' || json === null) return json;
  const fields = Object.fromEntries(Object.entries(json).map(([key, value]) => [key, newerAnswer(value)]));
  return { newField: { inside: [1, { deep: true }] }, ...fields, another: null };
}
