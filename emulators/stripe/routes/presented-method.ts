import { readCard } from '../payments/card-entry';
import { findCardByMethod, type TestCard } from '../payments/cards';
import { checkAccountReady } from '../payments/confirmable';
import { consentTypes } from '../payments/wallets';
import { canBeDeferred, redirectTypes } from '../payments/method-types';
import { offeredTypes } from '../payments/offered-types';
import { createLinkMethod, createPaymentMethod, createRedirectMethod } from '../payments/payment-methods';
import type { Sandbox } from '../sandbox';
import type {
  BillingDetails,
  ChallengeEntity,
  PaymentIntentEntity,
  PaymentMethodEntity,
} from '../state/payment-entities';
import { flag, integer, object, oneOf, optional, required, text, unsettable } from '../wire/parameters';
import { refused } from '../wire/refusal';

const blank = optional(unsettable(text()));
const billing = object({
  name: blank,
  email: blank,
  phone: blank,
  address: optional(
    object({ country: blank, postal_code: blank, city: blank, line1: blank, line2: blank, state: blank }),
  ),
});

/** What a form sends of a card. */
export const cardData = object({
  number: required(text(30)),
  exp_month: required(integer()),
  exp_year: required(integer()),
  cvc: required(text(4)),
});

/** What the form or a wallet sends: a card, or the name of another way to pay. */
export const methodData = object({
  type: required(oneOf('card', 'link', ...redirectTypes)),
  card: optional(cardData),
  /** The consent in a wallet's dialog; the sandbox's wallets have a good card and a bad one. */
  wallet: optional(object({ type: required(oneOf(...consentTypes)), declines: optional(flag) })),
  billing_details: optional(billing),
});

const toBilling = (details: ReturnType<typeof billing> | undefined): BillingDetails => ({
  name: details?.name ?? null,
  email: details?.email ?? null,
  phone: details?.phone ?? null,
  country: details?.address?.country ?? null,
  postalCode: details?.address?.postal_code ?? null,
});

/** Banks and wallets open in the place of the page, which must say where they lead back to. */
export function leavesFor(returnUrl: string | undefined): ChallengeEntity['via'] {
  if (returnUrl === undefined)
    throw refused('This payment method needs a `return_url`.', 'parameter_missing', 'return_url');
  return { returnUrl };
}

/** The card that a wallet of the sandbox pays with. */
function cardIn(declines = false): TestCard {
  const found = findCardByMethod(declines ? 'pm_card_chargeDeclined' : 'pm_card_visa');
  if (!found) throw refused('The wallet has no card.', 'parameter_missing', 'payment_method_data');
  return found;
}

/** What the form was filled with: a card, or the name of another way to pay. */
export function presentedMethod(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
  { type, card: entered, wallet, billing_details: details }: ReturnType<typeof methodData>,
): PaymentMethodEntity {
  const billingDetails = toBilling(details);
  if (!canBeDeferred(type))
    throw refused(
      `The sandbox offers "${type}" on its hosted page alone.`,
      'payment_intent_invalid_parameter',
      'payment_method_data',
    );
  checkAccountReady(sandbox, intent.account);
  if (!offeredTypes(sandbox, intent, intent.allowedTypes).includes(type))
    throw refused(
      `The payment method type "${type}" is invalid. Please ensure the provided type is activated in your dashboard and compatible with the payment.`,
      'payment_intent_invalid_parameter',
      'payment_method_data',
    );
  if (type === 'link')
    return createLinkMethod(sandbox, intent.account, cardIn(wallet?.declines), billingDetails);
  if (type !== 'card') return createRedirectMethod(sandbox, intent.account, type, billingDetails);
  if (wallet) {
    if (wallet.type === 'link')
      throw refused(
        'Link is a payment method of its own.',
        'payment_intent_invalid_parameter',
        'payment_method_data[wallet]',
      );
    const expYear = new Date(sandbox.clock.now()).getUTCFullYear() + 1;
    return createPaymentMethod(sandbox, intent.account, {
      card: cardIn(wallet.declines),
      wallet: wallet.type,
      expMonth: 12,
      expYear,
      billing: billingDetails,
    });
  }
  if (!entered)
    throw refused('Missing required param: card.', 'parameter_missing', 'payment_method_data[card]');
  const found = readCard(
    { number: entered.number, expMonth: entered.exp_month, expYear: entered.exp_year, cvc: entered.cvc },
    new Date(sandbox.clock.now()),
  );
  return createPaymentMethod(sandbox, intent.account, {
    card: found,
    expMonth: entered.exp_month,
    expYear: entered.exp_year < 100 ? 2000 + entered.exp_year : entered.exp_year,
    billing: billingDetails,
  });
}
