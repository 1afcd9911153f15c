import type { PolicyDirective } from '@busker/core/web/csp';

/** The directives of one Content-Security-Policy. If a page has several policies, each of them must allow a request. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** Parses one header or meta element: commas separate policies, semicolons directives. */
export function readPolicies(text: string): readonly Policy[] {
  return text
    .split(',')
    .map((policy) => {
      const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
      // The first of two equal directives counts.
      return new Map(directives.reverse().map(([name = '', ...sources]) => [name.toLowerCase(), sources]));
    })
    .filter((policy) => [...policy.keys()].some(Boolean));
}

const standIns: Readonly<Record<PolicyDirective, readonly string[]>> = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'img-src': ['img-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
};

/** Whether the policy allows scripts by nonce. */
export const hasNonce = (policy: Policy): boolean =>
  standIns['script-src'].some((name) => policy.get(name)?.some((source) => source.startsWith("'nonce-")));

/** The sources that the policy blocks. `own` is the page's origin. */
export function keptOut(
  policy: Policy,
  directive: PolicyDirective,
  wanted: readonly string[],
  own: string,
): readonly string[] {
  const name = standIns[directive].find((candidate) => policy.has(candidate));
  const allowed = name === undefined ? null : (policy.get(name) ?? []);
  if (!allowed) return [];
  // Trust then comes from the nonce of the first script; addresses do not count.
  if (directive === 'script-src' && allowed.includes("'strict-dynamic'")) return [];
  return wanted.filter((source) => !allowed.some((expression) => matches(expression, source, own)));
}

/** Whether a source expression allows an origin, or all origins of a pattern such as `https://*.example.com`. */
function matches(expression: string, source: string, own: string): boolean {
  if (expression === '*') return true;
  if (expression === "'self'") return source === own;
  const wanted = new URL(source.replace('*', 'any'));
  if (/^[a-z][a-z0-9+.-]*:$/i.test(expression)) return covers(expression, wanted.protocol);
  const [, scheme, host = '', port] =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^:/]+)(?::(\d+|\*))?/i.exec(expression) ?? [];
  if (!covers(scheme ?? new URL(own).protocol, wanted.protocol)) return false;
  if (port !== '*' && portOf(port, wanted.protocol) !== portOf(wanted.port, wanted.protocol)) return false;
  return host.startsWith('*.') ? wanted.hostname.endsWith(host.slice(1)) : host === wanted.hostname;
}

/** A policy that allows http allows https too. */
const covers = (scheme: string, wanted: string): boolean =>
  scheme.toLowerCase() === wanted || (scheme.toLowerCase() === 'http:' && wanted === 'https:');

const portOf = (port: string | undefined, protocol: string): string =>
  port || (protocol === 'https:' ? '443' : '80');
