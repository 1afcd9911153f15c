import type { Context, MiddlewareHandler } from 'hono';
import { pageAddress } from '@busker/core/profile/profile';
import { headersFor, routeHeaders } from '@busker/core/web/route-headers';
import { readDomain } from '@busker/core/domains/own-domain';
import { lookupHandle } from '@busker/core/profile/draft';
import * as v from 'valibot';
import type { Deps } from '../deps';
import { cameThroughHosting } from '../http/caller';
import { allowedOriginsOf, notCached, sharedFor } from '../http/routes';
import { styleHash } from '../pages/page-style';
import { answerNoProfile, answerRestricted, lookUpProfile, publicView } from '../profiles/published-profile';
import { stored } from '../store/store';
import { answerOwnersPage } from './page-routes';

/** What the owner's page loads, and what a proxy asks to see whether the domain leads here. The app answers these as everywhere. */
const beside = /^\/(?:img\/[0-9a-f]{64}|v1\/assets\/[\w.-]+|healthz?)$/;

/** Pages of the installation, to which the owner's page links by their path: their form, receipts, legal texts. They are shown under its own address. */
const elsewhere = /^\/(?:@[^/]+\/.+|t\/.+|off\/.+|legal\/.+|report(?:\/.*)?|tip)$/;

const seconds = 300;

/**
 * The headers of everything on an owner's domain: those of a public page, which takes the card and its requests from the installation. The owner's other
 * hosts are not ours to decide about: no `includeSubDomains`, and a week, in case they move away.
 */
function domainHeaders({ config }: Pick<Deps, 'config'>): Readonly<Record<string, string>> {
  const headers = headersFor(routeHeaders(allowedOriginsOf(config), styleHash), '/@page');
  const policy = headers['Content-Security-Policy'] ?? '';
  return {
    ...headers,
    'Content-Security-Policy': policy.replaceAll("'self'", `'self' ${config.publicOrigin}`),
    'Strict-Transport-Security': 'max-age=604800',
  };
}

const answerMissing = (c: Context) => {
  c.header('Cache-Control', notCached);
  return c.text('There is no such page.', 404);
};

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * On a domain that an owner has proved, `/` is their page and there is hardly anything else: no dashboard, no sign-in, no API. Every other host name is answered
 * as the installation's own, and nothing redirects to what a request names.
 */
export function ownerDomains(deps: Deps): MiddlewareHandler {
  const hosts = new DomainHosts(deps);
  const headers = domainHeaders(deps);
  const { publicOrigin } = deps.config;

  async function answer(c: Context, uid: string): Promise<Response | null> {
    const { pathname: path, search } = new URL(c.req.url);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return answerMissing(c);
    if (beside.test(path)) return null;
    const profile = await deps.store.read(stored.profile(uid));
    const handle = profile?.handle ?? '';
    const address = profile === undefined ? '' : pageAddress(profile, publicOrigin);
    if (path === '/tip') return c.redirect(`${publicOrigin}/@${handle}/tip${search}`, 302);
    if (elsewhere.test(path)) return c.redirect(`${publicOrigin}${path}${search}`, 302);
    if (path === '/robots.txt') {
      c.header('Cache-Control', sharedFor(seconds));
      return c.text(
        `User-agent: *\nAllow: /\nSitemap: ${new URL('/sitemap.xml', address || publicOrigin).href}\n`,
      );
    }
    if (path === '/sitemap.xml') {
      c.header('Cache-Control', sharedFor(seconds));
      const list = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${xml(address)}</loc></url></urlset>`;
      return c.body(`<?xml version="1.0" encoding="UTF-8"?>\n${list}\n`, 200, {
        'Content-Type': 'application/xml; charset=utf-8',
      });
    }
    const asked = v.safeParse(lookupHandle, path.slice(1));
    if (
      path.startsWith('/@') &&
      asked.success &&
      profile !== undefined &&
      [handle, ...profile.aliases].includes(asked.output)
    )
      return c.redirect(`/${search}`, 308);
    if (path !== '/') return answerMissing(c);
    const looked = await lookUpProfile(deps, handle);
    if (looked.kind === 'unknown') return answerNoProfile(c, deps);
    if (looked.kind === 'restricted') return answerRestricted(c, looked.by);
    const { profile: body, sharedAge } = publicView(deps, looked.found);
    return answerOwnersPage(c, deps, { body, sharedAge }, publicOrigin);
  }

  return async (c, next) => {
    const host = c.req.header('host');
    // Two Host headers, joined: a proxy may have gone by either of them, and a cache too (RFC 9112, 3.2).
    if (host?.includes(',') === true) return c.text('A request names one host.', 400);
    const uid = await hosts.find({
      host,
      forwarded: c.req.header('x-forwarded-host'),
      forwardedFor: c.req.header('x-forwarded-for'),
    });
    if (uid === null) return next();
    const response = await answer(c, uid);
    if (response === null) await next();
    else c.res = response;
    for (const [name, value] of Object.entries(headers))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    return undefined;
  };
}

/** Milliseconds: however many requests name a host, the store is asked about it this often. Nobody visits a name before it is proved. */
const keptFor = { owners: 10_000, nobodys: 60_000 };

/** Names of each kind that are remembered. Anybody can send any name, which must not push out those of owners. */
const mostNames = 2000;

interface Known {
  readonly until: number;
  readonly uid: Promise<string | null>;
}

/** The host name of a request, which decides whose page it shows. */
interface AskedHost {
  readonly host: string | undefined;
  /** X-Forwarded-Host, which Firebase Hosting writes. Elsewhere a proxy keeps Host, and this could be anybody's. */
  readonly forwarded: string | undefined;
  /** X-Forwarded-For. */
  readonly forwardedFor: string | undefined;
}

/** Finds the owner whose page a host name shows. Names that nobody has proved show nobody's. */
export class DomainHosts {
  private readonly owners = new Map<string, Known>();
  private readonly nobodys = new Map<string, Known>();
  /** The name in PUBLIC_ORIGIN. */
  readonly own: string;

  constructor(private readonly deps: Pick<Deps, 'store' | 'clock' | 'config' | 'customDomains'>) {
    this.own = new URL(deps.config.publicOrigin).hostname;
  }

  /** The uid of the owner; null = it is not the domain of an owner. */
  find({ host, forwarded, forwardedFor }: AskedHost): Promise<string | null> {
    // The function's own address is open to anybody too, with any header.
    const isHostings = this.deps.config.clientAddress.kind === 'hosting' && cameThroughHosting(forwardedFor);
    return this.ownerOf((isHostings ? forwarded : undefined) ?? host ?? '');
  }

  /** The same for a name alone, without a port. */
  async ownerOf(host: string): Promise<string | null> {
    // With a dot at its end it is the same name (RFC 1034, 3.1), and browsers take the same certificate for it. A port may be empty (RFC 3986, 3.2.3).
    const name = host.replace(/:\d*$/, '').replace(/\.$/, '');
    if (this.deps.customDomains === null || name === this.own) return null;
    const domain = readDomain(name);
    // An own domain is requested as it is stored: in lower case, in ASCII.
    if (!domain.ok || domain.value !== name.toLowerCase()) return null;
    const now = this.deps.clock.now();
    const known = [this.owners, this.nobodys].map((names) => names.get(domain.value));
    const fresh = known.find((each) => each !== undefined && each.until > now);
    if (fresh !== undefined) return fresh.uid;
    const uid = this.deps.store.read(stored.provedDomain(domain.value)).then((found) => found?.uid ?? null);
    remember(this.nobodys, domain.value, { until: now + keptFor.nobodys, uid });
    const owner = await uid.catch((error: unknown) => {
      this.nobodys.delete(domain.value);
      throw error;
    });
    this.owners.delete(domain.value);
    if (owner === null) return null;
    this.nobodys.delete(domain.value);
    remember(this.owners, domain.value, { until: now + keptFor.owners, uid });
    return owner;
  }
}

function remember(names: Map<string, Known>, name: string, known: Known): void {
  names.delete(name);
  if (names.size >= mostNames) names.delete(names.keys().next().value ?? '');
  names.set(name, known);
}
