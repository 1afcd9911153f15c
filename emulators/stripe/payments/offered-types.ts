import { linkStatus } from '../format/account';
import type { Sandbox } from '../sandbox';
import type { AccountEntity } from '../state/account-entities';
import { isRedirectType, redirectMethods } from './method-types';
import { capabilityOf, preferenceOf } from './way-settings';

/** Whether the account has a way to pay and shows it. */
const isOn = (account: AccountEntity, type: string): boolean =>
  capabilityOf(account, type) === 'active' && preferenceOf(account, type) === 'on';

/** Of a list, what Stripe offers for this account and currency. Without a list: what every account has. */
export function offeredTypes(
  { store }: Pick<Sandbox, 'store'>,
  { account, currency }: { readonly account: string; readonly currency: string },
  allowed: readonly string[] | null,
): readonly string[] {
  const found = store.get('account', account);
  return (allowed ?? ['card', 'link']).filter((type) => {
    if (type === 'card' || found === undefined) return type === 'card' || type === 'link';
    if (type === 'link') return linkStatus(found) === 'active' && preferenceOf(found, type) === 'on';
    return isRedirectType(type) && redirectMethods[type].currencies.includes(currency) && isOn(found, type);
  });
}
