import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';

/**
 * `accounts/{uid}/server/monthly`: what Busker has made on the owner's account at Stripe for monthly tips. It is of one account: after the owner has
 * connected another one, it is made again.
 */
export interface MonthlySetup {
  readonly v: 1;
  /** Null = the server's own account. */
  readonly accountId: string | null;
  /** The product of all its monthly tips. */
  readonly productId: string;
  /** The product's name at Stripe, as Busker set it last. Null = unknown: the document is older than this field. */
  readonly productName: string | null;
  /** Stripe's customer portal: its configuration, the number of its making, and the page where Stripe mails a fan a link. Null = not made (yet). */
  readonly portal: {
    readonly configurationId: string;
    readonly version: number;
    readonly loginUrl: string | null;
  } | null;
}

const monthlySetupDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    accountId: v.nullable(v.string()),
    productId: v.string(),
    productName: v.optional(v.nullable(v.string()), null),
    portal: v.nullable(
      v.object({
        configurationId: v.string(),
        version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
        loginUrl: v.nullable(v.string()),
      }),
    ),
  }),
};

export function decodeMonthlySetup(stored: unknown): Result<MonthlySetup> {
  return decodeStored(monthlySetupDocument, stored);
}

export const encodeMonthlySetup = (setup: MonthlySetup): StoredData => ({ ...setup });
