import { generateKeyPairSync } from 'node:crypto';
import { cert, deleteApp, initializeApp } from 'firebase-admin/app';
import { initializeFirestore } from 'firebase-admin/firestore';
import { paths } from '@busker/core/documents/documents';
import type { Currency } from '@busker/core/money/money';
import { fakeTip } from '@busker/core/testing/fakes';
import { dayOf, insightDocument } from '@busker/core/insights/insight-document';
import type { Tip } from '@busker/core/tip/tip';
import {
  tipDocument,
  tipLogEntryDocument,
  totalsShardDocument,
} from '@busker/core/money-documents/tip-document';
import type { Addresses } from './backend';
import { ada } from './steps';

const dayMillis = 86_400_000;
const fans: readonly (readonly [name: string | null, message: string | null, amount: number])[] = [
  ['Mo', 'For the piece in the rain', 500],
  [null, null, 300],
  ['Linh', 'You made the queue at the station short. Thank you!', 1000],
  ['Charles', 'More Bach, please.', 546],
  ['Amara', null, 300],
  ['Jonas', 'Heard you at the market with my daughter. She wants to play the cello now.', 2000],
];

/** What Stripe books for a payment by a card of the owner's country, and for a refund of a dollar. */
const booked = (amount: number, isReturned: boolean, currency: Currency): Partial<Tip> => {
  const fee = Math.round(amount * 0.029) + 30;
  const fees = {
    estimated: fee,
    stripe: fee,
    application: 0,
    net: amount - fee,
    settlementCurrency: currency,
  };
  const returned = {
    refundNet: -100,
    disputeNet: 0,
    disputeFee: 0,
    refundedAt: Date.now(),
    disputedAt: null,
  };
  return { fees, returned: isReturned ? returned : null };
};

function paidTip(uid: string, at: number, number: number, isBooked: boolean, currency: Currency): Tip {
  const [name, message, tipAmount] = fans[number % fans.length] ?? [null, null, 500];
  const amount = tipAmount;
  return fakeTip({
    rev: 2,
    tipId: `demo${currency === 'usd' ? '' : currency}${String(number).padStart(6, '0')}`,
    currency,
    ownerUid: uid,
    mode: 'sandbox',
    amount,
    tipAmount,
    coverAmount: 0,
    fan: { name, message, anonymous: name === null, country: 'DE' },
    source: {
      origin: 'https://adalind.example',
      for: number % 3 === 0 ? 'Suite No. 1, under the bridge' : 'Market songs',
      placement: number % 2 === 0 ? 'footer' : null,
    },
    payment: { status: 'succeeded', attempts: 1, lastError: null, succeededAt: at },
    state: number === 4 ? 'partially_refunded' : 'paid',
    refund:
      number === 4
        ? { status: 'partial', refunded: 100, pending: 0 }
        : { status: 'none', refunded: 0, pending: 0 },
    contrib: { count: 1, gross: amount, refunded: number === 4 ? 100 : 0, disputed: 0 },
    ...(isBooked && booked(amount, number === 4, currency)),
    eraseTextsAt: null,
    createdAt: at - 30_000,
    updatedAt: at,
  });
}

const waiting: Tip['moderation'] = { state: 'held', reasons: ['web-address'] };

interface Owner {
  readonly email: string;
  readonly password: string;
}

async function uidOf({ auth }: Addresses, { email, password }: Owner): Promise<string> {
  const answer = await fetch(
    `${auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    },
  );
  const { localId } = (await answer.json()) as { localId: string };
  return localId;
}

/**
 * Writes this many paid tips for an owner (Ada), one every few hours, and this many days of views, directly and without payments. For screenshots and
 * benchmarks. `isBooked`: with Stripe's fees, as a few seconds after a payment. `held`: so many messages wait for review.
 */
export async function fillOwner(
  addresses: Addresses,
  tipCount: number,
  owner: Owner = ada,
  {
    isBooked = false,
    days = 28,
    currency = 'usd',
    held = 0,
  }: {
    readonly isBooked?: boolean;
    readonly days?: number;
    readonly currency?: Currency;
    readonly held?: number;
  } = {},
): Promise<void> {
  process.env['FIRESTORE_EMULATOR_HOST'] = new URL(addresses.firestore).host;
  const uid = await uidOf(addresses, owner);
  // The local server needs no credential, but the SDK does: any generated key works.
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const projectId = 'demo-busker';
  const credential = cert({
    projectId,
    clientEmail: `local@${projectId}.iam.gserviceaccount.com`,
    privateKey,
  });
  const app = initializeApp({ projectId, credential }, 'filled-owner');
  try {
    const db = initializeFirestore(app, { preferRest: true });
    const now = Date.now();
    const tips = Array.from({ length: tipCount }, (_, at) =>
      paidTip(uid, now - at * 7_300_000 - 240_000, at, isBooked, currency),
    );
    for (let at = 0; at < tips.length; at += 400) {
      const batch = db.batch();
      for (const tip of tips.slice(at, at + 400))
        batch.set(
          db.doc(paths.tip(uid, tip.tipId)),
          tipDocument.encode(tips.indexOf(tip) < held ? { ...tip, moderation: waiting } : tip),
        );
      await batch.commit();
    }
    const batch = db.batch();
    for (const tip of tips.slice(0, 5)) {
      const paid = { payment: 'succeeded', state: 'paid' } as const;
      const begun = { payment: 'awaiting', state: 'pending' } as const;
      const line = { v: 1, eventId: null, delta: { count: 0, gross: 0, refunded: 0, disputed: 0 } } as const;
      batch.set(
        db.doc(paths.tipLog(uid, tip.tipId, 'a')),
        tipLogEntryDocument.encode({
          ...line,
          rev: 1,
          cause: 'create',
          from: null,
          to: begun,
          at: tip.createdAt,
        }),
      );
      batch.set(
        db.doc(paths.tipLog(uid, tip.tipId, 'b')),
        tipLogEntryDocument.encode({
          ...line,
          rev: 2,
          cause: 'webhook',
          from: begun,
          to: paid,
          at: tip.updatedAt,
        }),
      );
    }
    const sum = (part: 'gross' | 'refunded') => tips.reduce((all, tip) => all + tip.contrib[part], 0);
    const totals = { count: tips.length, gross: sum('gross'), refunded: sum('refunded'), disputed: 0 };
    batch.set(
      db.doc(paths.total(uid, currency, 0)),
      totalsShardDocument.encode({ v: 1, currency, ...totals }),
    );
    for (let age = 0; age < days; age += 1) {
      const day = dayOf(now - age * dayMillis);
      const busy = 1 + ((age * 5) % 7);
      const clicks = { instagram: 4 + busy * 2, youtube: 2 + busy, scores: busy, tiktok: 1 };
      batch.set(
        db.doc(paths.insight(uid, day, 0)),
        insightDocument.encode({ v: 1, day, views: (age < 28 ? 38 : 24) + busy * 14, clicks }),
      );
    }
    await batch.commit();
  } finally {
    await deleteApp(app);
  }
}
