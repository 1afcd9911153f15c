import type { RulesAuth } from '@busker/rules-engine/port';
import { StatusError } from '../values/status';

/** The sender of a request: the administrator (`Bearer owner`), or a client that security rules apply to. */
export type Caller = { readonly kind: 'owner' } | { readonly kind: 'client'; readonly auth: RulesAuth };

const isRecord = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

function claimsOf(token: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return isRecord(json) ? json : null;
  } catch {
    return null;
  }
}

/**
 * Reads an Authorization header. Signature and expiry are not checked: the Auth emulator's tokens are unsigned, and
 * the SDKs' mock tokens are always expired.
 */
export function callerOf(authorization: string | undefined): Caller {
  const token = /^(?:Bearer|Firebase)\s+(.+)$/i.exec(authorization?.trim() ?? '')?.[1];
  if (token === undefined) return { kind: 'client', auth: null };
  if (token === 'owner') return { kind: 'owner' };
  const claims = claimsOf(token);
  const uid = claims?.['sub'] ?? claims?.['user_id'];
  if (claims === null || typeof uid !== 'string' || uid === '') {
    throw new StatusError('UNAUTHENTICATED', 'The ID token cannot be read.');
  }
  // A token that a service account signed for itself has equal `iss` and `sub`. Newer admin SDKs send such a token
  // over REST instead of `owner`.
  if (claims['iss'] === uid) return { kind: 'owner' };
  return { kind: 'client', auth: { uid, token: claims } };
}
