import type { Currency } from '../../core/money/currency-codes';
import type { CardPaymentStatus } from '../../core/money/payments-state';
import type { PaymentsResult } from './payments';

/** The port to owners' accounts at Stripe. Null stands for the server's own account (`single` mode). */
export interface Accounts {
  /** The same wish gets the same account, however often it is sent; another wish, or another account to replace, gets a new one. */
  createAccount(wanted: WantedAccount): Promise<PaymentsResult<AccountState>>;
  readAccount(accountId: string | null): Promise<PaymentsResult<AccountState>>;
  /** Where the owner answers Stripe's questions: good once, for some minutes. */
  openOnboarding(
    accountId: string,
    pages: OnboardingPages,
  ): Promise<PaymentsResult<{ readonly url: string }>>;
}

export interface WantedAccount {
  readonly uid: string;
  readonly email: string | null;
  readonly name: string;
  readonly country: string;
  /** Null = the country's own. */
  readonly currency: Currency | null;
  /** The owner's account until now, which cannot be used any more; null = this is the first one. */
  readonly replaced: string | null;
}

export interface OnboardingPages {
  /** Where Stripe sends whose link was used up: asks for a new one. */
  readonly refreshUrl: string;
  /** Where Stripe sends who left; it does not mean that all is done. */
  readonly returnUrl: string;
}

export interface AccountState {
  readonly accountId: string;
  readonly country: string | null;
  /** Null: one that Busker does not take. */
  readonly currency: Currency | null;
  readonly cardPayments: CardPaymentStatus;
  /** Stripe's names of what it still wants. */
  readonly requirements: readonly string[];
}
