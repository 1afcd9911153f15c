import {
  preferencesDocument,
  defaultPreferences,
  deletionDocument,
  deletionOf,
} from '../account/account-document';
import {
  draftDocument,
  handleClaimDocument,
  linksHealthDocument,
  profileDocument,
  type HandleClaim,
  type LinksHealth,
} from '../profile-documents/profile-document';
import { fakeBlocks, fakeDraft, fakePayments, fakeProfile, fakeSnapshot, fakeTip, noon } from './fakes';
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
} from '../money-documents/stripe-account-document';
import {
  totalsShardDocument,
  refundRequestDocument,
  thanksDocument,
  tipDocument,
  tipLogEntryDocument,
  type RefundRequest,
} from '../money-documents/tip-document';
import { beatAt, heartbeatDocument, watchedFrom } from '../jobs/job-document';
import { accountRows } from './account-rows';
import { countRows } from './count-rows';
import { storedRow as row, type StoredRow } from './stored-row';
import { jobRows } from './job-rows';
import { monthlyRows } from './monthly-rows';
import { outboxRows } from './outbox-rows';
import { reportRows } from './report-rows';
import { supporterDocument, type StoredSupporter } from '../wall/wall-document';
import { projectTip } from '../tip-state/tip-projection';

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
  ...row('tip', fakeTip(), tipDocument),
  ...row('private tip', keptBack, tipDocument),
  ...row('paid tip', paidTipValue, tipDocument),
  ...row('tip refunded twice', refundedTwice, tipDocument),
  ...row('declined tip', declined, tipDocument),
  ...row('warned tip', warned, tipDocument),
  ...row('link health', health, linksHealthDocument),
  ...row('supporter', supporter, supporterDocument),
  ...row('profile', fakeProfile({ picture }), profileDocument),
  ...row('profile', fakeProfile({ blocks: fakeBlocks }), profileDocument),
  ...row('draft', fakeDraft(), draftDocument),
  ...row('draft', fakeDraft({ blocks: fakeBlocks }), draftDocument),
  ...row('payments', fakePayments(), paymentsDocument),
  ...row('handle', claim, handleClaimDocument),
  ...row('refund', storedRefund, refundRequestDocument),
  ...row(
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
  ...row(
    'totals',
    { v: 1 as const, currency: 'usd' as const, count: 1, gross: 546, refunded: 0, disputed: 0 },
    totalsShardDocument,
  ),
  ...row(
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
  ...row('preferences', defaultPreferences, preferencesDocument),
  ...row(
    'ledger',
    { v: 1 as const, uid: 'ada-uid', handles: ['ada'], accountId: null, deletedAt: noon },
    ledgerDocument,
  ),
  ...reportRows,
  ...jobRows,
  ...monthlyRows,
  ...outboxRows,
  ...row(
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
  ...row(
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
  ...row(
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
  ...row(
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
  ...row(
    'fees read',
    { v: 1 as const, accounts: [{ accountId: null, livemode: true, until: noon }] },
    feesReadDocument,
  ),
  ...row('deletion', deletionOf('ada-uid', noon), deletionDocument),
  ...row('heartbeat', beatAt(noon, 300_000, 12), heartbeatDocument),
  ...row('heartbeat before', watchedFrom(noon, 300_000, undefined), heartbeatDocument),
  ...row('ledger entry', ledgerEntryOf(paidTipValue), ledgerEntryDocument),
  ...countRows,
  ...accountRows,
];
