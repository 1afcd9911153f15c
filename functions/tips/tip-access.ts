import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import { currencyCodes } from '@busker/core/money/money';
import type { AppConfig } from '../config';
import type { Deps } from '../deps';
import type { LimitRule } from '../limits/limit-counter';
import { openToken, signToken, type Secrets } from '../signed-token';
import type { TipReference } from '../stripe/payments';

// The signed tokens that a fan's browser keeps and sends back: the session while there is no tip yet, then the tokens of that tip.

/** How long a fan may keep the sheet open. */
export const sessionLifetimeMs = 30 * 60_000;

const gate = v.strictObject({
  uid: v.string(),
  account: v.nullable(v.string()),
  currency: v.picklist(currencyCodes),
  /** The page's origin, as the browser sent it; null = the browser sent none. */
  origin: v.nullable(v.string()),
  /** The payment methods that the card form shows. Sessions of earlier releases lack it. */
  ways: v.exactOptional(v.array(v.string())),
  expiresAt: v.number(),
  nonce: v.string(),
});
/** The content of `session`: this profile, account, currency and page, for half an hour. */
export type Gate = v.InferOutput<typeof gate>;

export function signGate(secrets: Secrets, given: Gate): string {
  return signToken(secrets, 'tip-session', given);
}

/** Opens a session that is valid and was issued to a page of this origin. */
export function openGate(secrets: Secrets, token: string, origin: string | null, now: number): Result<Gate> {
  const opened = v.safeParse(gate, openToken(secrets, 'tip-session', token));
  if (!opened.success || opened.output.origin !== origin) return fail(problem('session-invalid'));
  if (opened.output.expiresAt <= now) return fail(problem('session-expired'));
  return ok(opened.output);
}

const bearer = v.strictObject({ uid: v.string(), tipId: v.string() });

/**
 * The fan's token for one tip: status, undo within its window, name and message. It is valid for nothing else, and for as long as the tip is stored,
 * since the fan may have their name and message erased for that long.
 */
export function signTipToken(secrets: Secrets, { uid, tipId }: TipReference): string {
  return signToken(secrets, 'tip', { uid, tipId });
}

/**
 * For the URL to which Stripe's page returns: it shows the tip's state and leads back to that page while it is open. It gives no access to the tip.
 */
export function signTipView(secrets: Secrets, { uid, tipId }: TipReference): string {
  return signToken(secrets, 'tip-view', { uid, tipId });
}

/** The tip of a token, if it is the one in the URL. */
export function openTipToken(
  secrets: Secrets,
  token: string | undefined,
  tipId: string,
): TipReference | undefined {
  return openReference(secrets, 'tip', token, tipId);
}

export function openTipView(
  secrets: Secrets,
  token: string | undefined,
  tipId: string,
): TipReference | undefined {
  return openReference(secrets, 'tip-view', token, tipId);
}

function openReference(
  secrets: Secrets,
  signedFor: 'tip' | 'tip-view',
  token: string | undefined,
  tipId: string,
): TipReference | undefined {
  if (token === undefined) return undefined;
  const read = v.safeParse(bearer, openToken(secrets, signedFor, token));
  return read.success && read.output.tipId === tipId ? read.output : undefined;
}

/** Hosting lets only a cookie of this name through to the functions (firebase.google.com/docs/hosting/manage-cache#using_cookies). */
const heldCookie = '__session';

/** How long a browser keeps the right to a tip that began in it: the payment page is open for an hour, and the undo for ten minutes after it. */
const heldMs = 24 * 60 * 60_000;

const loopback = /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/;

const held = v.strictObject({ uid: v.string(), tipId: v.string(), until: v.number() });

type HeldDeps = Pick<Deps, 'config' | 'clock'>;

/**
 * Gives the browser that has this token the right to the tip, for a fan who pays on Stripe's page: neither that page nor the address to which it returns
 * has the token. The cookie is for the receipt of this tip alone, so each tip of a browser has its own. False = it is no token of this tip.
 */
export function holdTip(c: Context, { config, clock }: HeldDeps, tipId: string, token: string | undefined) {
  const reference = openTipToken(config.secrets, token, tipId);
  if (reference === undefined) return false;
  const value = signToken(config.secrets, 'tip-held', { ...reference, until: clock.now() + heldMs });
  setCookie(c, heldCookie, value, {
    path: `/t/${tipId}`,
    maxAge: heldMs / 1000,
    httpOnly: true,
    sameSite: 'Lax',
    // Browsers refuse a secure cookie over http, some of them on loopback too.
    secure: !loopback.test(config.publicOrigin),
  });
  return true;
}

/** The tip in the address, if it began in this browser. */
export function heldTip(c: Context, { config, clock }: HeldDeps, tipId: string): TipReference | undefined {
  const cookie = getCookie(c, heldCookie) ?? '';
  const read = v.safeParse(held, openToken(config.secrets, 'tip-held', cookie));
  if (!read.success || read.output.tipId !== tipId || read.output.until <= clock.now()) return undefined;
  const { uid } = read.output;
  return { uid, tipId };
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Do not change this to hex: a repeated request must find the id that an earlier release made. */
function base32(bytes: Uint8Array): string {
  let out = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += alphabet[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return out;
}

/** The same request has the same tip id on every server. 125 bits. */
export function tipIdOf(uid: string, clientRequestId: string): string {
  const hash = createHash('sha256').update(`${uid}\n${clientRequestId.toLowerCase()}`).digest();
  return base32(hash).slice(0, 25);
}

/** The tip of a later period of a monthly tip: whoever sees the invoice first makes the same one. `account` null = the server's own. */
export function cycleTipIdOf(account: string | null, invoiceId: string): string {
  const hash = createHash('sha256')
    .update(`invoice\n${account ?? ''}\n${invoiceId}`)
    .digest();
  return base32(hash).slice(0, 25);
}

export const isTipId = (given: string) => /^[a-z2-7]{25}$/.test(given);

const minute = 60_000;
const day = 24 * 60 * minute;

const short = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** A profile's counter is spread over shards, since one document takes about one write a second. */
const profileShards = 8;

/** The rules against card testing and floods (docs/developers/payments.md). Every figure is multiplied by LIMIT_FACTOR. */
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
    /** Payment methods without a card's fingerprint. A household that has undone two tips by one way can still undo one by another. */
    undoByMethod: (hash: string, method: string) => rule(`undo-way-${hash}-${short(method)}`, 2, day),
    undoByPayment: (tipId: string) => rule(`undo-payment-${short(tipId)}`, 2, day),
  } as const;
}

export const pauseMs = 15 * minute;
/** Many cards can be tried with one client secret, past all our limits: after this many failures the intent is cancelled. */
export const maxAttempts = 4;
