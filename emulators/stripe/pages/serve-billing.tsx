/** @jsxImportSource hono/jsx */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Child } from 'hono/jsx';
import { endSubscription, invoicesOf, stopLater } from '../billing/subscriptions';
import { invoicePage, totalOf } from '../customers/mails';
import {
  extendPortalSession,
  findPortalSession,
  isOver,
  loginAddress,
  mailPortalLink,
  portalAddress,
} from '../customers/portal';
import { formatAmount } from '../reference/amounts';
import type {
  InvoiceEntity,
  InvoiceStatus,
  PortalConfigurationEntity,
  PortalSessionEntity,
  SubscriptionEntity,
} from '../state/billing-entities';
import type { Sandbox } from '../state/sandbox';
import { readText, send } from '../wire/http-answer';
import { pageHeaders, renderPage } from './render-page';

export interface PageParts {
  readonly sandbox: Sandbox;
  readonly publishableKey: string;
  /** Only our own page may submit the onboarding form. */
  readonly originIsOurs: (incoming: IncomingMessage) => boolean;
}

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
function hostedInvoicePage({ store }: Sandbox, key: string, publishableKey: string): string | null {
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

type PortalView = 'home' | 'card' | { readonly stop: string };

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
function portalPage(parts: Parts, view: PortalView): string {
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

const portalOverPage = (sandbox: Sandbox, configuration: PortalConfigurationEntity): string =>
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
function portalLoginPage(
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

type Visit = { readonly page: string } | { readonly to: string } | { readonly kind: 'unknown' | 'foreign' };

const addressOf = ({ url }: IncomingMessage): URL => new URL(url ?? '/', 'http://localhost');

const loginConfiguration = ({ store }: Sandbox, key: string): PortalConfigurationEntity | undefined =>
  store.all('portalConfiguration').find(({ loginPage }) => loginPage === key);

/** A new session shows what it was made for; a link inside the page says what else to show. */
function viewOf({ flow }: PortalSessionEntity, { searchParams }: URL): PortalView {
  const stop = searchParams.get('stop');
  if (stop !== null) return { stop };
  if (searchParams.has('card')) return 'card';
  if (flow.type === 'payment_method_update') return 'card';
  return flow.type === 'subscription_cancel' ? { stop: flow.subscription } : 'home';
}

interface Opened {
  readonly session: PortalSessionEntity;
  readonly configuration: PortalConfigurationEntity;
}

/** The live session of the address, or where its visitor has to go. */
function openPortal(sandbox: Sandbox, key: string): Opened | Visit {
  const session = findPortalSession(sandbox, key);
  const configuration = session && sandbox.store.get('portalConfiguration', session.configuration);
  if (!session || !configuration) return { kind: 'unknown' };
  if (!isOver(sandbox, session)) return { session, configuration };
  const { loginPage } = configuration;
  return session.afterExpiration !== null && loginPage !== null
    ? { to: loginAddress(sandbox, loginPage) }
    : { page: portalOverPage(sandbox, configuration) };
}

function visitPortal(parts: PageParts, incoming: IncomingMessage, key: string): Visit {
  const { sandbox, publishableKey } = parts;
  const opened = openPortal(sandbox, key);
  if (!('session' in opened)) return opened;
  sandbox.store.transact(() => extendPortalSession(sandbox, opened.session));
  const view = viewOf(opened.session, addressOf(incoming));
  return { page: portalPage({ ...opened, sandbox, publishableKey }, view) };
}

/** The customer pressed Cancel or Don't cancel. */
async function actInPortal(parts: PageParts, incoming: IncomingMessage, key: string): Promise<Visit> {
  const { sandbox } = parts;
  if (!parts.originIsOurs(incoming)) return { kind: 'foreign' };
  const form = new URLSearchParams((await readText(incoming)) ?? '');
  const opened = openPortal(sandbox, key);
  if (!('session' in opened)) return opened;
  const { session, configuration } = opened;
  const found = sandbox.store.get('subscription', form.get('subscription') ?? '');
  if (!found || found.customer !== session.customer || !configuration.features.cancel)
    return { kind: 'unknown' };
  sandbox.store.transact(() => {
    extendPortalSession(sandbox, { ...session, flow: { type: 'home' } });
    if (found.status === 'canceled') return;
    if (form.get('act') === 'keep') stopLater(sandbox, found, null);
    else if (configuration.features.cancelMode === 'immediately')
      endSubscription(sandbox, found, { reason: 'cancellation_requested' });
    else stopLater(sandbox, found, 'period-end');
  });
  const afterUrl = session.flow.type === 'subscription_cancel' ? session.flow.afterUrl : null;
  return { to: form.get('act') === 'stop' && afterUrl !== null ? afterUrl : portalAddress(sandbox, session) };
}

async function login(parts: PageParts, incoming: IncomingMessage, key: string): Promise<Visit> {
  const { sandbox } = parts;
  const configuration = loginConfiguration(sandbox, key);
  if (!configuration) return { kind: 'unknown' };
  if (incoming.method === 'GET') return { page: portalLoginPage(sandbox, configuration, false) };
  if (!parts.originIsOurs(incoming)) return { kind: 'foreign' };
  const form = new URLSearchParams((await readText(incoming)) ?? '');
  sandbox.store.transact(() => mailPortalLink(sandbox, configuration, form.get('email') ?? ''));
  return { page: portalLoginPage(sandbox, configuration, true) };
}

function visitInvoice({ sandbox, publishableKey }: PageParts, key: string): Visit {
  const page = hostedInvoicePage(sandbox, key, publishableKey);
  return page === null ? { kind: 'unknown' } : { page };
}

/** Serves the invoice's page, the portal and its login page. False = the path is none of them. */
export async function serveBilling(
  parts: PageParts,
  incoming: IncomingMessage,
  response: ServerResponse,
  path: string,
  notFound: string,
): Promise<boolean> {
  const [, place, key = ''] = /^\/(i|p\/session|p\/login)\/(test_[A-Za-z0-9]+)$/.exec(path) ?? [];
  const isPost = incoming.method === 'POST';
  if (place === undefined || (!isPost && incoming.method !== 'GET') || (isPost && place === 'i'))
    return false;
  const visit =
    place === 'i'
      ? visitInvoice(parts, key)
      : place === 'p/login'
        ? await login(parts, incoming, key)
        : isPost
          ? await actInPortal(parts, incoming, key)
          : visitPortal(parts, incoming, key);
  if ('to' in visit) send(response, 303, { location: visit.to, 'cache-control': 'no-store' }, '');
  else if ('page' in visit) send(response, 200, pageHeaders('nowhere'), visit.page);
  else send(response, visit.kind === 'foreign' ? 403 : 404, pageHeaders('nowhere'), notFound);
  return true;
}
