import * as v from 'valibot';
import type { TipReference } from '../stripe/payments';
import { openToken, signToken, type Secrets } from '../http/signed-token';

const purpose = 'tip';
const viewPurpose = 'tip-view';
const bearer = v.strictObject({ uid: v.string(), tipId: v.string() });

/**
 * The fan's key to one tip: status, undo within its window, name and message. It opens nothing else, and it stays good as long as the
 * tip is kept, since the fan may have name and message erased that long.
 */
export function signTipToken(secrets: Secrets, { uid, tipId }: TipReference): string {
  return signToken(secrets, purpose, { uid, tipId });
}

/** For the address to which Stripe's page leads back: shows how a tip stands and leads to that page again while it is open. Opens nothing of ours. */
export function signTipView(secrets: Secrets, { uid, tipId }: TipReference): string {
  return signToken(secrets, viewPurpose, { uid, tipId });
}

/** The tip that a token opens, when it is the one in the address. */
export function openTipToken(
  secrets: Secrets,
  token: string | undefined,
  tipId: string,
): TipReference | undefined {
  return opened(secrets, purpose, token, tipId);
}

export function openTipView(
  secrets: Secrets,
  token: string | undefined,
  tipId: string,
): TipReference | undefined {
  return opened(secrets, viewPurpose, token, tipId);
}

function opened(
  secrets: Secrets,
  signedFor: string,
  token: string | undefined,
  tipId: string,
): TipReference | undefined {
  if (token === undefined) return undefined;
  const read = v.safeParse(bearer, openToken(secrets, signedFor, token));
  return read.success && read.output.tipId === tipId ? read.output : undefined;
}
