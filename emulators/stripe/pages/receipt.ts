import { methodName } from '../payments/method-name';
import { formatAmount } from '../payments/amounts';
import { presentedRefunds } from '../payments/presentment';
import type { Sandbox } from '../sandbox';
import { html } from '../../html';
import { renderPage } from './render-page';

/** The page at a charge's `receipt_url`, or null when there is no such paid charge. */
export function receiptPage(sandbox: Sandbox, id: string): string | null {
  const { store } = sandbox;
  const charge = store.get('charge', id);
  if (charge?.status !== 'succeeded') return null;
  const method = store.get('paymentMethod', charge.paymentMethod);
  const merchant = store.get('account', charge.account)?.displayName ?? 'Busker';
  const { presentment } = charge;
  const returned = presentment
    ? { amount: presentedRefunds(sandbox, charge), currency: presentment.currency }
    : { amount: charge.amountRefunded, currency: charge.currency };
  const paid = presentment ?? charge;
  const refunded =
    charge.amountRefunded === 0
      ? null
      : html`<dt>Refunded</dt>
          <dd>${formatAmount(returned.amount, returned.currency)}</dd>`;
  return renderPage({
    title: `Receipt from ${merchant}`,
    body: html`<main class="checkout narrow">
      <section class="panel">
        <p><span class="badge">Test mode</span></p>
        <h1>Receipt from ${merchant}</h1>
        <dl class="facts">
          <dt>Paid</dt>
          <dd>${formatAmount(paid.amount, paid.currency)}</dd>
          ${refunded}
          <dt>On</dt>
          <dd>${new Date(charge.created * 1000).toISOString().slice(0, 10)}</dd>
          <dt>Paid with</dt>
          <dd>${method ? methodName(method) : ''}</dd>
        </dl>
        <p class="soft">${charge.description}</p>
      </section>
    </main>`,
  });
}
