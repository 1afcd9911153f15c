import { createHash } from 'node:crypto';
import type { Sandbox } from '../sandbox';
import type {
  BillingDetails,
  CardMethodEntity,
  LinkMethodEntity,
  PaymentMethodEntity,
} from '../state/payment-entities';
import { missingResource } from '../wire/refusal';
import type { RedirectType } from './method-types';
import type { CardWallet } from './wallets';
import type { CardBehaviour } from './card-behaviour';
import { findCardByMethod, type TestCard } from './cards';

const NO_BILLING: BillingDetails = { name: null, email: null, phone: null, country: null, postalCode: null };

export interface CardPresented {
  readonly wallet?: CardWallet;
  readonly card: TestCard;
  readonly expMonth: number;
  readonly expYear: number;
  readonly billing: BillingDetails;
}

const behaviourOfCard = (card: TestCard): CardBehaviour => ({
  authentication: card.authentication,
  bank: card.bank,
  ...(card.offSession && { offSession: card.offSession }),
});

/** Stores the card's last four digits and its outcome. The full number is never stored. */
export function createPaymentMethod(
  sandbox: Sandbox,
  account: string,
  presented: CardPresented,
): CardMethodEntity {
  const { card } = presented;
  const method: CardMethodEntity = {
    id: sandbox.ids.next('pm'),
    account,
    created: sandbox.clock.seconds(),
    card: {
      brand: card.brand,
      last4: card.number.slice(-4),
      country: card.country,
      expMonth: presented.expMonth,
      expYear: presented.expYear,
      ...(presented.wallet && { wallet: presented.wallet }),
      fingerprint: createHash('sha256').update(`card:${card.number}`).digest('hex').slice(0, 16),
      behaviour: behaviourOfCard(card),
    },
    billing: presented.billing,
  };
  sandbox.store.put('paymentMethod', method);
  return method;
}

/** A saved card; undefined = there is none with this id, or it is no card. */
export function savedCard({ store }: Pick<Sandbox, 'store'>, id: string): CardMethodEntity | undefined {
  const method = store.get('paymentMethod', id);
  return method?.card ? method : undefined;
}

/** A way to pay on the page of a bank or a wallet. */
export function createRedirectMethod(
  sandbox: Sandbox,
  account: string,
  type: RedirectType,
  billingDetails: BillingDetails,
): PaymentMethodEntity {
  const method: PaymentMethodEntity = {
    id: sandbox.ids.next('pm'),
    account,
    created: sandbox.clock.seconds(),
    card: null,
    redirect: type,
    billing: billingDetails,
  };
  sandbox.store.put('paymentMethod', method);
  return method;
}

/** Link, with the card that the buyer has saved there. */
export function createLinkMethod(
  sandbox: Sandbox,
  account: string,
  card: TestCard,
  billingDetails: BillingDetails,
): LinkMethodEntity {
  const method: LinkMethodEntity = {
    id: sandbox.ids.next('pm'),
    account,
    created: sandbox.clock.seconds(),
    card: null,
    redirect: null,
    behaviour: behaviourOfCard(card),
    billing: billingDetails,
  };
  sandbox.store.put('paymentMethod', method);
  return method;
}

/** One of the account's payment methods, or a new one for a ready-made `pm_card_…` id. */
export function takePaymentMethod(sandbox: Sandbox, account: string, id: string): PaymentMethodEntity {
  const known = sandbox.store.get('paymentMethod', id);
  if (known && known.account === account) return known;
  const card = findCardByMethod(id);
  if (!card) throw missingResource('PaymentMethod', id, 'payment_method');
  const year = new Date(sandbox.clock.now()).getUTCFullYear() + 1;
  return createPaymentMethod(sandbox, account, { card, expMonth: 12, expYear: year, billing: NO_BILLING });
}
