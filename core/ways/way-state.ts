import type { Currency } from '../money/currency-codes';
import { worksIn } from './ways-for';
import { wayTypes, type Way } from './ways';

/** Wallets: at Stripe they have a setting of their own and pay as cards. */
export const walletTypes = ['apple_pay', 'google_pay'] as const;
export type WalletType = (typeof walletTypes)[number];

/** What an owner sees in the list of ways to pay. */
export const ownWayTypes = ['card', ...walletTypes, ...wayTypes.filter((type) => type !== 'card')] as const;
export type OwnWayType = (typeof ownWayTypes)[number];

/**
 * - `on`: fans can pay this way.
 * - `waiting`: Stripe checks the account; the owner need do nothing.
 * - `missing`: the account lacks the capability; Stripe asks the owner for more.
 * - `off`: switched off in Stripe's settings.
 * - `other-currency`: it cannot be charged in the account's currency, nor in the fan's own.
 */
export const wayStates = ['on', 'waiting', 'missing', 'off', 'other-currency'] as const;
export type WayState = (typeof wayStates)[number];

/** What Stripe says about a way at an account. */
export interface WayFacts {
  /** `none`: nobody requested it. `refused`: Stripe does not allow it on this account. */
  readonly capability: 'active' | 'pending' | 'restricted' | 'refused' | 'none';
  /** Whether the account shows it; null = it has no such setting. */
  readonly shown: boolean | null;
}

/** Whether fans can only pay this way where they pay in their own currency, on Stripe's page. `currency`: the account's; null = not known yet. */
export const needsFanCurrency = (currency: Currency | null, way: Way | null): boolean =>
  way !== null && currency !== null && !worksIn(currency, way);

/**
 * The state of a way for an owner. `currency`: the account's; null = not known yet. `way`: null for wallets, which work in every currency.
 * `fanCurrency`: whether fans may pay in their own currency, which opens every way of Stripe's page.
 */
export function wayState(
  currency: Currency | null,
  way: Way | null,
  facts: WayFacts,
  fanCurrency: boolean,
): WayState {
  if (needsFanCurrency(currency, way) && !(fanCurrency && way?.hosted === true)) return 'other-currency';
  if (facts.shown === false) return 'off';
  switch (facts.capability) {
    case 'active':
      return 'on';
    case 'pending':
      return 'waiting';
    case 'restricted':
      return 'missing';
    case 'refused':
      return 'off';
    case 'none':
      return facts.shown === null ? 'off' : 'missing';
  }
}
