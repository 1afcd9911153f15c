import type Stripe from 'stripe';
import { isCurrency } from '../../core/money/currency-codes';
import type { CardPaymentStatus } from '../../core/money/payments-state';
import { fail, ok } from '../../core/base/result';
import type { Accounts, AccountState, OnboardingPages, WantedAccount } from './accounts';
import type { PaymentsResult } from './payments';
import { askedOf, type Asked } from './stripe-failure';
import { readWays } from './stripe-ways';

type V2Account = Stripe.V2.Core.Account;

/** Stripe omits these parts unless they are requested. */
const include = ['configuration.merchant', 'defaults', 'identity', 'requirements'] as const;

const currencyOf = (given: string | undefined) => {
  const currency = given?.toLowerCase();
  return isCurrency(currency) ? currency : null;
};

function statusOf(given: string | undefined): CardPaymentStatus {
  switch (given) {
    case 'active':
    case 'pending':
    case 'restricted':
    case 'unsupported':
      return given;
    case undefined:
      return 'none';
    default:
      // `rejected`, and any status that Stripe may add: no tips.
      return 'unsupported';
  }
}

function stateOf(account: V2Account): AccountState {
  const { capabilities } = account.configuration?.merchant ?? {};
  return {
    accountId: account.id,
    country: account.identity?.country?.toUpperCase() ?? null,
    currency: currencyOf(account.defaults?.currency),
    cardPayments: statusOf(capabilities?.card_payments?.status),
    linkPayments: capabilities?.link_payments?.status === 'active',
    requirements: (account.requirements?.entries ?? []).map(({ description }) => description),
  };
}

/** Owners' accounts through Stripe's Accounts v2: full dashboard, Stripe collects fees and carries losses. */
export class StripeAccounts implements Accounts {
  private readonly asked: Asked;

  constructor(private readonly stripe: Stripe) {
    this.asked = askedOf(stripe);
  }

  createAccount(wanted: WantedAccount): Promise<PaymentsResult<AccountState>> {
    const { uid, round, email, name, descriptor, country, currency } = wanted;
    return this.asked(async () =>
      stateOf(
        await this.stripe.v2.core.accounts.create(
          {
            ...(email === null ? {} : { contact_email: email }),
            display_name: name,
            dashboard: 'full',
            // Without `entity_type`, Stripe asks whether the owner is a person, a company or a club.
            identity: { country: country.toLowerCase() },
            configuration: {
              merchant: {
                capabilities: { card_payments: { requested: true }, link_payments: { requested: true } },
                ...(descriptor === null ? {} : { statement_descriptor: { descriptor } }),
              },
            },
            defaults: {
              ...(currency === null ? {} : { currency }),
              responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' },
            },
            include: [...include],
          },
          // Stripe repeats its answer under this key for weeks, even when the account is disconnected meanwhile.
          { idempotencyKey: `acct:${uid}:${round}` },
        ),
      ),
    );
  }

  async readAccount(accountId: string | null): Promise<PaymentsResult<AccountState>> {
    if (accountId === null) return this.asked(() => this.ownAccount());
    const read = await this.asked(() =>
      this.stripe.v2.core.accounts.retrieve(accountId, { include: [...include] }),
    );
    if (!read.ok) return read;
    // A closed account can still be read, but never takes a payment again.
    return read.value.closed === true ? fail({ kind: 'gone' }) : ok(stateOf(read.value));
  }

  readWays(accountId: string | null) {
    return this.asked(() => readWays(this.stripe, accountId));
  }

  openOnboarding(account: string, { refreshUrl, returnUrl }: OnboardingPages) {
    return this.asked(async () => {
      const link = await this.stripe.v2.core.accountLinks.create({
        account,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: {
            refresh_url: refreshUrl,
            return_url: returnUrl,
            collection_options: { fields: 'eventually_due' },
          },
        },
      });
      return { url: link.url };
    });
  }

  /** In `single` mode the key is the owner's own: Stripe's Accounts v1 has the needed data. */
  private async ownAccount(): Promise<AccountState> {
    const account = await this.stripe.accounts.retrieveCurrent();
    const due = account.requirements?.currently_due ?? [];
    return {
      accountId: account.id,
      country: account.country?.toUpperCase() ?? null,
      currency: currencyOf(account.default_currency),
      cardPayments: account.charges_enabled === true ? 'active' : 'restricted',
      linkPayments: account.capabilities?.link_payments === 'active',
      requirements: due,
    };
  }
}
