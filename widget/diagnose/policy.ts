import type { PolicyDirective } from '../../core/web/csp';

/** One Content-Security-Policy: its directives by name. Several policies of one page must each allow a thing. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** The policies of one header or meta element; a comma parts policies, a semicolon directives. */
export function readPolicies(text: string): readonly Policy[] {
  return text
    .split(',')
    .map((policy) => {
      const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
      // Of a directive that stands twice the first counts.
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

/** Whether scripts are let in by a nonce. */
export const hasNonce = (policy: Policy): boolean =>
  standIns['script-src'].some((name) => policy.get(name)?.some((source) => source.startsWith("'nonce-")));

/** Which of these sources the policy keeps out; `own` is the page's origin. */
export function keptOut(
  policy: Policy,
  directive: PolicyDirective,
  wanted: readonly string[],
  own: string,
): readonly string[] {
  const name = standIns[directive].find((candidate) => policy.has(candidate));
  const allowed = name === undefined ? null : (policy.get(name) ?? []);
  if (!allowed) return [];
  // Then trust comes from the nonce of the first script, and addresses are not looked at.
  if (directive === 'script-src' && allowed.includes("'strict-dynamic'")) return [];
  return wanted.filter((source) => !allowed.some((expression) => matches(expression, source, own)));
}

/** Whether a source expression covers an origin, or all origins of a pattern such as `https://*.example.com`. */
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

/** A page that allows http allows https too. */
const covers = (scheme: string, wanted: string): boolean =>
  scheme.toLowerCase() === wanted || (scheme.toLowerCase() === 'http:' && wanted === 'https:');

const portOf = (port: string | undefined, protocol: string): string =>
  port || (protocol === 'https:' ? '443' : '80');
