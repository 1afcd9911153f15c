/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import { invoicesOf } from '../billing/subscriptions';
import { invoicePage, totalOf } from '../customers/mails';
import { loginAddress } from '../customers/portal';
import { formatAmount } from '../reference/amounts';
import type {
  InvoiceEntity,
  InvoiceStatus,
  PortalConfigurationEntity,
  PortalSessionEntity,
  SubscriptionEntity,
} from '../state/billing-entities';
import type { Sandbox } from '../state/sandbox';
import { renderPage } from './render-page';

const STATES: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Not collected',
  void: 'Void: nothing is due',
};

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** The card form of a page that pays an invoice or saves a card. */
const cardPanel = (label: string): Child => (
  <>
    <div id="card"></div>
    <p class="error" role="alert" id="problem"></p>
    <button type="button" class="button main wide" id="pay" data-busy="Processing…">
      {label}
    </button>
  </>
);

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
    body: (
      <main
        class="checkout narrow"
        data-api={`/sandbox/invoices/${key}/card`}
        data-key={publishableKey}
        data-locale="en"
      >
        <section class="panel">
          <p>
            <span class="badge">Test mode</span>
          </p>
          <h1>Invoice from {merchant}</h1>
          <p class="total">{amount}</p>
          {facts(invoice, store.get('customer', invoice.customer)?.email ?? '')}
          {isAsked ? question : null}
          {invoice.status === 'open' ? cardPanel(`Pay ${amount}`) : null}
          <p class="soft">{invoice.footer}</p>
        </section>
      </main>
    ),
  });
}

const question = (
  <>
    <p>Your bank wants you to confirm this payment.</p>
    <p>
      <button type="button" class="button main wide" id="confirm" data-busy="Processing…">
        Confirm the payment
      </button>
    </p>
    <h2>Or use another card</h2>
  </>
);

const facts = (invoice: InvoiceEntity, email: string): Child => (
  <dl class="facts">
    <dt>Number</dt>
    <dd>{invoice.number}</dd>
    <dt>State</dt>
    <dd>{STATES[invoice.status]}</dd>
    <dt>Period</dt>
    <dd>
      {dayOf(invoice.linePeriod.start)} – {dayOf(invoice.linePeriod.end)}
    </dd>
    <dt>To</dt>
    <dd>{email}</dd>
  </dl>
);

export type PortalView = 'home' | 'card' | { readonly stop: string };

interface Parts {
  readonly sandbox: Sandbox;
  readonly session: PortalSessionEntity;
  readonly configuration: PortalConfigurationEntity;
  readonly publishableKey: string;
}

const frame = (parts: Parts, body: Child, isForm = false): string => {
  const { sandbox, session, configuration, publishableKey } = parts;
  const merchant = sandbox.store.get('account', session.account)?.displayName ?? session.account;
  const back = session.returnUrl;
  return renderPage({
    title: `Billing with ${merchant}`,
    scripts: isForm ? ['saved-card-page'] : [],
    body: (
      <main
        class="checkout narrow"
        data-api={`/sandbox/portal/${session.key}/card`}
        data-key={publishableKey}
        data-locale={session.locale ?? 'en'}
      >
        <section class="panel">
          <p class="row">
            {back === null ? null : <a href={back}>← Return to {merchant}</a>}{' '}
            <span class="badge">Test mode</span>
          </p>
          <h1>Billing with {merchant}</h1>
          <p class="soft">{configuration.headline}</p>
          {body}
        </section>
      </main>
    ),
  });
};

const portalSend = (
  { session }: Parts,
  act: string,
  subscription: string,
  label: string,
  isMain = false,
): Child => (
  <form method="post" action={`/p/session/${session.key}`}>
    <input type="hidden" name="subscription" value={subscription} />
    <button class={`button ${isMain ? 'main' : ''}`} name="act" value={act}>
      {label}
    </button>
  </form>
);

function stateOf({ status, cancelAt, periodEnd, pauseCollection }: SubscriptionEntity): string {
  if (status === 'canceled') return 'Canceled';
  if (cancelAt !== null) return `Ends on ${dayOf(cancelAt)}`;
  if (status === 'paused' || pauseCollection !== null) return 'Paused';
  if (status === 'active') return `Renews on ${dayOf(periodEnd)}`;
  return 'The last charge did not go through';
}

function subscriptionRow(parts: Parts, subscription: SubscriptionEntity): Child {
  const { sandbox, configuration, session } = parts;
  const { store } = sandbox;
  const price = store.get('price', subscription.item.price);
  const card = store.get('paymentMethod', subscription.defaultMethod)?.card;
  const { cancel, method } = configuration.features;
  const isRunning = subscription.status !== 'canceled';
  const stop = (
    <a class="button" href={`/p/session/${session.key}?stop=${subscription.id}`}>
      Cancel
    </a>
  );
  const keep = portalSend(parts, 'keep', subscription.id, 'Don’t cancel');
  const change = (
    <a class="button" href={`/p/session/${session.key}?card`}>
      Update card
    </a>
  );
  return (
    <>
      <h2>{subscription.description ?? store.get('product', price?.product ?? '')?.name ?? ''}</h2>
      <dl class="facts">
        <dt>Amount</dt>
        <dd>{price ? `${formatAmount(price.unitAmount, price.currency)} per ${price.interval}` : ''}</dd>
        <dt>State</dt>
        <dd>{stateOf(subscription)}</dd>
        <dt>Card</dt>
        <dd>
          {card?.brand ?? ''} •••• {card?.last4 ?? ''}
        </dd>
      </dl>
      <p class="row">
        {isRunning && cancel ? (subscription.cancelAt === null ? stop : keep) : null}
        {isRunning && method ? change : null}
      </p>
    </>
  );
}

function invoiceList({ sandbox }: Parts, subscriptions: readonly SubscriptionEntity[]): Child {
  const rows = subscriptions
    .flatMap(({ id }) => invoicesOf(sandbox, id))
    .filter(({ status }) => status !== 'draft')
    .toReversed()
    .map((invoice) => (
      <li>
        <a href={invoicePage(sandbox, invoice)}>{dayOf(invoice.created)}</a>{' '}
        {formatAmount(totalOf(invoice), invoice.currency)} {invoice.status}
      </li>
    ));
  return (
    <>
      <h2>Invoices</h2>
      <ul>{rows}</ul>
    </>
  );
}

function home(parts: Parts): string {
  const { sandbox, session, configuration } = parts;
  const mine = sandbox.store.all('subscription').filter(({ customer }) => customer === session.customer);
  return frame(
    parts,
    <>
      {mine.map((subscription) => subscriptionRow(parts, subscription))}
      {configuration.features.invoices ? invoiceList(parts, mine) : null}
    </>,
  );
}

/** The customer portal's page for a session: its overview, its card form, or the question before an end. */
export function portalPage(parts: Parts, view: PortalView): string {
  if (view === 'home') return home(parts);
  if (view === 'card')
    return frame(
      parts,
      <>
        <h2>Update card</h2>
        {cardPanel('Save card')}
      </>,
      true,
    );
  const subscription = parts.sandbox.store.get('subscription', view.stop);
  if (!subscription || subscription.customer !== parts.session.customer) return home(parts);
  return frame(
    parts,
    <>
      <h2>Cancel</h2>
      <p>It stays until {dayOf(subscription.periodEnd)}. Nothing more is charged.</p>
      {portalSend(parts, 'stop', subscription.id, 'Cancel the subscription', true)}
      <p>
        <a href={`/p/session/${parts.session.key}`}>Go back</a>
      </p>
    </>,
  );
}

export const portalOverPage = (sandbox: Sandbox, configuration: PortalConfigurationEntity): string =>
  renderPage({
    title: 'This link has ended',
    body: (
      <main class="checkout narrow">
        <section class="panel">
          <h1>This link has ended</h1>
          <p>Ask for a new one where you found it.</p>
          {configuration.loginPage === null ? null : (
            <a class="button" href={loginAddress(sandbox, configuration.loginPage)}>
              Log in
            </a>
          )}
        </section>
      </main>
    ),
  });

/** The login page: it asks for an address, and says the same whoever asks. */
export function portalLoginPage(
  { store }: Sandbox,
  { account, loginPage }: PortalConfigurationEntity,
  isSent: boolean,
): string {
  const merchant = store.get('account', account)?.displayName ?? account;
  const sent = (
    <p role="status">
      If this address belongs to a customer of {merchant}, a link is on its way. The sandbox shows the mail in
      its <a href="/">inspector</a>.
    </p>
  );
  const ask = (
    <form class="stack" method="post" action={`/p/login/${loginPage ?? ''}`}>
      <div class="field">
        {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- it knows only React's htmlFor */}
        <label for="email">Email</label>
        <input id="email" name="email" type="email" autocomplete="email" required />
      </div>
      <button class="button main wide">Send</button>
    </form>
  );
  return renderPage({
    title: `Log in to ${merchant}`,
    body: (
      <main class="checkout narrow">
        <section class="panel">
          <p>
            <span class="badge">Test mode</span>
          </p>
          <h1>Manage your subscription to {merchant}</h1>
          {isSent ? sent : ask}
        </section>
      </main>
    ),
  });
}
