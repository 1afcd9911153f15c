import type Stripe from 'stripe';
import type { PortalConfigurationEntity, PortalFlow, PortalSessionEntity } from '../state/billing-entities';
import type { Sandbox } from '../state/sandbox';
import { sendMail } from './mails';

type Configuration = Stripe.BillingPortal.Configuration;
type Flow = Stripe.BillingPortal.Session.Flow;

export const loginAddress = ({ origin }: Pick<Sandbox, 'origin'>, key: string): string =>
  `${origin()}/p/login/${key}`;

export const portalAddress = (
  { origin }: Pick<Sandbox, 'origin'>,
  { key }: Pick<PortalSessionEntity, 'key'>,
): string => `${origin()}/p/session/${key}`;

function formatFeatures({ features }: PortalConfigurationEntity): Configuration['features'] {
  return {
    customer_update: { allowed_updates: [...features.customerUpdates], enabled: features.customer },
    invoice_history: { enabled: features.invoices },
    payment_method_update: { enabled: features.method, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: features.cancel,
      mode: features.cancelMode,
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  };
}

export function formatConfiguration(
  sandbox: Pick<Sandbox, 'origin' | 'platform'>,
  configuration: PortalConfigurationEntity,
): Configuration {
  const { loginPage } = configuration;
  return {
    id: configuration.id,
    object: 'billing_portal.configuration',
    active: configuration.active,
    application: configuration.account === sandbox.platform ? null : 'ca_sandbox',
    business_profile: {
      headline: configuration.headline,
      privacy_policy_url: configuration.privacyPolicyUrl,
      terms_of_service_url: configuration.termsOfServiceUrl,
    },
    created: configuration.created,
    default_return_url: configuration.defaultReturnUrl,
    features: formatFeatures(configuration),
    is_default: false,
    livemode: false,
    login_page: {
      enabled: loginPage !== null,
      url: loginPage === null ? null : loginAddress(sandbox, loginPage),
    },
    metadata: { ...configuration.metadata },
    name: configuration.name,
    updated: configuration.updated,
  } satisfies Configuration;
}

function formatFlow(flow: PortalFlow): Flow | null {
  if (flow.type === 'home') return null;
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: flow.afterUrl === null ? null : { return_url: flow.afterUrl },
      type: flow.afterUrl === null ? 'portal_homepage' : 'redirect',
    },
    customer_update: null,
    subscription_cancel:
      flow.type === 'subscription_cancel' ? { retention: null, subscription: flow.subscription } : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: flow.type,
  };
}

export function formatPortalSession(
  sandbox: Pick<Sandbox, 'origin'>,
  session: PortalSessionEntity,
): Stripe.BillingPortal.Session {
  return {
    id: session.id,
    object: 'billing_portal.session',
    after_expiration:
      session.afterExpiration === null
        ? null
        : { customer_login: { expires_at: null }, type: session.afterExpiration },
    configuration: session.configuration,
    created: session.created,
    customer: session.customer,
    customer_account: null,
    flow: formatFlow(session.flow),
    livemode: false,
    locale: session.locale as Stripe.BillingPortal.Session['locale'],
    on_behalf_of: null,
    return_url: session.returnUrl,
    url: portalAddress(sandbox, session),
  } satisfies Stripe.BillingPortal.Session;
}

/** A link that nobody opened ends after five minutes, an opened one an hour after its last use. In seconds. */
const UNOPENED = 5 * 60;
const OPENED = 3600;

type NewSession = Omit<PortalSessionEntity, 'id' | 'created' | 'key' | 'expiresAt'>;

export function newPortalSession(sandbox: Sandbox, given: NewSession): PortalSessionEntity {
  const created = sandbox.clock.seconds();
  const session: PortalSessionEntity = {
    ...given,
    id: sandbox.ids.next('bps'),
    created,
    key: `test_${sandbox.ids.secret(40)}`,
    expiresAt: created + UNOPENED,
  };
  sandbox.store.put('portalSession', session);
  return session;
}

export const findPortalSession = ({ store }: Sandbox, key: string): PortalSessionEntity | undefined =>
  store.all('portalSession').find((session) => session.key === key);

export const isOver = ({ clock }: Sandbox, { expiresAt }: PortalSessionEntity): boolean =>
  expiresAt < clock.seconds();

/** Call it within a transaction. */
export function extendPortalSession({ store, clock }: Sandbox, session: PortalSessionEntity): void {
  store.put('portalSession', { ...session, expiresAt: clock.seconds() + OPENED });
}

/** Stripe mails a link to a customer with that address, and says the same to everybody. */
export function mailPortalLink(
  sandbox: Sandbox,
  { id, account, defaultReturnUrl }: PortalConfigurationEntity,
  email: string,
): void {
  const { store } = sandbox;
  const wanted = email.trim().toLowerCase();
  const mine = store
    .all('customer')
    .filter((each) => each.account === account && !each.deleted && each.email.toLowerCase() === wanted);
  const runs = ({ id: customer }: { readonly id: string }) =>
    store.all('subscription').some((each) => each.customer === customer && each.status !== 'canceled');
  // One page shows one customer: the newest with a running subscription.
  const customer = mine.findLast(runs) ?? mine.at(-1);
  if (!customer) return;
  const session = newPortalSession(sandbox, {
    account,
    configuration: id,
    customer: customer.id,
    returnUrl: defaultReturnUrl,
    locale: null,
    flow: { type: 'home' },
    afterExpiration: 'customer_login',
  });
  const name = store.get('account', account)?.displayName ?? account;
  sendMail(sandbox, customer, {
    kind: 'login',
    subject: `Log in to ${name}`,
    text: 'Use this link to see and change your subscription. It ends soon.',
    link: portalAddress(sandbox, session),
  });
}
