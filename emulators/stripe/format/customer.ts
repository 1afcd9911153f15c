import type Stripe from 'stripe';
import type { Sandbox } from '../sandbox';
import type { CustomerEntity } from '../state/billing-entities';

export function formatCustomerAddress({ country, postalCode }: CustomerEntity): Stripe.Address {
  return { city: null, country, line1: null, line2: null, postal_code: postalCode, state: null };
}

export const formatDeletedCustomer = ({ id }: CustomerEntity): Stripe.DeletedCustomer => ({
  id,
  object: 'customer',
  deleted: true,
});

export function formatCustomer({ store }: Pick<Sandbox, 'store'>, customer: CustomerEntity): Stripe.Customer {
  const isOwing = store
    .all('invoice')
    .some(({ customer: of, status, attempted }) => of === customer.id && status === 'open' && attempted);
  return {
    id: customer.id,
    object: 'customer',
    address: formatCustomerAddress(customer),
    balance: customer.balance,
    created: customer.created,
    currency: customer.currency,
    customer_account: null,
    default_source: null,
    delinquent: isOwing,
    description: null,
    email: customer.email,
    invoice_prefix: customer.id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: customer.name,
    next_invoice_sequence: customer.invoices + 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  } satisfies Stripe.Customer;
}
