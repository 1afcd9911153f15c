import {
  preferencesDocument,
  defaultPreferences,
  deletionDocument,
  deletionOf,
} from '../account/account-document';
import { beatAt, heartbeatDocument, watchedFrom } from '../jobs/job-document';
import {
  consentDocument,
  monthlyDocument,
  monthlyLogEntryDocument,
  supportDelta,
  monthlySetupDocument,
  type KeptConsent,
} from '../money-documents/monthly-document';
import {
  booksDocument,
  feesDocument,
  feesReadDocument,
  ledgerDocument,
  ledgerEntryDocument,
  ledgerEntryOf,
  payoutReadDocument,
  paymentsDocument,
  stripeEventDocument,
  stripePaymentDocument,
} from '../money-documents/stripe-account-document';
import {
  totalsShardDocument,
  refundRequestDocument,
  thanksDocument,
  tipDocument,
  tipLogEntryDocument,
  type RefundRequest,
  tipWatchDocument,
} from '../money-documents/tip-document';
import { cycleTip, projectMonthly, outOfReach } from '../monthly/monthly-projection';
import {
  channelKeysDocument,
  channelSecretDocument,
  channelsDocument,
  deliveryDocument,
  paceDocument,
} from '../outbox-documents/channels-document';
import { eventDocument } from '../outbox-documents/event-document';
import type { EventFact } from '../outbox/outbox-event';
import { pageOf } from '../overlay/overlay';
import { overlayAlertDocument, overlayPageDocument, ownOverlayDocument } from '../overlay/overlay-document';
import {
  draftDocument,
  handleClaimDocument,
  linksHealthDocument,
  profileDocument,
  type HandleClaim,
  type LinksHealth,
} from '../profile-documents/profile-document';
import { projectTip } from '../tip-state/tip-projection';
import { supporterDocument, type StoredSupporter } from '../wall/wall-document';
import { accountRows, countRows, storedRow, type StoredRow, jobRows, reportRows } from './account-rows';
import {
  fakeBlocks,
  fakeDraft,
  fakePayments,
  fakeProfile,
  fakeSnapshot,
  fakeTip,
  noon,
  fakeMonthly,
  fakeMonthlySnapshot,
  fakeSubscription,
  openInvoice,
  fakeAlert,
  fakeChannel,
  fakeChannels,
  fakeEvent,
  fakeOverlay,
} from './fakes';

const active = projectMonthly(fakeMonthly(), fakeMonthlySnapshot());
const overdue = projectMonthly(
  { ...active, asked: { what: 'end', reason: 'overdue', at: noon } },
  fakeMonthlySnapshot({ subscription: fakeSubscription({ status: 'past_due' }), invoices: [openInvoice()] }),
);
const first = fakeTip();

const amountConsent = { ...active.consent, amount: 800, words: '€8.00 from …' };

const keptConsent: KeptConsent = {
  v: 1,
  uid: active.ownerUid,
  monthlyId: active.monthlyId,
  accountId: active.stripe.accountId,
  subscriptionId: active.stripe.subscriptionId,
  every: active.every,
  amount: active.amount,
  currency: active.currency,
  consent: active.consent,
  amountConsent: null,
  endedAt: null,
  removeAt: noon,
};
const unpaid = fakeTip({
  cycle: { monthlyId: 'tip1', number: 1, invoiceId: null, subscriptionId: null, period: null },
});

/** The documents of monthly tips, for the tests of all stored documents. */
export const monthlyRows = [
  ...storedRow('new monthly tip', fakeMonthly(), monthlyDocument),
  ...storedRow('active monthly tip', active, monthlyDocument),
  ...storedRow(
    'monthly tip whose fan has changed the amount',
    { ...active, amountConsents: [amountConsent] },
    monthlyDocument,
  ),
  ...storedRow('overdue monthly tip', overdue, monthlyDocument),
  ...storedRow('monthly tip of a disconnected account', outOfReach(active, noon), monthlyDocument),
  ...storedRow('consent of an account that was deleted', keptConsent, consentDocument),
  ...storedRow(
    'consent of a monthly tip that ended',
    { ...keptConsent, amountConsent, endedAt: noon },
    consentDocument,
  ),
  ...storedRow(
    'payment of an invoice',
    { v: 1 as const, uid: 'ada-uid', tipId: 'tip2', invoiceId: 'in_2' },
    stripePaymentDocument,
  ),
  ...storedRow(
    'setup of monthly tips',
    {
      v: 1 as const,
      accountId: 'acct_ada',
      productId: 'prod_1',
      productName: 'Monthly tip for @ada',
      portal: { configurationId: 'bpc_1', version: 1, loginUrl: 'https://billing.stripe.com/p/login/1' },
    },
    monthlySetupDocument,
  ),
  ...storedRow(
    'log of a monthly tip',
    {
      v: 1 as const,
      rev: 2,
      cause: 'webhook' as const,
      eventId: 'evt_1',
      from: fakeMonthly().state,
      to: active.state,
      delta: supportDelta(fakeMonthly().contrib, active.contrib),
      at: noon,
    },
    monthlyLogEntryDocument,
  ),
  ...storedRow('first tip of a monthly tip', unpaid, tipDocument),
  ...storedRow(
    'tip of a later period',
    cycleTip(active, openInvoice(), { tipId: 'tip2', first, keepTipsYears: 7 }) ?? first,
    tipDocument,
  ),
];

const facts: readonly EventFact[] = [
  { type: 'tip.paid' },
  { type: 'tip.disputed', status: 'open', amount: 5, dueBy: noon },
  { type: 'tip.disputed', status: 'inquiry', amount: 5, dueBy: null },
  { type: 'payments.state_changed', from: 'active', to: 'restricted', dueAt: noon, needsData: true },
  { type: 'link.dead', linkId: 'l1', url: 'https://a.example/', state: 'gone', since: noon },
  { type: 'channel.failing', channelId: 'c1', kind: 'mail', label: 'My mail', since: noon },
  { type: 'channel.disabled', channelId: 'c1', kind: 'mail', label: 'My mail', why: 'gone' },
];

const secret = {
  v: 2,
  form: 'sealed',
  uid: 'ada-uid',
  sealed: 'c2VhbGVk',
  offDigest: 'd',
  code: null,
} as const;

const keys = { credentials: { kind: 'mail', address: null }, offToken: 'off' } as const;
const secretWithCode = { ...secret, code: { digest: 'd', expiresAt: noon, tries: 1 } };

/** The rows of the outbox, for the tests that cover all document types. */
export const outboxRows: readonly StoredRow[] = [
  ...facts.flatMap((fact) => storedRow(`outbox event ${fact.type}`, fakeEvent(fact), eventDocument)),
  ...storedRow(
    'channels',
    fakeChannels({
      c1: fakeChannel({ lastOkAt: noon, failingSince: noon, failureToldAt: 5, slowAt: 6 }),
      c2: fakeChannel(),
    }),
    channelsDocument,
  ),
  ['channel secret', secret, channelSecretDocument.encode(secret), channelSecretDocument.decode],
  [
    'channel secret with a code',
    secretWithCode,
    channelSecretDocument.encode(secretWithCode),
    channelSecretDocument.decode,
  ],
  ['keys of a channel', { v: 1, ...keys }, channelKeysDocument.encode(keys), channelKeysDocument.decode],
  ...storedRow('overlay', fakeOverlay({ minimum: { usd: 200 } }), ownOverlayDocument),
  ...storedRow('page of an overlay', pageOf(fakeOverlay()), overlayPageDocument),
  ...storedRow('alert', fakeAlert({ approvedAt: noon }), overlayAlertDocument),
  ...storedRow(
    'delivery',
    {
      v: 1 as const,
      id: 'd1',
      channelId: 'c1',
      eventId: 'e1',
      type: 'tip.paid' as const,
      state: 'waiting' as const,
      attempt: 1,
      nextAt: noon,
      claimedAt: null,
      tries: [{ at: noon, ms: 12, status: 500, problem: 'server-error' as const, text: 'no' }],
      createdAt: noon,
      expiresAt: noon,
    },
    deliveryDocument,
  ),
  ...storedRow(
    'pace',
    {
      v: 1 as const,
      nextAt: noon,
      turns: {
        c1: {
          nextAt: noon,
          lastAt: noon,
          claimedAt: null,
          attempt: 0,
          sentToday: 1,
          day: '2026-11-22',
          firstTip: 'due' as const,
        },
      },
      rests: { c2: { until: noon, step: 1 } },
    },
    paceDocument,
  ),
  ...storedRow(
    'tip watch',
    {
      v: 1 as const,
      uid: 'ada-uid',
      subscriptions: [
        { endpoint: 'https://push.example/p', p256dh: 'p', auth: 'a', vapidKey: 'k', lang: 'de' as const },
      ],
      mails: [{ address: 'sealed', lang: 'de' as const }],
      dueAt: null,
      attempt: 0,
      expiresAt: noon,
    },
    tipWatchDocument,
  ),
];

export const storedRefund: RefundRequest = {
  v: 1,
  requestId: 'r1',
  amount: 200,
  reason: 'requested_by_customer',
  by: 'owner',
  status: 'requested',
  stripeRefundId: null,
  failureReason: null,
  keyRound: 0,
  keptErrorAt: null,
  createdAt: noon,
  updatedAt: noon,
};
const claim: HandleClaim = {
  v: 1,
  handle: 'ada',
  uid: 'ada-uid',
  state: 'live',
  claimedAt: noon,
  usedAt: null,
};
export const paidTipValue = projectTip(fakeTip(), fakeSnapshot());
const declined = fakeTip({
  payment: {
    status: 'awaiting',
    attempts: 1,
    lastError: { code: 'card_declined', declineCode: null, at: noon },
    succeededAt: null,
  },
});
const { warning, fan } = { warning: { type: 'fraud', actionable: true, at: noon }, fan: fakeTip().fan };
const noTexts = { fan: { ...fan, name: null, message: null }, eraseTextsAt: null };
const warned = fakeTip({ warning, ...noTexts, syncedAt: noon });
const keptBack = fakeTip({ fan: { ...fan, privateMessage: true, hidesAmount: true } });
const health: LinksHealth = {
  v: 1,
  uid: 'ada-uid',
  links: {
    k1: {
      url: 'https://a.example/',
      state: 'moved',
      status: 301,
      movedTo: 'https://b.example/',
      since: noon,
      checkedAt: noon,
    },
  },
  checkedAt: noon,
  nextCheckAt: noon,
};
const supporter: StoredSupporter = {
  v: 1,
  name: 'Grace',
  message: null,
  amount: 500,
  currency: 'usd',
  livemode: true,
  at: noon,
};
const picture = {
  sha256: 'a'.repeat(64),
  type: 'image/webp',
  slot: 'picture-a',
  generation: '7',
  size: null,
} as const;

/** Values of the document types, stored and with their decoders; more than one where a type has several forms. */
const refundedTwice: typeof paidTipValue = {
  ...paidTipValue,
  returned: {
    refundNet: -300,
    disputeNet: 0,
    disputeFee: 0,
    refundedAt: noon + 2000,
    disputedAt: null,
    refundsMade: [
      { at: noon + 1000, net: -100, amount: 100 },
      { at: noon + 2000, net: -200, amount: 200 },
    ],
    refundsFailed: [{ madeAt: noon + 1500, took: -100, at: noon + 5000, net: 100, amount: 100 }],
    refundFailedAt: noon + 5000,
    disputesMoved: [
      { at: noon + 3000, net: -1700, fee: 1500, amount: 200 },
      { at: noon + 9000, net: 200, fee: 0, amount: -200 },
    ],
    disputeMovedAt: noon + 9000,
  },
};

const emptyBookSum = {
  currency: 'usd' as const,
  bookedIn: 'usd',
  count: 0,
  received: 0,
  refunded: 0,
  disputed: 0,
  booked: {
    received: 0,
    stripeFee: 0,
    hostShare: 0,
    refunds: 0,
    disputes: 0,
    disputeFee: 0,
    kept: 0,
  },
};

export const documentRows: readonly StoredRow[] = [
  ...storedRow('tip', fakeTip(), tipDocument),
  ...storedRow('private tip', keptBack, tipDocument),
  ...storedRow('paid tip', paidTipValue, tipDocument),
  ...storedRow('tip refunded twice', refundedTwice, tipDocument),
  ...storedRow('declined tip', declined, tipDocument),
  ...storedRow('warned tip', warned, tipDocument),
  ...storedRow('link health', health, linksHealthDocument),
  ...storedRow('supporter', supporter, supporterDocument),
  ...storedRow('profile', fakeProfile({ picture }), profileDocument),
  ...storedRow('profile', fakeProfile({ blocks: fakeBlocks }), profileDocument),
  ...storedRow('draft', fakeDraft(), draftDocument),
  ...storedRow('draft', fakeDraft({ blocks: fakeBlocks }), draftDocument),
  ...storedRow('payments', fakePayments(), paymentsDocument),
  ...storedRow('handle', claim, handleClaimDocument),
  ...storedRow('refund', storedRefund, refundRequestDocument),
  ...storedRow(
    'log',
    {
      v: 1 as const,
      rev: 2,
      cause: 'webhook' as const,
      eventId: 'evt_1',
      from: { payment: 'awaiting' as const, state: 'pending' as const },
      to: { payment: 'succeeded' as const, state: 'paid' as const },
      delta: { count: 1, gross: 546, refunded: 0, disputed: 0 },
      at: noon,
    },
    tipLogEntryDocument,
  ),
  ...storedRow(
    'totals',
    { v: 1 as const, currency: 'usd' as const, count: 1, gross: 546, refunded: 0, disputed: 0 },
    totalsShardDocument,
  ),
  ...storedRow(
    'event',
    {
      v: 1 as const,
      eventId: 'evt_1',
      type: 'charge.refunded',
      accountId: null,
      objectId: 'ch_1',
      attempts: 1,
      receivedAt: noon,
      doneAt: null,
      expiresAt: noon + 1,
    },
    stripeEventDocument,
  ),
  ...storedRow('preferences', defaultPreferences, preferencesDocument),
  ...storedRow(
    'ledger',
    { v: 1 as const, uid: 'ada-uid', handles: ['ada'], accountId: null, deletedAt: noon },
    ledgerDocument,
  ),
  ...reportRows,
  ...jobRows,
  ...monthlyRows,
  ...outboxRows,
  ...storedRow(
    'fees',
    {
      v: 1 as const,
      accountId: 'acct_ada',
      livemode: false,
      month: '2026-11',
      lines: [{ id: 'txn_1', at: noon, currency: 'usd', amount: 4 }],
    },
    feesDocument,
  ),
  ...storedRow(
    'payout read',
    {
      v: 1 as const,
      payoutId: 'po_1',
      createdAt: noon,
      arrivesAt: noon,
      readAt: noon,
      next: null,
      movements: 'tip pi_1 1\n',
    },
    payoutReadDocument,
  ),
  ...storedRow(
    'books',
    {
      v: 1 as const,
      yearStart: '04-06',
      closed: [
        {
          from: '2025-04-06',
          until: '2026-04-05',
          zone: 'Europe/London',
          closedAt: noon,
          months: [{ month: '2026-03', sums: [{ ...emptyBookSum, count: 2, received: 1000 }] }],
          countries: [{ country: null, sums: [{ ...emptyBookSum, count: 2, received: 1000 }] }],
          feesApart: ['mobilepay'],
          fees: [{ month: '2026-04', sums: [{ currency: 'usd', amount: 12 }] }],
        },
      ],
    },
    booksDocument,
  ),
  ...storedRow(
    'thanks',
    {
      v: 1 as const,
      runs: [
        {
          requestId: '0f9b1c2d-3e4f-4a5b-8c6d-000000000001',
          at: noon,
          again: false,
          text: 'Thank you, {name}!',
          tips: ['tip1'],
          nameless: 'friend',
          isSent: false,
          done: 0,
          told: 1,
          notified: 0,
          mailed: 0,
          unnoticed: 1,
          left: { answered: 0, late: 0, unpaid: 0, gone: 0 },
        },
      ],
    },
    thanksDocument,
  ),
  ...storedRow(
    'fees read',
    { v: 1 as const, accounts: [{ accountId: null, livemode: true, until: noon }] },
    feesReadDocument,
  ),
  ...storedRow('deletion', deletionOf('ada-uid', noon), deletionDocument),
  ...storedRow('heartbeat', beatAt(noon, 300_000, 12), heartbeatDocument),
  ...storedRow('heartbeat before', watchedFrom(noon, 300_000, undefined), heartbeatDocument),
  ...storedRow('ledger entry', ledgerEntryOf(paidTipValue), ledgerEntryDocument),
  ...countRows,
  ...accountRows,
];
