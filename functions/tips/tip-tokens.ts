import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { fail, ok, problem, type Result } from '../../core/base/result';
import { currencyCodes } from '../../core/money/money';
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
  /** The ways to pay that the card form shows. Sessions of earlier releases lack it. */
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
