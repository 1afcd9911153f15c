import type { RulesAuth } from '../../rules-engine/port';
import { StatusError } from '../status';

/** Who sends a request: the administrator (`Bearer owner`), or a client that rules are asked for. */
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
 * Reads an Authorization header. Signature and expiry are not checked: tokens of the Auth emulator are unsigned, and
 * the mock tokens of the SDKs are always expired.
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
  // What a service account signs for itself names it twice; newer admin SDKs send that over REST instead of `owner`.
  if (claims['iss'] === uid) return { kind: 'owner' };
  return { kind: 'client', auth: { uid, token: claims } };
}
