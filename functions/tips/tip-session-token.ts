import * as v from 'valibot';
import { currencyCodes } from '../../core/money/currency-codes';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import { openToken, signToken, type Secrets } from '../http/signed-token';

/** How long a fan may keep the sheet open. */
export const sessionLifetimeMs = 30 * 60_000;
const purpose = 'tip-session';

const gate = v.strictObject({
  uid: v.string(),
  account: v.nullable(v.string()),
  currency: v.picklist(currencyCodes),
  /** The page's origin from its browser; null when there was none. */
  origin: v.nullable(v.string()),
  expiresAt: v.number(),
  nonce: v.string(),
});
/** The content of `session`: this profile, account, currency and page, for half an hour. */
export type Gate = v.InferOutput<typeof gate>;

export function signGate(secrets: Secrets, given: Gate): string {
  return signToken(secrets, purpose, given);
}

/** Opens a session that is valid and was issued to a page of this origin. */
export function openGate(secrets: Secrets, token: string, origin: string | null, now: number): Result<Gate> {
  const opened = v.safeParse(gate, openToken(secrets, purpose, token));
  if (!opened.success || opened.output.origin !== origin) return fail(problem('session-invalid'));
  if (opened.output.expiresAt <= now) return fail(problem('session-expired'));
  return ok(opened.output);
}
