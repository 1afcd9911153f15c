import type { AnsweredLine } from '@busker/core/books/books-api';
import { payoutSums, type Payout } from '@busker/core/books/payout';
import type {
  ModeratedReport,
  Objection,
  OwnRestriction,
  OwnerCase,
} from '@busker/core/dashboard-api/moderation-api';
import type { ModeratedMail } from '@busker/core/dashboard-api/owner-api';
import type { DraftLink } from '@busker/core/links/link';
import { noContribution } from '@busker/core/money/money';
import type { Monthly } from '@busker/core/monthly/monthly';
import type { Channel } from '@busker/core/outbox/channel';
import { deliveryLifetime, type Delivery } from '@busker/core/outbox/outbox-event';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import { emptyDraft, type Draft } from '@busker/core/profile/draft';
import { inOrder, toPublicProfile, publishedProfile, type StoredProfile } from '@busker/core/profile/profile';
import { fakeChannel, fakeMonthly } from '@busker/core/testing/fakes';
import type { Tip } from '@busker/core/tip/tip';
import type { OwnerUser } from '../data/backend';
import german from '../messages/de.json?all';
import english from '../messages/en.json?all';
import spanish from '../messages/es.json?all';
import type { MessageId } from '../messages/message-ids';
import type { FakeBackend } from './fake-backend';

/** Typed samples for tests and stories; each factory takes the fields that matter. */
export const makeUser = (given: Partial<OwnerUser> = {}): OwnerUser => ({
  uid: 'uid-ada',
  email: 'ada@example.com',
  emailVerified: true,
  displayName: null,
  photoUrl: null,
  phoneNumber: null,
  isGuest: false,
  tenantId: null,
  providers: [
    {
      providerId: 'password',
      uid: 'ada@example.com',
      email: 'ada@example.com',
      displayName: null,
      phoneNumber: null,
    },
  ],
  createdAt: Date.UTC(2026, 3, 2),
  lastSignInAt: Date.UTC(2026, 10, 19, 8),
  ...given,
});

export const makeLink = (given: Partial<DraftLink> = {}): DraftLink => ({
  url: 'https://instagram.com/ada',
  label: 'Instagram',
  order: 1,
  on: true,
  ...given,
});

export const makeDraft = (given: Partial<Draft> = {}): Draft => ({
  ...emptyDraft,
  revision: 7,
  handle: 'ada',
  name: 'Ada Lovelace',
  bio: 'Notes on engines, numbers and music. I write a letter each month and play the harp badly.',
  links: {
    k1: makeLink(),
    k2: makeLink({ url: 'https://x.com/ada', label: 'X', order: 2 }),
    k3: makeLink({ url: 'https://www.youtube.com/@ada', label: 'YouTube', order: 3 }),
    k4: makeLink({ url: 'https://ada.example/letters', label: 'Monthly letter', order: 4, on: false }),
  },
  updatedAt: Date.UTC(2026, 10, 19, 9),
  ...given,
});

/** The published profile of `makeDraft()`. */
export const makePublished = (given: Partial<StoredProfile> = {}): StoredProfile => ({
  ...publishedProfile(makeDraft(), {
    uid: 'uid-ada',
    previous: null,
    picture: null,
    linkPictures: [],
    now: Date.UTC(2026, 10, 19, 9, 30),
  }),
  ...given,
});

/** Ready for tips in dollars. */
export const makePayments = (given: Partial<PaymentsState> = {}): PaymentsState => ({
  v: 1,
  mode: 'connect',
  accountId: 'acct_1',
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
  checkedAt: Date.UTC(2026, 10, 19),
  updatedAt: Date.UTC(2026, 10, 19),
  ...given,
});

export const makeRestriction = (given: Partial<OwnRestriction> = {}): OwnRestriction => ({
  state: 'hidden',
  scope: [],
  reason: 'The picture is not yours.',
  since: Date.UTC(2026, 10, 20, 12),
  until: null,
  decisionId: null,
  ...given,
});

/** A report about Ada's page that waits for a decision. */
export const makeReport = (given: Partial<ModeratedReport> = {}): ModeratedReport => ({
  id: 'aabbccddeeff',
  state: 'received',
  kind: 'fraud',
  address: 'https://busker.example/@ada',
  subject: { uid: 'uid-ada', handle: 'ada' },
  ground: 'Terms, fraud',
  why: 'She is not Ada.',
  name: 'Zoe',
  receivedAt: Date.UTC(2026, 10, 20, 12),
  decision: null,
  ...given,
});

/** Ada's page, as an admin finds it. */
export const makeOwnerCase = (given: Partial<OwnerCase> = {}): OwnerCase => ({
  uid: 'uid-ada',
  handle: 'ada',
  aliases: [],
  card: toPublicProfile(makePublished(), makePayments(), 'https://busker.example', Date.UTC(2026, 10, 20, 12))
    .profile,
  links: inOrder(makePublished().links).map(([id, { label, url }]) => ({ part: `link:${id}`, label, url })),
  restriction: null,
  openPayments: 0,
  deletedAt: null,
  possible: ['limit', 'pause-payments', 'hide', 'suspend'],
  hideDays: 7,
  reports: [],
  acts: [],
  ...given,
});

/** An objection of Ada that waits for an answer. */
export const makeObjection = (given: Partial<Objection> = {}): Objection => ({
  id: 'uid-ada_1',
  from: 'owner',
  uid: 'uid-ada',
  handle: 'ada',
  measure: 'suspended',
  since: Date.UTC(2026, 10, 20, 12),
  reason: 'The picture is not yours.',
  decidedBy: 'mo@host.example',
  reportId: null,
  text: 'I took the picture myself.',
  madeAt: Date.UTC(2026, 10, 21, 9),
  answer: null,
  mayAnswer: 'yes',
  ...given,
});

/** A mail that nobody has sent. */
export const makeMail = (given: Partial<ModeratedMail> = {}): ModeratedMail => ({
  id: 'mail1',
  state: 'waiting',
  subject: 'We have your report aabbccddeeff',
  to: 'zoe@example.com',
  text: 'Thank you for your report.',
  failure: null,
  createdAt: Date.UTC(2026, 10, 20, 12),
  ...given,
});

let tipCount = 0;

/** A paid tip of five dollars, with a new id per call. */
export function makeTip(given: Partial<Tip> = {}): Tip {
  tipCount += 1;
  const amount = given.amount ?? 500;
  const at = given.payment?.succeededAt ?? Date.UTC(2026, 10, 20, 12, 0, tipCount);
  return {
    v: 1,
    rev: 3,
    tipId: `tip${tipCount}`,
    ownerUid: 'uid-ada',
    handle: 'ada',
    livemode: false,
    mode: 'sandbox',
    surface: 'elements',
    currency: 'usd',
    amount,
    tipAmount: amount,
    coverAmount: 0,
    applicationFee: 0,
    fan: { name: 'Mary', message: 'Loved the piece on Bernoulli numbers!', anonymous: false, country: 'GB' },
    moderation: { state: 'visible', reasons: [] },
    reply: null,
    source: {
      origin: 'https://ada.example',
      for: 'Notes on the engine',
      placement: null,
    },
    stripe: {
      accountId: 'acct_1',
      paymentIntentId: `pi_${tipCount}`,
      checkoutSessionId: null,
      chargeId: `ch_${tipCount}`,
      balanceTransactionId: null,
      paymentMethodType: 'card',
      brand: 'visa',
      last4: '4242',
    },
    payment: { status: 'succeeded', attempts: 1, lastError: null, succeededAt: at },
    refund: { status: 'none', refunded: 0, pending: 0 },
    dispute: { status: 'none', amount: 0, disputeId: null, dueBy: null },
    warning: null,
    risk: null,
    fees: { estimated: 45, stripe: null, application: null, net: null, settlementCurrency: null },
    returned: null,
    state: 'paid',
    contrib: { ...noContribution, count: 1, gross: amount },
    requestHash: 'hash',
    amountChange: null,
    amountSequence: 0,
    keyRound: 0,
    ways: ['card', 'link'],
    sealedSecret: null,
    eraseTextsAt: null,
    createdAt: at - 20_000,
    updatedAt: at,
    syncedAt: at,
    ...given,
  };
}

/** A tip whose card was declined; the fan may try another one. */
export const declinedTip: Partial<Tip> = {
  tipId: 'declined',
  state: 'pending',
  payment: {
    status: 'awaiting',
    attempts: 1,
    lastError: { code: 'card_declined', declineCode: null, at: 1 },
    succeededAt: null,
  },
  contrib: noContribution,
};

/** A confirmed mail channel that works. */
export const makeChannel = (given: Partial<Channel> = {}): Channel =>
  fakeChannel({
    label: 'Email',
    createdAt: Date.UTC(2026, 10, 19, 12),
    lastOkAt: Date.UTC(2026, 10, 20, 12),
    ...given,
  });

export const makeWebhook = (given: Partial<Channel> = {}): Channel =>
  makeChannel({ kind: 'webhook', label: 'My server', hint: 'hooks.example.com', ...given });

/** One that arrived at the first try. */
export const makeDelivery = (given: Partial<Delivery> = {}): Delivery => {
  const createdAt = given.createdAt ?? Date.UTC(2026, 10, 20, 12);
  return {
    v: 1,
    id: 'delivery-1',
    channelId: 'hook',
    eventId: 'event-1',
    type: 'tip.paid',
    state: 'done',
    attempt: 1,
    nextAt: null,
    claimedAt: null,
    tries: [{ at: createdAt + 900, ms: 120, status: 200, problem: null, text: 'ok' }],
    createdAt,
    expiresAt: createdAt + deliveryLifetime,
    ...given,
  };
};

const makePayout = (given: Partial<Payout> = {}): Payout => ({
  id: 'po_1',
  amount: 955,
  currency: 'usd',
  status: 'paid',
  createdAt: Date.UTC(2026, 10, 18),
  arrivesAt: Date.UTC(2026, 10, 20),
  contents: 'listed',
  failureCode: null,
  ...given,
});

const makeLine = (given: Partial<AnsweredLine> = {}): AnsweredLine => ({
  id: 'txn_1',
  kind: 'tip',
  bookedAt: Date.UTC(2026, 10, 16, 12),
  amount: 1000,
  fee: 45,
  paymentIntentId: 'pi_1',
  about: null,
  tip: { tipId: 'tip-1', fan: 'Jörg' },
  ...given,
});

/** Adds a payout of these lines, which is newer than those before. */
export function payOut(
  { payouts }: FakeBackend,
  lines: readonly Partial<AnsweredLine>[],
  given: Partial<Payout> = {},
): void {
  const id = given.id ?? `po_${payouts.payouts.length + 1}`;
  const made = lines.map((line, at) => makeLine({ id: `txn_${id}_${at}`, ...line }));
  payouts.payouts.unshift(makePayout({ amount: payoutSums(made).total, ...given, id }));
  payouts.lines.set(id, made);
}

/** Grace, who has given every month for two months. */
export const fakeSupporter = (given: Partial<Monthly> = {}): Monthly => {
  const monthly = fakeMonthly({
    monthlyId: 'm1',
    state: 'active',
    stripeStatus: 'active',
    startedAt: Date.UTC(2026, 8, 28),
    periodEnd: Date.UTC(2026, 11, 28),
    nextChargeAt: Date.UTC(2026, 11, 28),
    lastPaidAt: Date.UTC(2026, 10, 28),
    paidCycles: 3,
    card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 },
    contrib: { active: 1, perYear: 537 * 12 },
    ...given,
  });
  const stripe = { ...monthly.stripe, subscriptionId: 'sub_1', customerId: 'cus_1' };
  return { ...monthly, stripe: given.stripe ?? stripe };
};

type EveryText = Readonly<Record<MessageId, string>>;

/** Every text of the dashboard, at once, for tests that read it. That each is there is tested in scripts/messages. */
export const en = english as EveryText;
export const de = german as EveryText;
export const es = spanish as EveryText;
