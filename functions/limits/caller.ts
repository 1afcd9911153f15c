import type { Context } from 'hono';
import type { AppConfig } from '../config';
import { clientAddress, limitedPart } from '../http/client-address';
import { pageOrigin } from '../http/read-body';
import { fingerprint } from '../http/signed-token';
import type { Deps } from '../deps';

/** The origin and address of a request, where they are known. */
export interface Caller {
  readonly origin: string | null;
  readonly address: string | null;
}

/** Who sent a request: the origin of the page, and the address. */
export const callerOf = (
  c: Context,
  { clientAddress: source }: Pick<AppConfig, 'clientAddress'>,
): Caller => ({
  origin: pageOrigin(c.req.header('origin')),
  address: clientAddress(c, source),
});

/** The fingerprint of a caller's address, which is stored for a short time. */
export interface KnownAddress {
  readonly hash: string;
  readonly expiresAt: number;
}

/** Firestore deletes what has expired within a day, so a fingerprint is gone within two days. */
const keptMs = 24 * 60 * 60_000;

/** The key of the fingerprint changes every day, so that fingerprints of two days cannot be linked. Null = the address is unknown. */
export function knownAddress(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { address }: Caller,
): KnownAddress | null {
  if (address === null) return null;
  const now = clock.now();
  const today = new Date(now).toISOString().slice(0, 10);
  const hash = fingerprint(config.secrets, `address ${today}`, limitedPart(address)).slice(0, 32);
  return { hash, expiresAt: now + keptMs };
}
