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
  /** Besides the allowed origins only https on port 443. */
  readonly httpsOnly?: boolean;
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

interface JudgedUrl {
  readonly url: URL;
  /** Its origin is one of the allowed ones. */
  readonly allowed: boolean;
}

/** Decides by the text of a user's URL alone whether it may be fetched. Addresses behind its name are not looked up. */
export function judgeUrl(
  raw: string,
  { allowOrigins, httpsOnly = false }: Pick<TargetRules, 'allowOrigins' | 'httpsOnly'>,
): JudgedUrl | FetchRefusal {
  if (!URL.canParse(raw)) return 'not-a-url';
  const url = new URL(raw);
  const allowed = allowOrigins.includes(url.origin);
  const onlyHttps = httpsOnly && !allowed;
  if (url.protocol !== 'https:' && (onlyHttps || url.protocol !== 'http:')) return 'scheme-not-allowed';
  if (url.username !== '' || url.password !== '') return 'credentials-not-allowed';
  if (allowed) return { url, allowed };
  // The URL parser removes a scheme's default port: any port left is another one. Only 80 and 443 may be used with the other scheme.
  if (!(onlyHttps ? [''] : ['', '80', '443']).includes(url.port)) return 'port-not-allowed';
  const host = bare(url.hostname);
  if (isLocalName(host) || (isIP(host) !== 0 && !isPublicAddress(host))) return 'address-not-public';
  return { url, allowed };
}

/** Decides whether a user's URL may be fetched, and from which address. `signal` aborts the look-up of its name. */
export async function fetchTarget(
  raw: string,
  rules: TargetRules,
  signal: AbortSignal,
): Promise<FetchTarget | FetchRefusal> {
  const judged = judgeUrl(raw, rules);
  if (typeof judged === 'string') return judged;
  const { url, allowed } = judged;
  const host = bare(url.hostname);
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
