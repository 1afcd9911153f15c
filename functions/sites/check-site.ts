import {
  allowsPayment,
  checkPolicy,
  policiesIn,
  neededSources,
  permissionsLine,
  type HostPage,
} from '../../core/web/csp';
import type { pageFailures, SiteCheckAnswer, SiteCheckBody } from '../../core/api/owner-api';
import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { AppConfig } from '../config';
import type { Deps, Owner } from '../deps';
import { mayFetch } from '../limits/owner-limits';
import { tagsOf, type HtmlTag } from '../http/safe-fetch/html-tags';
import type { SafeFetchProblem } from '../http/safe-fetch/safe-fetch';
import { stored } from '../store/stored';
import { findCard } from './find-card';

const failureOf: Readonly<Record<SafeFetchProblem, (typeof pageFailures)[number]>> = {
  'not-a-url': 'not-allowed',
  'scheme-not-allowed': 'not-allowed',
  'port-not-allowed': 'not-allowed',
  'credentials-not-allowed': 'not-allowed',
  'address-not-public': 'not-allowed',
  'name-not-found': 'name-not-found',
  unreachable: 'no-answer',
  'timed-out': 'timed-out',
  'too-large': 'too-large',
  'too-many-redirects': 'too-many-redirects',
};

/**
 * "Is it live on my site?": fetches one page and reports whether the owner's card is on it, with its script, and which of the page's policies would
 * block it, with the corrected lines.
 */
export async function checkSite(
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
