import * as v from 'valibot';
import type { TipReference } from '../stripe/payments';
import { openToken, signToken, type Secrets } from '../http/signed-token';

const purpose = 'tip';
const viewPurpose = 'tip-view';
const bearer = v.strictObject({ uid: v.string(), tipId: v.string() });

/**
 * The fan's token for one tip: status, undo within its window, name and message. It is valid for nothing else, and for as long as the tip is stored,
 * since the fan may have name and message erased that long.
 */
export function signTipToken(secrets: Secrets, { uid, tipId }: TipReference): string {
  return signToken(secrets, purpose, { uid, tipId });
}

/**
 * For the URL to which Stripe's page returns: it shows the tip's state and leads back to that page while it is open. It gives no access to the tip.
 */
export function signTipView(secrets: Secrets, { uid, tipId }: TipReference): string {
  return signToken(secrets, viewPurpose, { uid, tipId });
}

/** The tip of a token, if it is the one in the URL. */
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
