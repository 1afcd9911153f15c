import type { AccountEntity, AccountLinkEntity, PaymentMethodDomainEntity } from '../state/payment-entities';
import type Stripe from 'stripe';
import {
  allowedTypeNames,
  isRedirectType,
  redirectMethods,
  walletNames,
  wallets,
  type WalletName,
} from '../reference/method-types';
import type { Sandbox } from '../state/sandbox';

type CapabilityStatus = 'active' | 'inactive' | 'pending';

/** Ways whose capability an account may have besides those of cards and Link. */
export const capableTypes = allowedTypeNames.filter((type) => type !== 'card' && type !== 'link');
type CapableType = (typeof capableTypes)[number];

/** Stripe's Accounts v2 lacks these capabilities; v1 has them. */
const onlyInV1: readonly string[] = ['wero', 'mb_way', 'pix', 'upi', 'paypal'];

/** Whether Accounts v2 shows the capability of this way. */
const isInV2 = (type: string): boolean => !onlyInV1.includes(type);

/** Wallets have a setting but no capability: they pay with the account's card payments. */
const walletTypes = ['apple_pay', 'google_pay'] as const;

/** The ways that a payment method configuration lists. It does not know Wero. */
export const configuredTypes: readonly string[] = [
  'card',
  'link',
  ...walletTypes,
  ...capableTypes.filter((type) => type !== 'wero'),
];

/** Stripe gives loans and debits to full accounts too (docs.stripe.com/connect/account-capabilities). */
const isUsual = (type: string): boolean =>
  isRedirectType(type) ? redirectMethods[type].usual : type === 'klarna' || type === 'sepa_debit';

const ofCards = ({ cardPayments }: AccountEntity): CapabilityStatus => {
  if (cardPayments === 'active' || cardPayments === 'pending') return cardPayments;
  return 'inactive';
};

/** The status of a capability, without its `_payments`; null = nobody requested it. */
export function capabilityOf(account: AccountEntity, type: string): CapabilityStatus | null {
  const set = account.capabilities?.[type];
  if (type === 'card') {
    const ofAccount = ofCards(account);
    return ofAccount === 'active' ? (set ?? 'active') : ofAccount;
  }
  if (account.cardPayments === 'active') return set ?? (isUsual(type) ? 'active' : null);
  return set !== undefined || isUsual(type) ? ofCards(account) : null;
}

/** The account with another setting of a way; `none` takes the owner's choice back. */
export function withPreference(
  account: AccountEntity,
  type: string,
  preference: 'on' | 'off' | 'none',
): AccountEntity {
  const preferences = Object.entries(account.preferences ?? {}).filter(([known]) => known !== type);
  return {
    ...account,
    preferences: Object.fromEntries(
      preference === 'none' ? preferences : [...preferences, [type, preference]],
    ),
  };
}

/** Whether the account shows a way to buyers: as it was set, else as Stripe begins with it. */
export function preferenceOf(account: AccountEntity, type: string): 'on' | 'off' {
  const set = account.preferences?.[type];
  if (set !== undefined) return set;
  const isAlwaysOn = type === 'card' || type === 'link' || (walletTypes as readonly string[]).includes(type);
  return isAlwaysOn || capabilityOf(account, type) !== null ? 'on' : 'off';
}

const statusV1 = (status: AccountEntity['cardPayments']): 'active' | 'inactive' | 'pending' => {
  if (status === 'active') return 'active';
  return status === 'pending' ? 'pending' : 'inactive';
};

/** The status of Link; null = it was not requested. Link is active only when card payments are active. */
export function linkStatus(account: AccountEntity): AccountEntity['cardPayments'] | null {
  if (account.linkPaymentsRequested !== true) return null;
  return account.cardPayments === 'active' ? (account.linkPayments ?? 'active') : account.cardPayments;
}

const CONTROLLER_FEES = {
  stripe: 'account',
  application: 'application',
  application_custom: 'application_custom',
  application_express: 'application_express',
} as const;

const dueFields = ({ requirement }: AccountEntity): string[] => {
  switch (requirement) {
    case 'nothing':
      return [];
    case 'onboarding':
      return [
        'business_profile.product_description',
        'external_account',
        'individual.dob.day',
        'tos_acceptance.date',
      ];
    case 'more-information':
      return ['individual.verification.document'];
  }
};

function formatRequirements(account: AccountEntity): Stripe.Account.Requirements {
  const due = dueFields(account);
  const blocked = account.cardPayments !== 'active' && due.length > 0;
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: blocked ? 'requirements.past_due' : null,
    errors: [],
    eventually_due: due,
    past_due: blocked ? due : [],
    pending_verification: account.cardPayments === 'pending' ? ['individual.verification.document'] : [],
  };
}

function formatSettings(account: AccountEntity): Stripe.Account.Settings {
  return {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: true },
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: account.displayName, timezone: 'Etc/UTC' },
    payments: {
      statement_descriptor: account.statementDescriptor?.toUpperCase() ?? 'BUSKER SANDBOX',
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
  };
}

/** Whether a capability was requested, and its status in v1's words. */
function requestOf(account: AccountEntity, type: 'card' | CapableType) {
  return type === 'card' && !account.cardPaymentsRequested ? null : capabilityOf(account, type);
}

export function formatCapability(
  account: AccountEntity,
  type: 'card' | CapableType = 'card',
): Stripe.Capability {
  const due = dueFields(account);
  const status = requestOf(account, type);
  const isActive = status === 'active';
  return {
    id: `${type}_payments`,
    object: 'capability',
    account: account.id,
    future_requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: [],
      disabled_reason: null,
      errors: [],
      eventually_due: [],
      past_due: [],
      pending_verification: [],
    },
    requested: status !== null,
    requested_at: status === null ? null : account.created,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: due,
      disabled_reason: isActive || due.length === 0 ? null : 'requirements.fields_needed',
      errors: [],
      eventually_due: due,
      past_due: isActive ? [] : due,
      pending_verification: [],
    },
    status: status ?? 'unrequested',
  } satisfies Stripe.Capability;
}

/** The capabilities besides those of cards and Link. */
const otherCapabilities = (account: AccountEntity) =>
  Object.fromEntries(
    capableTypes.flatMap((type) => {
      const status = capabilityOf(account, type);
      return status === null ? [] : [[`${type}_payments`, status]];
    }),
  );

export function formatAccount(account: AccountEntity): Stripe.Account {
  const active = account.cardPayments === 'active';
  const card = requestOf(account, 'card');
  const link = linkStatus(account);
  const none = {
    alternatives: [],
    current_deadline: null,
    currently_due: [],
    disabled_reason: null,
    errors: [],
  };
  return {
    id: account.id,
    object: 'account',
    business_profile: {
      mcc: null,
      minority_owned_business_designation: null,
      name: account.displayName,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: account.entityType,
    capabilities: {
      ...(card !== null && { card_payments: card }),
      ...(link !== null && { link_payments: statusV1(link) }),
      ...otherCapabilities(account),
    },
    charges_enabled: active,
    controller:
      account.role === 'platform'
        ? { type: 'account' }
        : {
            fees: { payer: CONTROLLER_FEES[account.feesCollector] },
            is_controller: true,
            losses: { payments: account.lossesCollector },
            requirement_collection: 'stripe',
            stripe_dashboard: { type: account.dashboard },
            type: 'application',
          },
    country: account.country,
    created: account.created,
    default_currency: account.currency,
    details_submitted: account.requirement !== 'onboarding',
    email: account.email,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${account.id}/external_accounts`,
    },
    future_requirements: { ...none, eventually_due: [], past_due: [], pending_verification: [] },
    metadata: { ...account.metadata },
    payouts_enabled: active && account.payoutsPaused !== true,
    requirements: formatRequirements(account),
    settings: formatSettings(account),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: account.role === 'platform' || account.dashboard === 'full' ? 'standard' : 'none',
  } satisfies Stripe.Account;
}

export interface SeedAccount {
  readonly id: string;
  readonly email?: string;
  readonly displayName?: string;
  /** ISO 3166 alpha-2, upper case; default US. */
  readonly country?: string;
  /** ISO 4217, lower case; default usd. */
  readonly currency?: string;
  /** Default active: the account can take cards at once. */
  readonly cardPayments?: AccountEntity['cardPayments'];
}

export function newAccount(
  sandbox: Sandbox,
  parts: Partial<AccountEntity> & Pick<AccountEntity, 'id'>,
): AccountEntity {
  const account: AccountEntity = {
    created: sandbox.clock.seconds(),
    role: 'connected',
    email: null,
    displayName: null,
    country: 'US',
    currency: 'usd',
    entityType: null,
    dashboard: 'full',
    feesCollector: 'stripe',
    lossesCollector: 'stripe',
    cardPaymentsRequested: true,
    cardPayments: 'restricted',
    linkPaymentsRequested: true,
    requirement: 'onboarding',
    connection: 'connected',
    metadata: {},
    ...parts,
  };
  sandbox.store.put('account', account);
  return account;
}

/** Does nothing if the account already exists. */
export function seedAccount(
  sandbox: Sandbox,
  seed: SeedAccount,
  role: AccountEntity['role'] = 'connected',
): void {
  if (sandbox.store.get('account', seed.id)) return;
  const cardPayments = seed.cardPayments ?? 'active';
  newAccount(sandbox, {
    id: seed.id,
    role,
    email: seed.email ?? null,
    displayName: seed.displayName ?? null,
    country: seed.country ?? 'US',
    currency: seed.currency ?? 'usd',
    entityType: 'individual',
    cardPayments,
    requirement: cardPayments === 'active' ? 'nothing' : 'onboarding',
  });
}

/** Stripe sends two events: one for the account and one for the capability. */
export function changeAccount(
  sandbox: Sandbox,
  before: AccountEntity,
  change: Partial<AccountEntity>,
): AccountEntity {
  const after = { ...before, ...change };
  sandbox.store.put('account', after);
  sandbox.emit({ account: after.id, type: 'account.updated', object: formatAccount(after) });
  if (after.cardPayments !== before.cardPayments)
    sandbox.emit({ account: after.id, type: 'capability.updated', object: formatCapability(after) });
  return after;
}

type V2Account = Stripe.V2.Core.Account;
type CardPayments = Stripe.V2.Core.Account.Configuration.Merchant.Capabilities.CardPayments;

export const INCLUDABLE = [
  'configuration.customer',
  'configuration.merchant',
  'configuration.recipient',
  'defaults',
  'future_requirements',
  'identity',
  'requirements',
] as const;
type Includable = (typeof INCLUDABLE)[number];

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

function formatV2Capability(account: AccountEntity, status: AccountEntity['cardPayments']): CardPayments {
  const details: CardPayments['status_details'] = [];
  if (status === 'restricted')
    details.push(
      account.requirement === 'nothing'
        ? { code: 'restricted_other', resolution: 'contact_stripe' }
        : { code: 'requirements_past_due', resolution: 'provide_info' },
    );
  if (status === 'pending')
    details.push({ code: 'requirements_pending_verification', resolution: 'no_resolution' });
  if (status === 'rejected') details.push({ code: 'rejected_other', resolution: 'contact_stripe' });
  return { status, status_details: details };
}

const statusV2 = (status: CapabilityStatus) => (status === 'inactive' ? 'restricted' : status);

/** An account that takes payments may lack the capability for cards alone. */
const cardStatus = (account: AccountEntity) =>
  account.cardPayments === 'active'
    ? statusV2(capabilityOf(account, 'card') ?? 'active')
    : account.cardPayments;

/** The capabilities besides those of cards and Link. */
const otherV2Capabilities = (account: AccountEntity) =>
  Object.fromEntries(
    capableTypes.filter(isInV2).flatMap((type) => {
      const status = capabilityOf(account, type);
      return status === null ? [] : [[`${type}_payments`, formatV2Capability(account, statusV2(status))]];
    }),
  );

function formatV2Requirements(account: AccountEntity): Stripe.V2.Core.Account.Requirements {
  const status = account.cardPayments === 'active' ? 'eventually_due' : 'past_due';
  const entries = dueFields(account).map((description) => ({
    awaiting_action_from: 'user' as const,
    description,
    errors: [],
    impact: {
      restricts_capabilities: [
        {
          capability: 'card_payments' as const,
          configuration: 'merchant' as const,
          deadline: { status } as const,
        },
      ],
    },
    minimum_deadline: { status } as const,
    requested_reasons: [{ code: 'routine_onboarding' as const }],
  }));
  return { entries, ...(entries.length > 0 && { summary: { minimum_deadline: { status } } }) };
}

/** Only the parts named in `include` are returned. */
export function formatAccountV2(account: AccountEntity, include: readonly Includable[]): V2Account {
  const has = (part: Includable) => include.includes(part);
  const link = linkStatus(account);
  const merchant = has('configuration.merchant')
    ? {
        merchant: {
          applied: account.cardPaymentsRequested,
          capabilities: {
            ...(account.cardPaymentsRequested && {
              card_payments: formatV2Capability(account, cardStatus(account)),
            }),
            ...(link !== null && { link_payments: formatV2Capability(account, link) }),
            ...otherV2Capabilities(account),
          },
          ...(account.statementDescriptor && {
            statement_descriptor: { descriptor: account.statementDescriptor },
          }),
        },
      }
    : {};
  const hasConfiguration = include.some((part) => part.startsWith('configuration.'));
  return {
    id: account.id,
    object: 'v2.core.account',
    applied_configurations: account.cardPaymentsRequested ? ['merchant'] : [],
    closed: account.connection === 'closed',
    ...(hasConfiguration && { configuration: merchant }),
    ...(account.email !== null && { contact_email: account.email }),
    created: isoTime(account.created),
    dashboard: account.dashboard,
    ...(has('defaults') && {
      defaults: {
        currency: account.currency,
        responsibilities: {
          fees_collector: account.feesCollector,
          losses_collector: account.lossesCollector,
          requirements_collector: 'stripe',
        },
      },
    }),
    ...(account.displayName !== null && { display_name: account.displayName }),
    ...(has('identity') && {
      identity: {
        country: account.country,
        ...(account.entityType !== null && { entity_type: account.entityType }),
      },
    }),
    livemode: false,
    metadata: { ...account.metadata },
    ...(has('requirements') && { requirements: formatV2Requirements(account) }),
    ...(has('future_requirements') && { future_requirements: { entries: [] } }),
  } satisfies V2Account;
}

export function formatAccountLink(link: AccountLinkEntity, origin: string): Stripe.V2.Core.AccountLink {
  const options = {
    collection_options: { fields: link.fields, future_requirements: 'omit' as const },
    refresh_url: link.refreshUrl,
    ...(link.returnUrl !== null && { return_url: link.returnUrl }),
  };
  return {
    object: 'v2.core.account_link',
    account: link.account,
    created: isoTime(link.created),
    expires_at: isoTime(link.expiresAt),
    livemode: false,
    url: `${origin}/connect/setup/${link.id}`,
    use_case: { type: link.type, [link.type]: options },
  } satisfies Stripe.V2.Core.AccountLink;
}

/** Each account has one configuration, a child of the platform's. */
export const configurationId = ({ id }: AccountEntity): string => `pmc_${id.replace(/^acct_/, '')}`;

function isCapable(account: AccountEntity, type: string): boolean {
  if ((walletTypes as readonly string[]).includes(type)) return capabilityOf(account, 'card') === 'active';
  if (type === 'link') return linkStatus(account) === 'active';
  return capabilityOf(account, type) === 'active';
}

function settingOf(account: AccountEntity, type: string) {
  const value = preferenceOf(account, type);
  return {
    available: value === 'on' && isCapable(account, type),
    display_preference: { overridable: true, preference: account.preferences?.[type] ?? 'none', value },
  };
}

/** https://docs.stripe.com/api/payment_method_configurations/object */
export function formatPaymentMethodConfiguration(account: AccountEntity): Stripe.PaymentMethodConfiguration {
  return {
    ...Object.fromEntries(configuredTypes.map((type) => [type, settingOf(account, type)])),
    id: configurationId(account),
    object: 'payment_method_configuration',
    active: true,
    application: account.role === 'platform' ? null : 'ca_sandbox',
    is_default: true,
    livemode: false,
    name: 'Default',
    parent: account.role === 'platform' ? null : 'pmc_sandboxplatform',
  };
}

/** The sandbox cannot visit domains, so every registered domain counts as verified. */
export function formatPaymentMethodDomain(domain: PaymentMethodDomainEntity): Stripe.PaymentMethodDomain {
  const status = domain.enabled ? 'active' : 'inactive';
  return {
    id: domain.id,
    object: 'payment_method_domain',
    amazon_pay: { status },
    apple_pay: { status },
    created: domain.created,
    domain_name: domain.domainName,
    enabled: domain.enabled,
    google_pay: { status },
    klarna: { status },
    link: { status },
    livemode: false,
    paypal: { status },
  } satisfies Stripe.PaymentMethodDomain;
}

/** This machine itself. Stripe wants its hosts registered in test mode too, but takes only domains, and these are none. */
const ofThisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

function isRegistered({ store }: Pick<Sandbox, 'store'>, account: string, host: string): boolean {
  return (
    ofThisMachine.has(host) ||
    store
      .all('paymentMethodDomain')
      .some((domain) => domain.account === account && domain.enabled && domain.domainName === host)
  );
}

/** Elements have no Link for accounts in these countries: https://docs.stripe.com/payments/payment-methods/payment-method-support */
const withoutLink: readonly string[] = ['BR', 'IN'];

/** The countries of accounts with Amazon Pay: https://docs.stripe.com/payments/amazon-pay */
const withAmazonPay: readonly string[] = 'AT BE CH CY DE DK ES FR GB HU IE IT LU NL PT SE US'.split(' ');

function isInCountry(name: WalletName, country: string): boolean {
  switch (name) {
    case 'applePay':
    case 'googlePay':
      return true;
    case 'link':
      return !withoutLink.includes(country);
    case 'amazonPay':
      return withAmazonPay.includes(country);
  }
}

/**
 * The wallets that a page may show: those of its browser (`accounts/wallets`) that the account has on, on a host that is registered for the account.
 * `types`: the ways that are offered for the payment; each wallet pays by one of them.
 * Subdomains are registered one by one: https://docs.stripe.com/payments/payment-methods/pmd-registration
 */
export function walletsOn(
  sandbox: Pick<Sandbox, 'store'>,
  account: string,
  host: string,
  types: readonly string[],
): readonly WalletName[] {
  const found = sandbox.store.get('account', account);
  if (found === undefined || !isRegistered(sandbox, account, host.toLowerCase())) return [];
  return walletNames.filter(
    (name) =>
      found.wallets?.includes(name) &&
      types.includes(wallets[name].way) &&
      preferenceOf(found, wallets[name].type) === 'on' &&
      isInCountry(name, found.country),
  );
}
