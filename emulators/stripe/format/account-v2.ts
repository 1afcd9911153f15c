import type Stripe from 'stripe';
import { capabilityOf, capableTypes, isInV2, type CapabilityStatus } from '../payments/way-settings';
import type { AccountEntity, AccountLinkEntity } from '../state/account-entities';
import { dueFields, linkStatus } from './account';

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
export type Includable = (typeof INCLUDABLE)[number];

export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

function formatCapability(account: AccountEntity, status: AccountEntity['cardPayments']): CardPayments {
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
const otherCapabilities = (account: AccountEntity) =>
  Object.fromEntries(
    capableTypes.filter(isInV2).flatMap((type) => {
      const status = capabilityOf(account, type);
      return status === null ? [] : [[`${type}_payments`, formatCapability(account, statusV2(status))]];
    }),
  );

function formatRequirements(account: AccountEntity): Stripe.V2.Core.Account.Requirements {
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
              card_payments: formatCapability(account, cardStatus(account)),
            }),
            ...(link !== null && { link_payments: formatCapability(account, link) }),
            ...otherCapabilities(account),
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
    ...(has('requirements') && { requirements: formatRequirements(account) }),
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
