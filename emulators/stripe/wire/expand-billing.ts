import { invoicePaymentId } from '../billing/records';
import { formatProduct, formatPrice } from '../format/catalogue';
import { formatCustomer, formatDeletedCustomer } from '../format/customer';
import { formatInvoice, formatInvoicePayment } from '../format/invoice';
import { formatConfiguration } from '../format/portal';
import { formatSubscription } from '../format/subscription';
import type { Sandbox } from '../sandbox';

/** The object with that id, or undefined. */
export function loadBilling(sandbox: Sandbox, id: string): unknown {
  const { store } = sandbox;
  const customer = store.get('customer', id);
  if (customer) return customer.deleted ? formatDeletedCustomer(customer) : formatCustomer(sandbox, customer);
  const subscription = store.get('subscription', id);
  if (subscription) return formatSubscription(sandbox, subscription);
  const invoice = store.get('invoice', id);
  if (invoice) return formatInvoice(sandbox, invoice);
  const product = store.get('product', id);
  if (product) return formatProduct(product);
  const price = store.get('price', id);
  if (price) return formatPrice(price);
  const configuration = store.get('portalConfiguration', id);
  return configuration && formatConfiguration(sandbox, configuration);
}

/** Fields that an invoice has only when they are asked for. */
export function includedOf({ store }: Sandbox, invoice: unknown, part: string): unknown {
  if (typeof invoice !== 'string') return undefined;
  const payment = store.get('invoicePayment', invoicePaymentId(invoice));
  if (part === 'payments')
    return {
      object: 'list',
      data: payment ? [formatInvoicePayment(payment)] : [],
      has_more: false,
      url: `/v1/invoice_payments?invoice=${invoice}`,
    };
  const intent = payment && store.get('paymentIntent', payment.paymentIntent);
  return intent ? { client_secret: intent.clientSecret, type: 'payment_intent' } : null;
}
