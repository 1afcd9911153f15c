import type Stripe from 'stripe';
import type { RedirectType } from '../payments/method-types';

const transaction = { transaction_id: null };
const debit = { generated_sepa_debit: null, generated_sepa_debit_mandate: null, iban_last4: null };

/** Banks and wallets tell Stripe names and numbers of the buyer, which the sandbox does not have. Stripe's types do not know Wero. */
const ofCharges: Partial<Stripe.Charge.PaymentMethodDetails> = {
  ideal: { ...debit, ...transaction, bank: null, bic: null, verified_name: null },
  bancontact: {
    ...debit,
    bank_code: null,
    bank_name: null,
    bic: null,
    preferred_language: null,
    verified_name: null,
  },
  eps: { bank: null, verified_name: null },
  p24: { bank: null, reference: null, verified_name: null },
  blik: { buyer_id: null },
  twint: {},
  swish: { fingerprint: null, payment_reference: null, verified_phone_last4: null },
  mobilepay: { card: null },
  mb_way: {},
  cashapp: { ...transaction, buyer_id: null, cashtag: null },
  amazon_pay: transaction,
  revolut_pay: transaction,
  pix: { bank_transaction_id: null, fingerprint: null },
  upi: { vpa: null },
  link: { country: null },
};

const ofMethods: Partial<Stripe.PaymentMethod> = {
  ideal: { bank: null, bic: null },
  bancontact: {},
  eps: { bank: null },
  p24: { bank: null },
  blik: {},
  twint: {},
  swish: {},
  mobilepay: {},
  mb_way: {},
  cashapp: { buyer_id: null, cashtag: null },
  amazon_pay: {},
  revolut_pay: {},
  pix: { fingerprint: null },
  upi: { vpa: null },
  link: { email: null },
};

/** The property with the type's name in a charge's `payment_method_details`. */
export const detailsOfCharge = (type: RedirectType | 'link'): Partial<Stripe.Charge.PaymentMethodDetails> =>
  type in ofCharges ? { [type]: ofCharges[type as keyof typeof ofCharges] } : {};

/** The property with the type's name in a payment method. */
export const detailsOfMethod = (type: RedirectType | 'link'): Partial<Stripe.PaymentMethod> =>
  type in ofMethods ? { [type]: ofMethods[type as keyof typeof ofMethods] } : {};
