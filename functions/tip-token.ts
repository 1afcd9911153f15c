import * as v from 'valibot';
import type { TipReference } from './payments';
import { openToken, signToken, type Secrets } from './signed-token';

const purpose = 'tip';
const bearer = v.strictObject({ uid: v.string(), tipId: v.string() });

/**
 * The fan's key to one tip: status, undo within its window, name and message. It opens nothing else, and it stays good as long as the
 * tip is kept, since the fan may have name and message erased that long.
 */
export function signTipToken(secrets: Secrets, { uid, tipId }: TipReference): string {
  return signToken(secrets, purpose, { uid, tipId });
}

/** The tip that a token opens, when it is the one in the address. */
export function openTipToken(
  secrets: Secrets,
  token: string | undefined,
  tipId: string,
): TipReference | undefined {
  if (token === undefined) return undefined;
  const opened = v.safeParse(bearer, openToken(secrets, purpose, token));
  return opened.success && opened.output.tipId === tipId ? opened.output : undefined;
}
