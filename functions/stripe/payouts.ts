import type { Payout, PayoutLine, StripeBalance } from '../../core/money/payout';
import type { PaymentsResult } from './payments';

/** The port to Stripe's payouts. `account` is a connected account; null = the server's own (`single` mode). */
export interface Payouts {
  /** Two requests. */
  readBalance(account: string | null): Promise<PaymentsResult<StripeBalance>>;
  /** Newest first; `after` = the id that the page before ended with. One request. */
  listPayouts(account: string | null, after: string | null): Promise<PaymentsResult<Page<Payout>>>;
  readPayout(account: string | null, payoutId: string): Promise<PaymentsResult<Payout>>;
  /** The lines of a payout whose contents Stripe lists, without the payout's own line; newest first. One request. */
  listLines(
    account: string | null,
    payoutId: string,
    after: string | null,
  ): Promise<PaymentsResult<Page<PayoutLine>>>;
}

/** A part of a list. `next` starts the following part; null = this is the last one. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}
