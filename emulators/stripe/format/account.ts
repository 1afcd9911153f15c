import type Stripe from 'stripe';
import { capabilityOf, capableTypes, type CapableType } from '../payments/way-settings';
import type { AccountEntity } from '../state/account-entities';

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

export const dueFields = ({ requirement }: AccountEntity): string[] => {
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
