import {
  decodePreferences,
  defaultPreferences,
  encodePreferences,
  decodeDeletion,
  deletionOf,
  encodeDeletion,
} from '../account/account-document';
import {
  decodeDraft,
  encodeDraft,
  decodeHandleClaim,
  encodeHandleClaim,
  decodeLinksHealth,
  encodeLinksHealth,
  decodeProfile,
  encodeProfile,
  type HandleClaim,
  type LinksHealth,
} from '../profile-documents/profile-document';
import { fakeDraft, fakePayments, fakeProfile, fakeSnapshot, fakeTip, noon } from './fakes';
import {
  decodeFees,
  decodeFeesRead,
  encodeFees,
  encodeFeesRead,
} from '../money-documents/stripe-account-document';
import { decodeTotalsShard, encodeTotalsShard } from '../money-documents/tip-document';
import { beatAt, decodeHeartbeat, encodeHeartbeat, watchedFrom } from '../jobs/job-document';
import {
  decodeLedger,
  decodeLedgerEntry,
  encodeLedger,
  encodeLedgerEntry,
  ledgerEntryOf,
  decodePayments,
  encodePayments,
  decodeStripeEvent,
  encodeStripeEvent,
} from '../money-documents/stripe-account-document';
import {
  decodeRefundRequest,
  encodeRefundRequest,
  decodeTip,
  encodeTip,
  decodeTipLogEntry,
  encodeTipLogEntry,
  type RefundRequest,
} from '../money-documents/tip-document';
import { accountRows } from './account-rows';
import { countRows } from './count-rows';
import { storedRow as row, type StoredRow } from './stored-row';
import { jobRows } from './job-rows';
import { monthlyRows } from './monthly-rows';
import { outboxRows } from './outbox-rows';
import { reportRows } from './report-rows';
import { decodeSupporter, encodeSupporter, type StoredSupporter } from '../wall/wall-document';
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
export const documentRows: readonly StoredRow[] = [
  ['tip', fakeTip(), encodeTip(fakeTip()), decodeTip],
  ['paid tip', paidTipValue, encodeTip(paidTipValue), decodeTip],
  ['declined tip', declined, encodeTip(declined), decodeTip],
  ['warned tip', warned, encodeTip(warned), decodeTip],
  ['link health', health, encodeLinksHealth(health), decodeLinksHealth],
  ['supporter', supporter, encodeSupporter(supporter), decodeSupporter],
  ['profile', fakeProfile({ picture }), encodeProfile(fakeProfile({ picture })), decodeProfile],
  ['draft', fakeDraft(), encodeDraft(fakeDraft()), decodeDraft],
  ['payments', fakePayments(), encodePayments(fakePayments()), decodePayments],
  ['handle', claim, encodeHandleClaim(claim), decodeHandleClaim],
  ['refund', storedRefund, encodeRefundRequest(storedRefund), decodeRefundRequest],
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
    encodeTipLogEntry,
    decodeTipLogEntry,
  ),
  ...row(
    'totals',
    { v: 1 as const, currency: 'usd' as const, count: 1, gross: 546, refunded: 0, disputed: 0 },
    encodeTotalsShard,
    decodeTotalsShard,
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
    encodeStripeEvent,
    decodeStripeEvent,
  ),
  ['preferences', defaultPreferences, encodePreferences(defaultPreferences), decodePreferences],
  ...row(
    'ledger',
    { v: 1 as const, uid: 'ada-uid', handles: ['ada'], accountId: null, deletedAt: noon },
    encodeLedger,
    decodeLedger,
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
    encodeFees,
    decodeFees,
  ),
  ...row(
    'fees read',
    { v: 1 as const, accounts: [{ accountId: null, livemode: true, until: noon }] },
    encodeFeesRead,
    decodeFeesRead,
  ),
  ...row('deletion', deletionOf('ada-uid', noon), encodeDeletion, decodeDeletion),
  ...row('heartbeat', beatAt(noon, 300_000, 12), encodeHeartbeat, decodeHeartbeat),
  ...row('heartbeat before', watchedFrom(noon, 300_000, undefined), encodeHeartbeat, decodeHeartbeat),
  ...row('ledger entry', ledgerEntryOf(paidTipValue), encodeLedgerEntry, decodeLedgerEntry),
  ...countRows,
  ...accountRows,
];
