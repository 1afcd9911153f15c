import type { Blocks } from '../blocks/block';
import { emptyDraft, type Draft } from '../profile/draft';
import type { ChargeSnapshot, IntentSnapshot, PaymentSnapshot } from '../tip-state/payment-snapshot';
import type { PaymentsState } from '../payments/payments-state';
import type { Standing } from '../moderation/standing';
import { publishedProfile, type StoredProfile } from '../profile/stored-profile';
import type { Tip } from '../tip/tip';
import { noContribution } from '../money/money';

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
