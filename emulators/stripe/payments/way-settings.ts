import type { AccountEntity } from '../state/account-entities';
import { allowedTypeNames, isRedirectType, redirectMethods } from './method-types';

export type CapabilityStatus = 'active' | 'inactive' | 'pending';

/** Ways whose capability an account may have besides those of cards and Link. */
export const capableTypes = allowedTypeNames.filter((type) => type !== 'card' && type !== 'link');
export type CapableType = (typeof capableTypes)[number];

/** Stripe's Accounts v2 lacks these capabilities; v1 has them. */
const onlyInV1: readonly string[] = ['wero', 'mb_way', 'pix', 'upi', 'paypal'];

/** Whether Accounts v2 shows the capability of this way. */
export const isInV2 = (type: string): boolean => !onlyInV1.includes(type);

/** Wallets have a setting but no capability: they pay with the account's card payments. */
export const walletTypes = ['apple_pay', 'google_pay'] as const;

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
