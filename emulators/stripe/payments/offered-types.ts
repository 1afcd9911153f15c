import { linkStatus } from '../format/account';
import type { Sandbox } from '../sandbox';
import type { AccountEntity } from '../state/account-entities';
import type { CheckoutSessionEntity } from '../state/checkout-entities';
import type { PaymentIntentEntity, PaymentMethodEntity } from '../state/payment-entities';
import { refused } from '../wire/refusal';
import { checkAccountReady, checkConfirmable } from './confirmable';
import { isRedirectType, redirectMethods, takesAmount } from './method-types';
import { typeOfMethod } from './type-of-method';
import { capabilityOf, preferenceOf } from './way-settings';

interface Payable {
  readonly account: string;
  readonly currency: string;
  /** In minor units. */
  readonly amount: number;
}

/** Whether the account has a way to pay and shows it. */
const isOn = (account: AccountEntity, type: string): boolean =>
  capabilityOf(account, type) === 'active' && preferenceOf(account, type) === 'on';

function isOffered(account: AccountEntity, type: string, { currency, amount }: Payable): boolean {
  if (type === 'card') return isOn(account, type);
  // Link pays with a saved card.
  if (type === 'link')
    return isOn(account, 'card') && linkStatus(account) === 'active' && preferenceOf(account, type) === 'on';
  return (
    isRedirectType(type) &&
    redirectMethods[type].currencies.includes(currency) &&
    takesAmount(type, amount) &&
    isOn(account, type)
  );
}

/** Of a list, what Stripe offers for this account, currency and amount. Without a list: what every account has. */
export function offeredTypes(
  { store }: Pick<Sandbox, 'store'>,
  payable: Payable,
  allowed: readonly string[] | null,
): readonly string[] {
  const found = store.get('account', payable.account);
  return found === undefined
    ? []
    : (allowed ?? ['card', 'link']).filter((type) => isOffered(found, type, payable));
}

/** What a hosted page is paid for. */
export const payableOf = ({ account, currency, unitAmount, quantity }: CheckoutSessionEntity): Payable => ({
  account,
  currency,
  amount: unitAmount * quantity,
});

/** What a payment intent asks of the fan, in the currency that they pay in. */
export const payableIntent = ({ account, amount, currency, presentment }: PaymentIntentEntity): Payable => ({
  account,
  ...(presentment ?? { amount, currency }),
});

type Offering = 'Payment Intent' | 'Checkout Session';

/** Stripe's refusal when nothing is left of a list. */
export const nothingOffered = (what: Offering) =>
  refused(
    `No valid payment method types for this ${what}. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods).`,
  );

/** Refuses what nobody could pay: the account takes no payments, or nothing is left of the list. */
export function checkOffered(
  sandbox: Sandbox,
  payable: Payable,
  allowed: readonly string[] | null,
  what: Offering,
): void {
  checkAccountReady(sandbox, payable.account);
  if (offeredTypes(sandbox, payable, allowed).length === 0) throw nothingOffered(what);
}

/** Refuses a payment method whose type the payment intent does not offer. */
export function checkPresented(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  method: PaymentMethodEntity,
): void {
  checkConfirmable(intent);
  checkAccountReady(sandbox, intent.account);
  const offered = offeredTypes(sandbox, intent, intent.allowedTypes);
  const type = typeOfMethod(method);
  if (!offered.includes(type))
    throw refused(
      `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${offered.join(', ')}.`,
      'payment_intent_incompatible_payment_method',
      'payment_method',
    );
}
