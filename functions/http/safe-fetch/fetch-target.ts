import { isIP } from 'node:net';
import { isPublicAddress } from './public-address';

/** The target of one request. Its address was resolved once and is the one that is connected to: a second look-up could be tricked. */
export interface FetchTarget {
  readonly url: URL;
  readonly address: string;
  readonly family: 4 | 6;
}

export type FetchRefusal =
  | 'not-a-url'
  | 'scheme-not-allowed'
  | 'port-not-allowed'
  | 'credentials-not-allowed'
  | 'name-not-found'
  | 'timed-out'
  | 'address-not-public';

type Addresses = readonly { readonly address: string; readonly family: number }[];

/** All addresses of a name. `signal` aborts the look-up. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<Addresses>;

export interface TargetRules {
  readonly resolve: Resolve;
  /** For the origins below, whose names may exist on this machine only. */
  readonly resolveAllowed: Resolve;
  /** Private origins that are allowed: the example site, in sandbox mode only. */
  readonly allowOrigins: readonly string[];
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** These names mean this machine, whatever a name server answers (RFC 6761, section 6.3). */
const isLocalName = (host: string) => /(?:^|\.)localhost\.?$/.test(host);

/** Waits for a look-up until `signal` aborts, even when the look-up ignores the signal. */
async function lookUp(resolve: Resolve, host: string, signal: AbortSignal): Promise<Addresses> {
  const calledOff = new Promise<Addresses>((done) =>
    signal.addEventListener('abort', () => done([]), { once: true }),
  );
  return signal.aborted ? [] : Promise.race([resolve(host, signal).catch(() => []), calledOff]);
}

/** Decides whether a user's URL may be fetched, and from which address. `signal` aborts the look-up of its name. */
export async function fetchTarget(
  raw: string,
  rules: TargetRules,
  signal: AbortSignal,
): Promise<FetchTarget | FetchRefusal> {
  if (!URL.canParse(raw)) return 'not-a-url';
  const url = new URL(raw);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme-not-allowed';
  if (url.username !== '' || url.password !== '') return 'credentials-not-allowed';
  const allowed = rules.allowOrigins.includes(url.origin);
  // The URL parser removes a scheme's default port: any port left is another one. Only 80 and 443 may be used with the other scheme.
  if (!allowed && !['', '80', '443'].includes(url.port)) return 'port-not-allowed';
  const host = bare(url.hostname);
  if (!allowed && isLocalName(host)) return 'address-not-public';
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await lookUp(allowed ? rules.resolveAllowed : rules.resolve, host, signal);
  if (signal.aborted) return 'timed-out';
  const first = found[0];
  if (!first) return 'name-not-found';
  // One private address refuses the name: mixed answers are typical of DNS rebinding.
  if (!allowed && !found.every((entry) => isPublicAddress(entry.address))) return 'address-not-public';
  return { url, address: first.address, family: first.family === 6 ? 6 : 4 };
}
