import { formatAmount } from '../payments/amounts';
import type { Sandbox } from '../sandbox';
import type { CustomerEntity, InvoiceEntity, MailKind, SubscriptionEntity } from '../state/billing-entities';
import { totalOf } from './invoice-total';
import { settingsOf } from './settings';

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
