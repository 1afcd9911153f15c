import type Stripe from 'stripe';
import type { Site } from '@busker/core/dashboard-api/owner-api';
import { fail, ok } from '@busker/core/base/result';
import { isCurrency } from '@busker/core/money/money';
import type { CardPaymentStatus } from '@busker/core/payments/payments-state';
import {
  payoutStatuses,
  weekdays,
  type CurrencyBalance,
  type Payout,
  type PayoutLine,
  type PayoutLineKind,
  type PayoutSchedule,
} from '@busker/core/books/payout';
import {
  ownMethodTypes,
  walletTypes,
  methodOf,
  type OwnMethodType,
  type MethodFacts,
} from '@busker/core/payments/methods';
import type {
  AccountState,
  AccountMethods,
  Accounts,
  OnboardingPages,
  Page,
  PaymentsResult,
  Payouts,
  Wallets,
  WantedAccount,
} from './payments';
import { askedOf, on, type Asked } from './stripe-checkout';
import { idOf } from './stripe-payments';

type Capability = MethodFacts['capability'];

/** The words of both versions of Stripe's accounts: v1 has `inactive`, v2 the rest. */
function capabilityOf(given: string | undefined): Capability {
  switch (given) {
    case 'active':
    case 'pending':
    case 'restricted':
      return given;
    case 'inactive':
      return 'restricted';
    case undefined:
      return 'none';
    default:
      // `unsupported`, `rejected`, and any status that Stripe may add.
      return 'refused';
  }
}

type Statuses = Readonly<Record<string, string | undefined>>;

const isWallet = (type: OwnMethodType): boolean => (walletTypes as readonly string[]).includes(type);

function capabilityName(type: OwnMethodType): string {
  return isWallet(type) ? 'card_payments' : (methodOf(type)?.capability.name ?? '');
}

/** Whether a configuration shows a way; null = it has no such setting. */
function shownIn(configuration: Stripe.PaymentMethodConfiguration | undefined, type: OwnMethodType) {
  const setting: unknown = Object.entries(configuration ?? {}).find(([name]) => name === type)?.[1];
  if (typeof setting !== 'object' || setting === null || !('display_preference' in setting)) return null;
  const { display_preference: preference } = setting;
  if (typeof preference !== 'object' || preference === null || !('value' in preference)) return null;
  return preference.value === 'on';
}

/** With direct charges the default child of the platform's configuration counts; an account without a platform has none. */
function countingOne(all: readonly Stripe.PaymentMethodConfiguration[]) {
  const defaults = all.filter((one) => one.active && one.is_default);
  return defaults.find((one) => one.parent !== null) ?? defaults[0];
}

const statusesOf = (capabilities: object | undefined): Statuses =>
  Object.fromEntries(
    Object.entries(capabilities ?? {}).map(([name, given]: [string, unknown]) => {
      if (typeof given === 'string') return [name, given];
      const hasStatus = typeof given === 'object' && given !== null && 'status' in given;
      return [name, hasStatus && typeof given.status === 'string' ? given.status : undefined];
    }),
  );

/** v1 has every capability; v2 has more states of some (`unsupported`). */
async function readStatuses(stripe: Stripe, account: string | null): Promise<Statuses> {
  const asked = stripe.accounts.retrieveCurrent({}, on(account));
  if (account === null) return statusesOf((await asked).capabilities);
  const [first, second] = await Promise.all([
    asked,
    stripe.v2.core.accounts.retrieve(account, { include: ['configuration.merchant'] }),
  ]);
  return {
    ...statusesOf(first.capabilities),
    ...statusesOf(second.configuration?.merchant?.capabilities),
  };
}

/** What Stripe says about each payment method at an account, read now. */
async function readMethods(stripe: Stripe, account: string | null): Promise<AccountMethods> {
  const [statuses, configurations] = await Promise.all([
    readStatuses(stripe, account),
    stripe.paymentMethodConfigurations.list({ limit: 100 }, on(account)),
  ]);
  const configuration = countingOne(configurations.data);
  return new Map(
    ownMethodTypes.map((type) => [
      type,
      { capability: capabilityOf(statuses[capabilityName(type)]), shown: shownIn(configuration, type) },
    ]),
  );
}

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

  readMethods(accountId: string | null) {
    return this.asked(() => readMethods(this.stripe, accountId));
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

const stripeWalletsStatusOf = (given: string): Site['applePay'] =>
  given === 'active' ? 'active' : 'inactive';

function siteOf(domain: Stripe.PaymentMethodDomain): Site {
  return {
    domain: domain.domain_name,
    applePay: stripeWalletsStatusOf(domain.apple_pay.status),
    googlePay: stripeWalletsStatusOf(domain.google_pay.status),
    link: stripeWalletsStatusOf(domain.link.status),
    problem: domain.apple_pay.status_details?.error_message ?? null,
  };
}

/** With direct charges every domain belongs to the account that is paid. */
export class StripeWallets implements Wallets {
  private readonly asked: Asked;

  constructor(private readonly stripe: Stripe) {
    this.asked = askedOf(stripe);
  }

  register(account: string | null, domain: string): Promise<PaymentsResult<Site>> {
    return this.asked(async () => {
      const domains = this.stripe.paymentMethodDomains;
      const known = await this.known(account, domain);
      if (known === undefined) return siteOf(await domains.create({ domain_name: domain }, on(account)));
      if (!known.enabled) await domains.update(known.id, { enabled: true }, on(account));
      return siteOf(await domains.validate(known.id, {}, on(account)));
    });
  }

  disable(account: string | null, domain: string): Promise<PaymentsResult<null>> {
    return this.asked(async () => {
      const known = await this.known(account, domain);
      if (known?.enabled === true)
        await this.stripe.paymentMethodDomains.update(known.id, { enabled: false }, on(account));
      return null;
    });
  }

  private async known(account: string | null, domain: string) {
    return (await this.stripe.paymentMethodDomains.list({ domain_name: domain }, on(account))).data[0];
  }

  list(account: string | null): Promise<PaymentsResult<readonly Site[]>> {
    return this.asked(async () => {
      const { data } = await this.stripe.paymentMethodDomains.list({ limit: 100 }, on(account));
      return data.filter(({ enabled }) => enabled).map(siteOf);
    });
  }
}

const payoutsOnAPage = 20;
const linesOnAPage = 100;

export class StripePayouts implements Payouts {
  private readonly asked: Asked;

  constructor(private readonly stripe: Stripe) {
    this.asked = askedOf(stripe);
  }

  readBalance(account: string | null) {
    return this.asked(async () => {
      const [balance, settings] = await Promise.all([
        this.stripe.balance.retrieve({}, on(account)),
        this.stripe.balanceSettings.retrieve({}, on(account)),
      ]);
      const { payouts } = settings.payments;
      return {
        balances: balancesOf(balance),
        schedule: scheduleOf(payouts?.schedule ?? null),
        paused: payouts?.status === 'disabled',
      };
    });
  }

  listPayouts(account: string | null, after: string | null, limit = payoutsOnAPage) {
    return this.asked(async () =>
      pageOf(await this.stripe.payouts.list({ limit, ...startingAfter(after) }, on(account)), payoutOf),
    );
  }

  readPayout(account: string | null, payoutId: string) {
    return this.asked(async () => payoutOf(await this.stripe.payouts.retrieve(payoutId, {}, on(account))));
  }

  listLines(account: string | null, payoutId: string, after: string | null) {
    const query = {
      payout: payoutId,
      limit: linesOnAPage,
      expand: ['data.source'],
      ...startingAfter(after),
    };
    return this.asked(async () => {
      const { items, next } = pageOf(
        await this.stripe.balanceTransactions.list(query, on(account)),
        (line) => (isOwnLine(line, payoutId) ? null : lineOf(line)),
      );
      return { items: items.filter((line) => line !== null), next };
    });
  }
}

const startingAfter = (after: string | null) => (after === null ? {} : { starting_after: after });

/** `next` is the last item of this page, also when that item is left out. */
function pageOf<S extends { readonly id: string }, T>(
  { data, has_more: more }: Stripe.ApiList<S>,
  read: (item: S) => T,
): Page<T> {
  return { items: data.map(read), next: more ? (data.at(-1)?.id ?? null) : null };
}

function balancesOf({ available, pending }: Stripe.Balance): readonly CurrencyBalance[] {
  const currencies = [...new Set([...available, ...pending].map(({ currency }) => currency))];
  const amountIn = (part: typeof available, wanted: string) =>
    part.filter(({ currency }) => currency === wanted).reduce((sum, { amount }) => sum + amount, 0);
  return currencies.map((currency) => ({
    currency,
    available: amountIn(available, currency),
    pending: amountIn(pending, currency),
  }));
}

function scheduleOf(given: Stripe.BalanceSettings.Payments.Payouts.Schedule | null): PayoutSchedule {
  const days: readonly string[] = given?.weekly_payout_days ?? [];
  const interval: string = given?.interval ?? '';
  if (interval === 'daily' || interval === 'manual') return { interval };
  if (interval === 'weekly') return { interval, days: weekdays.filter((day) => days.includes(day)) };
  if (interval === 'monthly') return { interval, days: [...(given?.monthly_payout_days ?? [])] };
  return { interval: 'unknown' };
}

function payoutOf(payout: Stripe.Payout): Payout {
  return {
    id: payout.id,
    amount: payout.amount,
    currency: payout.currency,
    status: payoutStatuses.find((status) => status === payout.status) ?? 'pending',
    createdAt: payout.created * 1000,
    arrivesAt: payout.arrival_date * 1000,
    contents: contentsOf(payout),
    failureCode: payout.failure_code,
  };
}

function contentsOf({ automatic, reconciliation_status: state }: Stripe.Payout): Payout['contents'] {
  if (!automatic || state === 'not_applicable') return 'never';
  return state === 'completed' ? 'listed' : 'later';
}

/** A payout is booked on the balance too, as a line that takes its amount away. */
const isOwnLine = ({ type, source }: Stripe.BalanceTransaction, payoutId: string): boolean =>
  type === 'payout' && idOf(source) === payoutId;

function lineOf(line: Stripe.BalanceTransaction): PayoutLine {
  const { source } = line;
  const intent =
    typeof source === 'object' && source !== null && 'payment_intent' in source
      ? idOf(source.payment_intent)
      : null;
  return {
    id: line.id,
    kind: kindOf(line),
    bookedAt: line.created * 1000,
    amount: line.amount,
    fee: line.fee,
    paymentIntentId: intent,
    about: line.description,
  };
}

/** Stripe's own categories for accounting: https://docs.stripe.com/reports/reporting-categories */
const kinds: Readonly<Record<string, PayoutLineKind>> = {
  charge: 'tip',
  refund: 'refund',
  refund_failure: 'refund-failed',
  dispute: 'dispute',
  dispute_reversal: 'dispute-returned',
  payout: 'payout',
  payout_reversal: 'payout-failed',
};

const kindOf = ({ reporting_category: category }: Stripe.BalanceTransaction): PayoutLineKind =>
  kinds[category] ?? 'other';
