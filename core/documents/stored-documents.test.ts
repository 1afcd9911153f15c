import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decodePreferences, defaultPreferences, encodePreferences } from './account-document';
import { decodeDeletion, deletionOf, encodeDeletion } from './deletion-document';
import { decodeDraft, encodeDraft } from './draft-document';
import { fakeDraft, fakePayments, fakeProfile, fakeSnapshot, fakeTip, noon } from '../testing/fakes';
import { decodeHandleClaim, encodeHandleClaim, type HandleClaim } from './handle-document';
import { beatAt, decodeHeartbeat, encodeHeartbeat, watchedFrom } from './heartbeat-document';
import {
  decodeLedger,
  decodeLedgerEntry,
  encodeLedger,
  encodeLedgerEntry,
  ledgerEntryOf,
} from './ledger-document';
import { decodeLinksHealth, encodeLinksHealth, type LinksHealth } from './link-health-document';
import { decodePayments, encodePayments } from './payments-document';
import { decodeProfile, encodeProfile } from './profile-document';
import { decodeRefundRequest, encodeRefundRequest, reservedBy, type RefundRequest } from './refund-document';
import { countRows } from '../testing/count-rows';
import { storedRow as row } from '../testing/stored-row';
import { jobRows } from '../testing/job-rows';
import { monthlyRows } from '../testing/monthly-rows';
import { outboxRows } from '../testing/outbox-rows';
import { reportRows } from '../testing/report-rows';
import type { Result } from '../base/result';
import { decodeStripeEvent, encodeStripeEvent } from './stripe-event-document';
import type { StoredData } from './stored-document';
import { decodeSupporter, encodeSupporter, type StoredSupporter } from './supporter-document';
import { decodeTip, encodeTip } from './tip-document';
import { decodeTipLogEntry, encodeTipLogEntry } from './tip-log-document';
import { projectTip } from '../tip/state/tip-projection';
import { decodeTotalsShard, encodeTotalsShard, sumTotals } from './totals-document';
import { keptOf } from '../money/totals';

const refund: RefundRequest = {
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
const paid = projectTip(fakeTip(), fakeSnapshot());
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

/** One row per document type: a value, its encoder and its decoder. */
const kinds: readonly (readonly [
  name: string,
  value: unknown,
  stored: StoredData,
  decode: (stored: unknown) => Result<unknown>,
])[] = [
  ['tip', fakeTip(), encodeTip(fakeTip()), decodeTip],
  ['paid tip', paid, encodeTip(paid), decodeTip],
  ['declined tip', declined, encodeTip(declined), decodeTip],
  ['warned tip', warned, encodeTip(warned), decodeTip],
  ['link health', health, encodeLinksHealth(health), decodeLinksHealth],
  ['supporter', supporter, encodeSupporter(supporter), decodeSupporter],
  ['profile', fakeProfile({ picture }), encodeProfile(fakeProfile({ picture })), decodeProfile],
  ['draft', fakeDraft(), encodeDraft(fakeDraft()), decodeDraft],
  ['payments', fakePayments(), encodePayments(fakePayments()), decodePayments],
  ['handle', claim, encodeHandleClaim(claim), decodeHandleClaim],
  ['refund', refund, encodeRefundRequest(refund), decodeRefundRequest],
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
  ...row('deletion', deletionOf('ada-uid', noon), encodeDeletion, decodeDeletion),
  ...row('heartbeat', beatAt(noon, 300_000, 12), encodeHeartbeat, decodeHeartbeat),
  ...row('heartbeat before', watchedFrom(noon, 300_000, undefined), encodeHeartbeat, decodeHeartbeat),
  ...row('ledger entry', ledgerEntryOf(paid), encodeLedgerEntry, decodeLedgerEntry),
  ...countRows,
];

/** As Firestore returns times. */
function asTimestamps(stored: unknown): unknown {
  if (stored instanceof Date) return { toMillis: () => stored.getTime() };
  if (Array.isArray(stored)) return stored.map(asTimestamps);
  if (typeof stored !== 'object' || stored === null) return stored;
  return Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, asTimestamps(value)]));
}

/** The versions that are not the first. */
const raised: Readonly<Record<string, number>> = { 'channel secret': 2, 'channel secret with a code': 2 };
const versionOf = (name: string): number => raised[name] ?? 1;

describe('every document type', () => {
  test.each(kinds)(
    '%s: is equal after encoding and decoding, from Dates and from timestamps',
    (_name, value, stored, decode) => {
      expect(decode(stored)).toEqual({ ok: true, value });
      expect(decode(asTimestamps(stored))).toEqual({ ok: true, value });
    },
  );

  test.each(kinds)('%s: stores a version, and no time as a number', (name, _value, stored) => {
    expect(stored['v']).toBe(versionOf(name));
    const times = Object.entries(stored).filter(([key, value]) => key.endsWith('At') && value !== null);
    for (const [, value] of times) expect(value).toBeInstanceOf(Date);
  });

  test.each(kinds)(
    '%s: refuses newer versions and values that are not documents',
    (name, _value, stored, decode) => {
      const newer = decode({ ...stored, v: versionOf(name) + 1 });
      expect(newer).toMatchObject({
        ok: false,
        problem: { code: 'document-unreadable', fields: { v: expect.any(String) } },
      });
      for (const nothing of [undefined, null, 'text', 7, []]) expect(decode(nothing).ok).toBe(false);
    },
  );

  test.each(kinds)('%s: never throws, whatever is stored', (_name, _value, stored, decode) => {
    const key = fc.constantFrom(...Object.keys(stored));
    fc.assert(
      fc.property(key, fc.anything(), fc.anything(), (broken, value, anything) => {
        expect(typeof decode({ ...stored, [broken]: value }).ok).toBe('boolean');
        expect(typeof decode(anything).ok).toBe('boolean');
      }),
    );
  });
});

// Holds pay-057.
it('totals are summed per currency, and the kept amount is right', () => {
  const shard = { v: 1, currency: 'usd', count: 1, gross: 500, refunded: 100, disputed: 50 } as const;
  const totals = sumTotals([shard, { ...shard, currency: 'jpy' }, shard]);
  expect(totals.usd).toEqual({ count: 2, gross: 1000, refunded: 200, disputed: 100 });
  expect(totals.jpy).toEqual({ count: 1, gross: 500, refunded: 100, disputed: 50 });
  expect(keptOf(totals.usd ?? shard)).toBe(700);
});

it('a totals shard with missing fields reads as zeros', () => {
  expect(decodeTotalsShard({ currency: 'usd', gross: 5 })).toEqual({
    ok: true,
    value: { v: 1, currency: 'usd', count: 0, gross: 5, refunded: 0, disputed: 0 },
  });
});

it('refund requests that Stripe does not have yet are reserved', () => {
  expect(reservedBy([refund, { ...refund, status: 'succeeded' }, { ...refund, amount: 1 }])).toBe(201);
});

it('the ledger has no texts and no names', () =>
  expect(JSON.stringify(ledgerEntryOf(paid))).not.toMatch(/Grace|Thank|example/));
