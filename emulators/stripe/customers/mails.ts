import type Stripe from 'stripe';
import { formatAmount } from '../reference/amounts';
import type {
  BillingSettingsEntity,
  CustomerEntity,
  InvoiceEntity,
  MailKind,
  SubscriptionEntity,
} from '../state/billing-entities';
import type { Sandbox } from '../state/sandbox';

/** The amount of an invoice after its discounts, in minor units. */
export const totalOf = ({ amount, discounts = [] }: Pick<InvoiceEntity, 'amount' | 'discounts'>): number =>
  discounts.reduce((left, each) => left - each.amount, amount);

/** Stripe's recommended schedule: 8 tries in 2 weeks. Mails are on, as in a new account of the sandbox. */
const DEFAULTS: Omit<BillingSettingsEntity, 'id'> = {
  retryDays: [1, 3, 5, 7, 9, 11, 13, 14],
  end: 'canceled',
  mails: ['receipt', 'failed', 'expiring', 'renewal', 'confirm', 'canceled', 'login'],
  finalizing: 'works',
};

export const settingsOf = ({ store }: Pick<Sandbox, 'store'>, account: string): BillingSettingsEntity =>
  store.get('billingSettings', account) ?? { ...DEFAULTS, id: account };

interface Letter {
  readonly kind: MailKind;
  readonly subject: string;
  readonly text: string;
  readonly link: string | null;
}

export const invoicePage = ({ origin }: Pick<Sandbox, 'origin'>, { key }: InvoiceEntity): string =>
  `${origin()}/i/${key}`;

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Keeps a mail for the inspector, if the owner has not switched this kind off. */
export function sendMail(sandbox: Sandbox, customer: CustomerEntity | undefined, letter: Letter): void {
  if (!customer || customer.deleted) return;
  const { account } = customer;
  if (!settingsOf(sandbox, account).mails.includes(letter.kind)) return;
  sandbox.store.put('mail', {
    ...letter,
    id: sandbox.ids.next('mail'),
    account,
    created: sandbox.clock.seconds(),
    to: customer.email,
  });
}

function merchant({ store }: Sandbox, account: string): string {
  return store.get('account', account)?.displayName ?? account;
}

/** The mails about an invoice: its receipt, a failed charge, and a charge that the bank wants confirmed. */
export function mailInvoice(
  sandbox: Sandbox,
  kind: 'receipt' | 'failed' | 'confirm',
  invoice: InvoiceEntity,
): void {
  const name = merchant(sandbox, invoice.account);
  const amount = formatAmount(totalOf(invoice), invoice.currency);
  const footer = invoice.footer === null ? '' : `\n${invoice.footer}`;
  const letters: Record<typeof kind, Omit<Letter, 'kind' | 'link'>> = {
    receipt: {
      subject: `Your receipt from ${name}`,
      text: `${amount} was paid to ${name}. ${invoice.description ?? ''}${footer}`,
    },
    failed: {
      subject: `Your payment to ${name} was unsuccessful`,
      text: `${amount} to ${name} could not be charged. Use another card on the page of this invoice.${footer}`,
    },
    confirm: {
      subject: `Confirm your payment to ${name}`,
      text: `Your bank wants you to confirm ${amount} to ${name}.${footer}`,
    },
  };
  const customer = sandbox.store.get('customer', invoice.customer);
  sendMail(sandbox, customer, { kind, ...letters[kind], link: invoicePage(sandbox, invoice) });
}

/** The mails about a subscription: the next renewal, an expiring card, and its end. */
export function mailSubscription(
  sandbox: Sandbox,
  kind: 'renewal' | 'expiring' | 'canceled',
  subscription: SubscriptionEntity,
): void {
  const name = merchant(sandbox, subscription.account);
  const method = sandbox.store.get('paymentMethod', subscription.defaultMethod);
  const letters: Record<typeof kind, Omit<Letter, 'kind' | 'link'>> = {
    renewal: {
      subject: `Your subscription to ${name} will renew soon`,
      text: `It renews on ${dayOf(subscription.periodEnd)}.`,
    },
    expiring: {
      subject: `Your card for ${name} is about to expire`,
      text: `The card that ends with ${method?.card?.last4 ?? ''} expires soon.`,
    },
    canceled: {
      subject: `Your subscription to ${name} has been canceled`,
      text: `${subscription.description ?? ''} Nothing more will be charged after ${dayOf(subscription.periodEnd)}.`,
    },
  };
  const customer = sandbox.store.get('customer', subscription.customer);
  sendMail(sandbox, customer, { kind, ...letters[kind], link: null });
}

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
    currency: customer.currency === '' ? null : customer.currency,
    customer_account: null,
    default_source: null,
    delinquent: isOwing,
    description: customer.description ?? null,
    email: customer.email === '' ? null : customer.email,
    invoice_prefix: customer.id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: { ...customer.metadata },
    name: customer.name,
    next_invoice_sequence: customer.invoices + 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: customer.testClock ?? null,
  } satisfies Stripe.Customer;
}

/** A deleted customer is still found, without anything of theirs. */
export const formatKnownCustomer = (sandbox: Sandbox, customer: CustomerEntity) =>
  customer.deleted ? formatDeletedCustomer(customer) : formatCustomer(sandbox, customer);
