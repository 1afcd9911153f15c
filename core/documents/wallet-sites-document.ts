import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/** The largest number of domains that are stored. */
export const mostWalletSites = 100;

/**
 * `accounts/{uid}/server/wallets`: the domains on which an owner offers wallets. Stripe keeps the domains of each account, so a new
 * account needs them registered again.
 */
export interface WalletSites {
  readonly v: 1;
  readonly domains: readonly string[];
  /** The account with which all these domains are registered; null = the server's own account. */
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
