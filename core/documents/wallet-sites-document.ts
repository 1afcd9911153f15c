import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** More domains than this are not remembered. */
export const mostWalletSites = 100;

/**
 * `accounts/{uid}/server/wallets`: the domains on which an owner offers wallets. Stripe keeps them for each account, so they are registered again when
 * another account replaces it.
 */
export interface WalletSites {
  readonly v: 1;
  readonly domains: readonly string[];
  /** The account on which all of them are registered; null = the server's own. */
  readonly accountId: string | null;
  readonly updatedAt: number;
}

const walletSitesDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    domains: v.array(v.string()),
    accountId: v.nullable(v.string()),
    updatedAt: storedTime,
  }),
};

export function decodeWalletSites(stored: unknown): Result<WalletSites> {
  return decodeStored(walletSitesDocument, stored);
}

export function encodeWalletSites(sites: WalletSites): StoredData {
  return { ...sites, updatedAt: dateOf(sites.updatedAt) };
}
