import type { Sandbox } from '../sandbox';
import { wallets, walletNames, type WalletName } from './wallets';
import { preferenceOf } from './way-settings';

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
