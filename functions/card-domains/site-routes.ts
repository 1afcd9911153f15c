import {
  siteBody,
  siteCheckBody,
  verifyLinkBody,
  type Site,
  type SiteBody,
  type SiteCheckAnswer,
  type SiteCheckBody,
  type SitesAnswer,
} from '@busker/core/dashboard-api/owner-api';
import { problem, refusedField, fail, ok, type Problem, type Result } from '@busker/core/base/result';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import {
  allowsPayment,
  checkPolicy,
  neededSources,
  permissionsLine,
  policiesIn,
  type HostPage,
} from '@busker/core/web/csp';
import type { AppConfig } from '../config';
import type { Deps, Owner } from '../deps';
import { logUnavailable } from '../log';
import { ownerCall, ownerCallWith, type Route } from '../http/routes';
import { tagsOf, type HtmlTag } from '../safe-fetch/html-tags';
import { mayFetch } from '../limits/limit-rules';
import { checkLinksNow } from '../link-checks/check-links';
import { verifyLink } from '../link-checks/verify-link';
import { stored } from '../store/store';
import type { PaymentsFailure } from '../stripe/payments';
import { failureOf } from '../safe-fetch/safe-fetch';
import { hostDomain, rememberSites, restoreSites } from './host-domain';

/** The owner's Stripe account. Domains never come from an `Origin` header, with which anybody could fill an owner's list. */
async function connectedOf({ store, config }: Deps, { uid }: Owner): Promise<Result<PaymentsState>> {
  const payments = await store.read(stored.payments(uid));
  const isConnected =
    payments?.livemode === config.livemode &&
    payments.disconnectedAt === null &&
    payments.cardPayments !== 'none';
  return isConnected ? ok(payments) : fail(problem('payments-not-ready'));
}

function loggedProblem({ log }: Deps, failure: PaymentsFailure): Problem {
  if (failure.kind === 'unavailable') {
    logUnavailable(log, failure);
    return problem('service-unavailable', { detail: 'Stripe is not answering right now. Please try again.' });
  }
  if (failure.kind === 'gone') return problem('payments-not-ready');
  return refusedField('domain', 'domain-refused');
}

export async function addSite(deps: Deps, owner: Owner, { domain }: SiteBody): Promise<Result<Site>> {
  const connected = await connectedOf(deps, owner);
  if (!connected.ok) return connected;
  const { accountId } = connected.value;
  const registered = await deps.wallets.register(accountId, domain);
  if (!registered.ok) return fail(loggedProblem(deps, registered.problem));
  await rememberSites(deps, owner.uid, accountId, [domain]);
  return registered;
}

export async function listSites(deps: Deps, owner: Owner): Promise<Result<SitesAnswer>> {
  const connected = await connectedOf(deps, owner);
  if (!connected.ok) return connected;
  const { accountId } = connected.value;
  await restoreSites(deps, owner.uid, connected.value);
  const listed = await deps.wallets.list(accountId);
  if (!listed.ok) return fail(loggedProblem(deps, listed.problem));
  // These domains were registered by an earlier release, or in Stripe's dashboard. The host's own one is registered on each account anyway, and that of the
  // owner's page while it is live.
  const own = await deps.store.read(stored.ownDomain(owner.uid));
  await rememberSites(
    deps,
    owner.uid,
    accountId,
    listed.value
      .map(({ domain }) => domain)
      .filter((domain) => domain !== hostDomain(deps.config) && domain !== own?.domain),
  );
  return ok({ sites: [...listed.value] });
}

interface FoundCard extends Pick<SiteCheckAnswer, 'found' | 'script'> {
  readonly otherHandles: readonly string[];
  readonly scriptHasNonce: boolean;
}

/** Finds an owner's card, frame or link among a page's tags, and the embed's script. */
function findCard(
  tags: readonly HtmlTag[],
  handles: readonly string[],
  pageUrl: string,
  host: string,
): FoundCard {
  const absolute = (tag: HtmlTag, name: string): URL | null => {
    const written = tag.attributes.get(name)?.trim() ?? '';
    return written !== '' && URL.canParse(written, pageUrl) ? new URL(written, pageUrl) : null;
  };
  const cards = tags
    .filter(({ name }) => name === 'busker-card')
    .map((tag) => tag.attributes.get('profile') ?? '');
  const isOurs = (handle: string) => handles.includes(handle.trim().replace(/^@/, '').toLowerCase());
  const leadsHere = (tag: HtmlTag, attribute: string, page: RegExp): boolean => {
    const url = absolute(tag, attribute);
    const handle = url?.origin === host ? page.exec(url.pathname)?.[1] : undefined;
    return handle !== undefined && isOurs(handle);
  };
  const framed = tags.some((tag) => tag.name === 'iframe' && leadsHere(tag, 'src', /^\/@([^/]+)\/embed$/));
  const linked = tags.some((tag) => tag.name === 'a' && leadsHere(tag, 'href', /^\/@([^/]+)(?:\/tip)?$/));
  const scripts = tags.flatMap((tag) => {
    const url = tag.name === 'script' ? absolute(tag, 'src') : null;
    return url !== null && /^\/embed\/(?:v1|[^/]+\/busker)\.js$/.test(url.pathname) ? [{ tag, url }] : [];
  });
  const here = scripts.filter(({ url }) => url.origin === host);
  const rest = framed ? 'frame' : linked ? 'link' : 'nothing';
  const elsewhere = scripts.length > 0 ? 'other-host' : 'none';
  return {
    found: cards.some(isOurs) ? 'card' : rest,
    otherHandles: [...new Set(cards.filter((handle) => !isOurs(handle)))].slice(0, 10),
    script: here.length > 0 ? 'here' : elsewhere,
    scriptHasNonce: here.some(({ tag }) => (tag.attributes.get('nonce') ?? '') !== ''),
  };
}

/**
 * "Is it live on my site?": fetches one page and reports whether the owner's card is on it, with its script, and which of the page's policies would
 * block it, with the corrected lines.
 */
async function checkSite(
  deps: Deps,
  { uid }: Owner,
  { url, pay }: SiteCheckBody,
): Promise<Result<SiteCheckAnswer>> {
  const profile = await deps.store.read(stored.profile(uid));
  if (profile === undefined) return fail(problem('profile-not-found'));
  const allowed = await mayFetch(deps, uid);
  if (!allowed.ok) return allowed;
  const page = await deps.fetchPage(url);
  if (!page.ok) return ok({ ...nothing, url, failure: failureOf[page.problem] });
  const { status } = page;
  if (status >= 400) return ok({ ...nothing, url: page.url, status, failure: 'error-status' });
  const tags = tagsOf(page.body);
  const handles = [profile.handle, ...profile.aliases];
  const card = findCard(tags, handles, page.url, deps.config.publicOrigin);
  const host = hostPage(deps.config, pay);
  const policies = policiesOf(page.headers, tags, page.url, host, card.scriptHasNonce);
  const permissions = permissionsLine(host);
  const payFrom = host.sandbox ?? 'https://js.stripe.com';
  const walletsLeft =
    permissions === null || allowsPayment(page.headers['permissions-policy'] ?? '', payFrom);
  const { found, otherHandles, script } = card;
  const stands = found === 'frame' || (found === 'card' && script === 'here');
  const free = policies.every((each) => each.missing.length === 0 && !each.needsNonce);
  return ok({
    url: page.url,
    status,
    failure: null,
    found,
    otherHandles: [...otherHandles],
    script,
    policies: [...policies],
    permissionsLine: walletsLeft ? null : permissions,
    live: stands && free,
  });
}

const nothing = {
  status: null,
  found: 'nothing',
  otherHandles: [],
  script: 'none',
  policies: [],
  permissionsLine: null,
  live: false,
} as const satisfies Partial<SiteCheckAnswer>;

/** In the sandbox Stripe.js comes from the emulator's origin. */
function hostPage({ publicOrigin, stripeJs, mode }: AppConfig, pay: SiteCheckBody['pay']): HostPage {
  const sandbox = mode === 'sandbox' ? new URL(stripeJs).origin : undefined;
  return { host: publicOrigin, pay, sandbox };
}

type Policy = SiteCheckAnswer['policies'][number];

function policiesOf(
  headers: Readonly<Record<string, string>>,
  tags: readonly HtmlTag[],
  url: string,
  host: HostPage,
  scriptHasNonce: boolean,
): readonly Policy[] {
  const needed = neededSources(host);
  const inHeader = policiesIn(headers['content-security-policy'] ?? '').map(
    (policy) => ['header', policy] as const,
  );
  const inMeta = tags
    .filter(({ name, attributes }) => name === 'meta' && isPolicy(attributes.get('http-equiv')))
    .map(({ attributes }) => ['meta', attributes.get('content') ?? ''] as const);
  return [...inHeader, ...inMeta].map(([from, policy]) => {
    const verdict = checkPolicy(policy, url, needed);
    const missing = verdict.missing.map(({ directive, sources }) => ({ directive, sources: [...sources] }));
    return { ...verdict, from, missing, needsNonce: verdict.needsNonce && !scriptHasNonce };
  });
}

const isPolicy = (name: string | undefined) => name?.toLowerCase() === 'content-security-policy';

/** An owner's sites and links: wallet domains, the site check, rel=me in both directions, broken links. */
export function siteRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/sites',
      cors: 'own',
      on: {
        GET: ownerCall(deps, 'signed-in', (owner) => listSites(deps, owner)),
        POST: ownerCallWith(deps, 'signed-in', siteBody, (owner, body) => addSite(deps, owner, body)),
      },
    },
    {
      path: '/v1/me/sites/check',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', siteCheckBody, (owner, body) => checkSite(deps, owner, body)),
      },
    },
    {
      path: '/v1/me/links/verify',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'signed-in', verifyLinkBody, (owner, body) =>
          verifyLink(deps, owner, body),
        ),
      },
    },
    {
      path: '/v1/me/links/check',
      cors: 'own',
      on: { POST: ownerCall(deps, 'signed-in', (owner) => checkLinksNow(deps, owner)) },
    },
  ];
}
