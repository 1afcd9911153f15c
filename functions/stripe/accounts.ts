import type { Currency } from '../../core/money/money';
import type { CardPaymentStatus } from '../../core/money/payments-state';
import type { OwnWayType, WayFacts } from '../../core/ways/ways';
import type { PaymentsResult } from './payments';

/** The port to owners' Stripe accounts. Null means the server's own account (`single` mode). */
export interface Accounts {
  /** The same round gets the same account, however often it is sent; with other data it is refused (`idempotency_error`). */
  createAccount(wanted: WantedAccount): Promise<PaymentsResult<AccountState>>;
  readAccount(accountId: string | null): Promise<PaymentsResult<AccountState>>;
  /** Which ways to pay the account has and shows now. */
  readWays(accountId: string | null): Promise<PaymentsResult<AccountWays>>;
  /** The URL of Stripe's onboarding: it works once, for a few minutes. */
  openOnboarding(
    accountId: string,
    pages: OnboardingPages,
  ): Promise<PaymentsResult<{ readonly url: string }>>;
}

export type AccountWays = ReadonlyMap<OwnWayType, WayFacts>;

export interface WantedAccount {
  readonly uid: string;
  readonly email: string | null;
  readonly name: string;
  readonly country: string;
  /** Null = the country's default. */
  readonly currency: Currency | null;
  /** Counts the accounts that were begun for this owner, from 1: part of Stripe's idempotency key. */
  readonly round: number;
  /** The text on a fan's bank statement; null = Stripe asks the owner for it. */
  readonly descriptor: string | null;
}

export interface OnboardingPages {
  /** Where Stripe sends owners with a used link; it creates a new one. */
  readonly refreshUrl: string;
  /** Where Stripe sends owners who leave onboarding, finished or not. */
  readonly returnUrl: string;
}

export interface AccountState {
  readonly accountId: string;
  readonly country: string | null;
  /** Null: a currency that Busker does not support. */
  readonly currency: Currency | null;
  readonly cardPayments: CardPaymentStatus;
  /** Stripe allows Link on this account. */
  readonly linkPayments: boolean;
  /** Stripe's names of the missing data. */
  readonly requirements: readonly string[];
}
