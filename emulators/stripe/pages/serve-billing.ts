import type { IncomingMessage, ServerResponse } from 'node:http';
import { endSubscription, stopLater } from '../billing/subscriptions';
import {
  extendPortalSession,
  findPortalSession,
  isOver,
  loginAddress,
  mailPortalLink,
  portalAddress,
} from '../customers/portal';
import type { PortalConfigurationEntity, PortalSessionEntity } from '../state/billing-entities';
import type { Sandbox } from '../state/sandbox';
import { readText, send } from '../wire/http-answer';
import {
  hostedInvoicePage,
  portalLoginPage,
  portalOverPage,
  portalPage,
  type PortalView,
} from './billing-pages';
import { pageHeaders } from './render-page';

export interface PageParts {
  readonly sandbox: Sandbox;
  readonly publishableKey: string;
  /** Only our own page may submit the onboarding form. */
  readonly originIsOurs: (incoming: IncomingMessage) => boolean;
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
