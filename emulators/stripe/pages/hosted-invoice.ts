import { totalOf } from '../billing/invoice-total';
import { formatAmount } from '../payments/amounts';
import type { Sandbox } from '../sandbox';
import type { InvoiceEntity, InvoiceStatus } from '../state/billing-entities';
import { html, type Html } from '../../html';
import { renderPage } from './render-page';

const STATES: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Not collected',
  void: 'Void: nothing is due',
};

export const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** The card form of a page that pays an invoice or saves a card. */
export const cardPanel = (label: string): Html =>
  html`<div id="card"></div>
    <p class="error" role="alert" id="problem"></p>
    <button type="button" class="button main wide" id="pay" data-busy="Processing…">${label}</button>`;

/** Stripe's page of one invoice, or null when there is none or it is still a draft. */
export function hostedInvoicePage({ store }: Sandbox, key: string, publishableKey: string): string | null {
  const invoice = store.all('invoice').find((each) => each.key === key);
  if (!invoice || invoice.status === 'draft') return null;
  const merchant = store.get('account', invoice.account)?.displayName ?? invoice.account;
  const intent = store.get('paymentIntent', invoice.paymentIntent ?? '');
  const amount = formatAmount(totalOf(invoice), invoice.currency);
  const isAsked = invoice.status === 'open' && intent?.status === 'requires_action';
  return renderPage({
    title: `Invoice from ${merchant}`,
    scripts: invoice.status === 'open' ? ['saved-card-page'] : [],
    body: html`<main
      class="checkout narrow"
      data-api="/sandbox/invoices/${key}/card"
      data-key="${publishableKey}"
      data-locale="en"
    >
      <section class="panel">
        <p><span class="badge">Test mode</span></p>
        <h1>Invoice from ${merchant}</h1>
        <p class="total">${amount}</p>
        ${facts(invoice, store.get('customer', invoice.customer)?.email ?? '')} ${isAsked ? question : null}
        ${invoice.status === 'open' ? cardPanel(`Pay ${amount}`) : null}
        <p class="soft">${invoice.footer}</p>
      </section>
    </main>`,
  });
}

const question = html`<p>Your bank wants you to confirm this payment.</p>
  <p>
    <button type="button" class="button main wide" id="confirm" data-busy="Processing…">
      Confirm the payment
    </button>
  </p>
  <h2>Or use another card</h2>`;

const facts = (invoice: InvoiceEntity, email: string): Html =>
  html`<dl class="facts">
    <dt>Number</dt>
    <dd>${invoice.number}</dd>
    <dt>State</dt>
    <dd>${STATES[invoice.status]}</dd>
    <dt>Period</dt>
    <dd>${dayOf(invoice.linePeriod.start)} – ${dayOf(invoice.linePeriod.end)}</dd>
    <dt>To</dt>
    <dd>${email}</dd>
  </dl>`;
