import type Stripe from 'stripe';
import { capabilityOf, configuredTypes, preferenceOf, walletTypes } from '../payments/way-settings';
import type { AccountEntity } from '../state/account-entities';
import { linkStatus } from './account';

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
