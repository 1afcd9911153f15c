import { createHash } from 'node:crypto';
import type { AppConfig } from '../config';
import type { LimitRule } from '../limits/limit-counter';

const minute = 60_000;
const day = 24 * 60 * minute;

const short = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** A profile's counter is spread over shards, since one document takes about one write a second. */
const profileShards = 8;

/** The rules against card testing and floods (docs/payments.md). Every figure is multiplied by LIMIT_FACTOR. */
export function tipRules({ limitFactor }: Pick<AppConfig, 'limitFactor'>) {
  const rule = (key: string, points: number, windowMs: number): LimitRule => ({
    key,
    points: points * limitFactor,
    windowMs,
  });
  /** Above it a challenge is asked for: a flood must not close a profile for everybody. */
  const soft = (...given: Parameters<typeof rule>): LimitRule => ({ ...rule(...given), soft: true });
  return {
    /** One opened sheet creates a few tips at most: its fan changes the amount of a tip instead of creating another. */
    session: (nonce: string) => rule(`session-${short(nonce)}`, 5, 30 * minute),
    address: (hash: string) => [
      rule(`address-${hash}`, 5, 10 * minute),
      rule(`address-day-${hash}`, 20, day),
    ],
    /** Each opens a page at Stripe that may end as a subscription. */
    monthlyByAddress: (hash: string) => rule(`monthly-address-${hash}`, 5, day),
    /** Spread over shards; each allows a quarter more than its share, since the distribution is random. */
    profile: (uid: string, tipId: string) => {
      const shard = (tipId.codePointAt(0) ?? 0) % profileShards;
      return soft(`profile-${short(uid)}-${shard}`, Math.ceil((60 / profileShards) * 1.25), 10 * minute);
    },
    failedByAddress: (hash: string) => soft(`failed-address-${hash}`, 2, 10 * minute),
    failedByProfile: (uid: string) => soft(`failed-profile-${short(uid)}`, 19, 10 * minute),
    /** After this many declines somebody is testing cards: the profile takes no tips for a while. */
    pausedByProfile: (uid: string) => ({
      ...soft(`failed-profile-${short(uid)}`, 49, 10 * minute),
      // Declines of one address above its own limit must not count against all fans.
      behind: true,
    }),
    /** Each of these requests calls Stripe once. */
    paymentPage: (tipId: string) => rule(`payment-page-${short(tipId)}`, 20, 10 * minute),
    returned: (tipId: string) => rule(`returned-${short(tipId)}`, 20, 10 * minute),
    /** Fans who come back from a bank. Each of these requests calls Stripe once. */
    byPaymentOfAddress: (hash: string) => rule(`by-payment-address-${hash}`, 20, 10 * minute),
    byPayment: (paymentIntent: string) => rule(`by-payment-${short(paymentIntent)}`, 20, 10 * minute),
    /** Changes of one tip: a new amount, new texts, or a repeated request that has to ask Stripe. */
    change: (tipId: string) => rule(`change-${short(tipId)}`, 20, 10 * minute),
    /** A tip stays unpaid for a day at most, so this limits all of its changes at Stripe. */
    changeByDay: (tipId: string) => rule(`changes-${short(tipId)}`, 100, day),
    changeByAddress: (hash: string) => rule(`change-address-${hash}`, 60, 10 * minute),
    /** The fan's changes of a monthly tip. Each calls Stripe a few times. */
    manage: (monthlyId: string) => rule(`manage-${short(monthlyId)}`, 20, 10 * minute),
    portal: (monthlyId: string) => rule(`portal-${short(monthlyId)}`, 10, 60 * minute),
    /** Stops without the key. A household or an office may share one address, so it gets a challenge first. */
    stopByClient: (hash: string) => rule(`stop-client-${hash}`, 60, 10 * minute),
    stopOften: (hash: string) => soft(`stop-often-${hash}`, 5, 10 * minute),
    /** Whoever types somebody's address can stop their monthly tip, and not see it. */
    stopByEmail: (hash: string) => soft(`stop-email-${short(hash)}`, 3, 10 * minute),
    stopOfProfile: (uid: string) => soft(`stop-profile-${short(uid)}`, 20, 10 * minute),
    /** A card's last four digits have 10,000 values: in its fifteen days a client can try at most 150 of them. */
    withdrawByClient: (hash: string) => rule(`withdraw-client-${hash}`, 10, day),
    withdrawByEmail: (hash: string) => soft(`withdraw-email-${short(hash)}`, 5, 60 * minute),
    withdrawUnknown: (hash: string) => rule(`withdraw-unknown-${short(hash)}`, 10, day),
    withdrawOfProfile: (uid: string) => soft(`withdraw-profile-${short(uid)}`, 20, 10 * minute),
    undoByAddress: (hash: string) => rule(`undo-address-${hash}`, 2, day),
    undoByCard: (account: string | null, card: string) =>
      rule(`undo-card-${short(`${account} ${card}`)}`, 2, day),
    /** Ways to pay without a card's fingerprint. A household that has undone two tips by one way can still undo one by another. */
    undoByWay: (hash: string, way: string) => rule(`undo-way-${hash}-${short(way)}`, 2, day),
    undoByPayment: (tipId: string) => rule(`undo-payment-${short(tipId)}`, 2, day),
  } as const;
}

export const pauseMs = 15 * minute;
/** Many cards can be tried with one client secret, past all our limits: after this many failures the intent is cancelled. */
export const maxAttempts = 4;
