import type { Sandbox } from '../sandbox';
import type { ChargeEntity, PaymentMethodEntity } from '../state/payment-entities';
import { refused } from '../wire/refusal';
import type { DisputeKind } from './disputes';
import { typeOfMethod } from './type-of-method';

/** Ways whose payments a buyer cannot take back: https://docs.stripe.com/payments/payment-methods/payment-method-support */
const undisputed: readonly string[] = ['ideal', 'wero', 'bancontact', 'eps', 'p24', 'swish'];

/** Ways whose disputes the account cannot contest: https://docs.stripe.com/payments/pix and /upi */
const uncontested: readonly string[] = ['pix', 'upi'];

const typeOf = (method: PaymentMethodEntity | undefined): string =>
  method === undefined ? 'card' : typeOfMethod(method);

/** Refuses a dispute that a buyer cannot open with this way to pay. */
export function checkDisputable({ store }: Sandbox, charge: ChargeEntity, kind: DisputeKind): void {
  const type = typeOf(store.get('paymentMethod', charge.paymentMethod));
  if (undisputed.includes(type)) throw refused(`Nobody can dispute a payment by ${type}.`);
  if (kind === 'claim' && type !== 'amazon_pay') throw refused('Only payments by amazon_pay have claims.');
  if (kind === 'inquiry' && type !== 'card') throw refused('Only payments by card have inquiries.');
}

/** Refuses evidence where the account cannot contest a dispute. Stripe's words for the refusal are not known to the letter. */
export function checkContestable(
  { store }: Sandbox,
  { charge: disputed }: { readonly charge: string },
): void {
  const charge = store.get('charge', disputed);
  const type = typeOf(charge && store.get('paymentMethod', charge.paymentMethod));
  if (uncontested.includes(type)) throw refused(`Disputes of payments by ${type} cannot be contested.`);
}
