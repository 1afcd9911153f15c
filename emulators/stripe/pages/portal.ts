import { totalOf } from '../billing/invoice-total';
import { invoicePage } from '../billing/mails';
import { invoicesOf } from '../billing/subscriptions';
import { loginAddress } from '../format/portal';
import { formatAmount } from '../payments/amounts';
import type { Sandbox } from '../sandbox';
import type {
  PortalConfigurationEntity,
  PortalSessionEntity,
  SubscriptionEntity,
} from '../state/billing-entities';
import { html, type Html } from '../../html';
import { cardPanel, dayOf } from './hosted-invoice';
import { renderPage } from './render-page';

export type PortalView = 'home' | 'card' | { readonly stop: string };

interface Parts {
  readonly sandbox: Sandbox;
  readonly session: PortalSessionEntity;
  readonly configuration: PortalConfigurationEntity;
  readonly publishableKey: string;
}

const frame = (parts: Parts, body: Html, isForm = false): string => {
  const { sandbox, session, configuration, publishableKey } = parts;
  const merchant = sandbox.store.get('account', session.account)?.displayName ?? session.account;
  const back = session.returnUrl;
  return renderPage({
    title: `Billing with ${merchant}`,
    scripts: isForm ? ['saved-card-page'] : [],
    body: html`<main
      class="checkout narrow"
      data-api="/sandbox/portal/${session.key}/card"
      data-key="${publishableKey}"
      data-locale="${session.locale ?? 'en'}"
    >
      <section class="panel">
        <p class="row">
          ${back === null ? null : html`<a href="${back}">← Return to ${merchant}</a>`}
          <span class="badge">Test mode</span>
        </p>
        <h1>Billing with ${merchant}</h1>
        <p class="soft">${configuration.headline}</p>
        ${body}
      </section>
    </main>`,
  });
};

const send = ({ session }: Parts, act: string, subscription: string, label: string, isMain = false): Html =>
  html`<form method="post" action="/p/session/${session.key}">
    <input type="hidden" name="subscription" value="${subscription}" />
    <button class="button ${isMain ? 'main' : ''}" name="act" value="${act}">${label}</button>
  </form>`;

function stateOf({ status, cancelAt, periodEnd, pauseCollection }: SubscriptionEntity): string {
  if (status === 'canceled') return 'Canceled';
  if (cancelAt !== null) return `Ends on ${dayOf(cancelAt)}`;
  if (status === 'paused' || pauseCollection !== null) return 'Paused';
  if (status === 'active') return `Renews on ${dayOf(periodEnd)}`;
  return 'The last charge did not go through';
}

function subscriptionRow(parts: Parts, subscription: SubscriptionEntity): Html {
  const { sandbox, configuration, session } = parts;
  const { store } = sandbox;
  const price = store.get('price', subscription.item.price);
  const card = store.get('paymentMethod', subscription.defaultMethod)?.card;
  const { cancel, method } = configuration.features;
  const isRunning = subscription.status !== 'canceled';
  const stop = html`<a class="button" href="/p/session/${session.key}?stop=${subscription.id}">Cancel</a>`;
  const keep = send(parts, 'keep', subscription.id, 'Don’t cancel');
  const change = html`<a class="button" href="/p/session/${session.key}?card">Update card</a>`;
  return html`<h2>${subscription.description ?? store.get('product', price?.product ?? '')?.name ?? ''}</h2>
    <dl class="facts">
      <dt>Amount</dt>
      <dd>${price ? `${formatAmount(price.unitAmount, price.currency)} per ${price.interval}` : ''}</dd>
      <dt>State</dt>
      <dd>${stateOf(subscription)}</dd>
      <dt>Card</dt>
      <dd>${card?.brand ?? ''} •••• ${card?.last4 ?? ''}</dd>
    </dl>
    <p class="row">
      ${isRunning && cancel ? (subscription.cancelAt === null ? stop : keep) : null}
      ${isRunning && method ? change : null}
    </p>`;
}

function invoiceList({ sandbox }: Parts, subscriptions: readonly SubscriptionEntity[]): Html {
  const rows = subscriptions
    .flatMap(({ id }) => invoicesOf(sandbox, id))
    .filter(({ status }) => status !== 'draft')
    .toReversed()
    .map(
      (invoice) =>
        html`<li>
          <a href="${invoicePage(sandbox, invoice)}">${dayOf(invoice.created)}</a>
          ${formatAmount(totalOf(invoice), invoice.currency)} ${invoice.status}
        </li>`,
    );
  return html`<h2>Invoices</h2>
    <ul>
      ${rows}
    </ul>`;
}

function home(parts: Parts): string {
  const { sandbox, session, configuration } = parts;
  const mine = sandbox.store.all('subscription').filter(({ customer }) => customer === session.customer);
  return frame(
    parts,
    html`${mine.map((subscription) => subscriptionRow(parts, subscription))}
    ${configuration.features.invoices ? invoiceList(parts, mine) : null}`,
  );
}

/** The customer portal's page for a session: its overview, its card form, or the question before an end. */
export function portalPage(parts: Parts, view: PortalView): string {
  if (view === 'home') return home(parts);
  if (view === 'card')
    return frame(
      parts,
      html`<h2>Update card</h2>
        ${cardPanel('Save card')}`,
      true,
    );
  const subscription = parts.sandbox.store.get('subscription', view.stop);
  if (!subscription || subscription.customer !== parts.session.customer) return home(parts);
  return frame(
    parts,
    html`<h2>Cancel</h2>
      <p>It stays until ${dayOf(subscription.periodEnd)}. Nothing more is charged.</p>
      ${send(parts, 'stop', subscription.id, 'Cancel the subscription', true)}
      <p><a href="/p/session/${parts.session.key}">Go back</a></p>`,
  );
}

export const portalOverPage = (sandbox: Sandbox, configuration: PortalConfigurationEntity): string =>
  renderPage({
    title: 'This link has ended',
    body: html`<main class="checkout narrow">
      <section class="panel">
        <h1>This link has ended</h1>
        <p>Ask for a new one where you found it.</p>
        ${
          configuration.loginPage === null
            ? null
            : html`<a class="button" href="${loginAddress(sandbox, configuration.loginPage)}">Log in</a>`
        }
      </section>
    </main>`,
  });

/** The login page: it asks for an address, and says the same whoever asks. */
export function portalLoginPage(
  { store }: Sandbox,
  { account, loginPage }: PortalConfigurationEntity,
  isSent: boolean,
): string {
  const merchant = store.get('account', account)?.displayName ?? account;
  const sent = html`<p role="status">
    If this address belongs to a customer of ${merchant}, a link is on its way. The sandbox shows the mail in
    its <a href="/">inspector</a>.
  </p>`;
  const ask = html`<form class="stack" method="post" action="/p/login/${loginPage ?? ''}">
    <div class="field">
      <label for="email">Email</label>
      <input id="email" name="email" type="email" autocomplete="email" required />
    </div>
    <button class="button main wide">Send</button>
  </form>`;
  return renderPage({
    title: `Log in to ${merchant}`,
    body: html`<main class="checkout narrow">
      <section class="panel">
        <p><span class="badge">Test mode</span></p>
        <h1>Manage your subscription to ${merchant}</h1>
        ${isSent ? sent : ask}
      </section>
    </main>`,
  });
}
