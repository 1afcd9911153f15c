import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { proofName, type SeenRecords } from '@busker/core/domains/own-domain';
import { fail, ok, type Result } from '@busker/core/base/result';
import type { EnvReader } from '../env-reader';
import type { SafeFetch } from '../safe-fetch/safe-fetch';

/** The port to the name servers of the world. */
export interface Dns {
  /** Null = they did not answer, so nothing is known. */
  records(domain: string): Promise<SeenRecords | null>;
  addresses(name: string): Promise<Pick<SeenRecords, 'a' | 'aaaa'> | null>;
}

/** `not-allowed`: the host's account lacks a permission, by its name. `refused`: this domain cannot have a certificate here. */
export type DomainsFailure =
  | { readonly kind: 'unavailable'; readonly error: unknown }
  | { readonly kind: 'not-allowed'; readonly permission: string }
  | { readonly kind: 'refused' };

/** The port to what serves the domains of owners, with a certificate for each. Doing the same twice changes nothing. */
export interface CustomDomains {
  /** Where a CNAME must lead, and the text that a domain without a CNAME needs besides; null = none. */
  readonly target: { readonly cname: string; readonly apexText: string | null };
  /** Asks for a certificate, if that was not done. */
  add(domain: string): Promise<Result<null, DomainsFailure>>;
  /** `none`: nobody has asked for it. */
  certificate(domain: string): Promise<Result<'none' | 'coming' | 'active', DomainsFailure>>;
  remove(domain: string): Promise<Result<null, DomainsFailure>>;
}

/** Names that have no record of a kind, or do not exist. Every other failure says nothing about the name (nodejs.org/api/dns.html#error-codes). */
const none = new Set(['ENODATA', 'ENOTFOUND']);

async function orNone<T>(asked: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && none.has(String(error.code))) return [];
    throw error;
  }
}

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');
const joined = (texts: readonly (readonly string[])[]): readonly string[] =>
  texts.map((parts) => parts.join(''));
/** `2001:DB8::1` and `2001:db8:0:0::1` are the same address. */
const written6 = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** Asks name servers: the machine's own, or `servers` (addresses with a port). */
export function systemDns(servers: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: 2500, tries: 2 });
  if (servers.length > 0) resolver.setServers([...servers]);
  const addresses = async (name: string) => {
    const [a, aaaa] = await Promise.all([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))]);
    return { a: [...a].toSorted(), aaaa: aaaa.map(written6).toSorted() };
  };
  const answered = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch {
      return null;
    }
  };
  return {
    addresses: (name) => answered(() => addresses(name)),
    records: (domain) =>
      answered(async () => {
        const [found, names, text, proof] = await Promise.all([
          addresses(domain),
          orNone(resolver.resolveCname(domain)),
          orNone(resolver.resolveTxt(domain)),
          orNone(resolver.resolveTxt(proofName(domain))),
        ]);
        return {
          ...found,
          cname: names[0] === undefined ? null : plain(names[0]),
          text: [...joined(text)],
          proof: [...joined(proof)],
        };
      }),
  };
}

/** What `/healthz` answers, on every domain that leads here. */
const healthy = /"ok"\s*:\s*true/;

/**
 * A proxy in front of a server process that gets a certificate at the first visit of a domain, after asking the server whether the domain is one of its owners'
 * (Caddy's `on_demand_tls`). Our own first visit starts that. Without https there is no certificate to wait for: that is one machine.
 */
export function proxyDomains(
  { publicOrigin }: { readonly publicOrigin: string },
  fetchPage: SafeFetch,
): CustomDomains {
  const { protocol, hostname } = new URL(publicOrigin);
  return {
    target: { cname: hostname, apexText: null },
    add: () => Promise.resolve(ok(null)),
    async certificate(domain) {
      if (protocol === 'http:') return ok('active');
      const page = await fetchPage(`https://${domain}/healthz`);
      // A server that is busy or starts anew says nothing of the certificate: a page that is live stays live.
      const isSilent = page.ok ? page.status >= 500 : page.problem === 'timed-out';
      if (isSilent)
        return fail({
          kind: 'unavailable',
          error: new Error('A visit of a domain got no answer of the server'),
        });
      return ok(page.ok && page.status === 200 && healthy.test(page.body) ? 'active' : 'coming');
    },
    remove: () => Promise.resolve(ok(null)),
  };
}

/** Who serves the domains of owners: nobody, a proxy that asks, or a site of Firebase Hosting that has nothing else. */
export type DomainsPlan =
  { readonly kind: 'off' } | { readonly kind: 'proxy' } | { readonly kind: 'hosting'; readonly site: string };

/** Reads `OWNER_DOMAINS`. */
export function domainsPlan(read: EnvReader, sandbox: boolean): DomainsPlan {
  const given = read.text('OWNER_DOMAINS') || (sandbox ? 'proxy' : 'off');
  if (given === 'off' || given === 'proxy') return { kind: given };
  const site = /^hosting:([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)$/.exec(given)?.[1];
  if (site !== undefined) return { kind: 'hosting', site };
  read.fault('OWNER_DOMAINS must be off, proxy, or hosting:SITE with the id of a site of Firebase Hosting.');
  return { kind: 'off' };
}

/** Reads `DNS_SERVERS`: addresses of name servers, `192.0.2.53` or `[2001:db8::53]:5353`. */
export function dnsServers(read: EnvReader): readonly string[] {
  const servers = read
    .text('DNS_SERVERS')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  const address = (server: string) =>
    /^\[([^\]]+)\](?::\d+)?$/.exec(server)?.[1] ?? server.replace(/^([\d.]+):\d+$/, '$1');
  if (servers.some((server) => isIP(address(server)) === 0))
    read.fault('DNS_SERVERS must list IP addresses of name servers, separated by commas, such as 1.1.1.1.');
  return servers;
}
