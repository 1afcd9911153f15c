/**
 * What a page with a card must allow: the only source for the dashboard's snippet, `diagnose()`, the examples and the docs. Styles need nothing: the
 * card uses adoptedStyleSheets. Source: https://docs.stripe.com/security/guide#content-security-policy
 */
type PaySurface = 'in-page' | 'hosted';

export interface HostPage {
  /** Origin of the Busker server. */
  readonly host: string;
  readonly pay: PaySurface;
  /** Origin of the local Stripe emulator; absent for Stripe itself. */
  readonly sandbox?: string | undefined;
}

export const policyDirectives = ['script-src', 'connect-src', 'img-src', 'frame-src'] as const;
export type PolicyDirective = (typeof policyDirectives)[number];

/** Sources to add to each directive that the page's policy already has (or whose `default-src` stands in for). */
export type NeededSources = Readonly<Record<PolicyDirective, readonly string[]>>;

const stripe: NeededSources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'img-src': ['https://*.stripe.com'],
  'frame-src': [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://*.link.com',
  ],
};

export function neededSources({ host, pay, sandbox }: HostPage): NeededSources {
  const payment = (directive: PolicyDirective): readonly string[] => {
    if (pay === 'hosted') return [];
    return sandbox === undefined ? stripe[directive] : [sandbox];
  };
  return {
    'script-src': [host, ...payment('script-src')],
    'connect-src': [host, ...payment('connect-src')],
    'img-src': [host, ...payment('img-src')],
    // The host's own frame shows a challenge when somebody tests cards.
    'frame-src': pay === 'hosted' ? [] : [host, ...payment('frame-src')],
  };
}

/** The value of a Content-Security-Policy header for a page that has only the card. */
export function policyLine(page: HostPage): string {
  const needed = neededSources(page);
  return policyDirectives
    .filter((directive) => needed[directive].length > 0)
    .map((directive) => `${directive} ${needed[directive].join(' ')}`)
    .join('; ');
}

/**
 * The value of a Permissions-Policy header, for sites that send one: `payment=()` would disable Apple Pay and Google Pay. Null when the card does not
 * need it.
 */
export function permissionsLine({ pay, sandbox }: HostPage): string | null {
  if (pay === 'hosted') return null;
  return `payment=(self "${sandbox ?? 'https://js.stripe.com'}")`;
}

/** The sources that a page's policy lacks for the card, and the completed policy. */
interface PolicyVerdict {
  readonly policy: string;
  readonly missing: readonly { readonly directive: string; readonly sources: readonly string[] }[];
  /** Scripts run only with the page's nonce (`'strict-dynamic'` makes browsers ignore addresses), so the card's script tag needs the nonce too. */
  readonly needsNonce: boolean;
  readonly mended: string;
}

type Directives = ReadonlyMap<string, readonly string[]>;

/** The directives that a browser falls back to. */
const standIns: Readonly<Record<PolicyDirective, readonly string[]>> = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'img-src': ['img-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
};

/** A header may hold several policies, separated by commas: each of them must allow the card. */
export function policiesIn(header: string): readonly string[] {
  return header
    .split(',')
    .map((policy) => policy.trim())
    .filter(Boolean);
}

/** Evaluates one policy of a page at `pageUrl` as a browser does (CSP level 3), source by source. */
export function checkPolicy(policy: string, pageUrl: string, needed: NeededSources): PolicyVerdict {
  const page = new URL(pageUrl);
  const directives = directivesOf(policy);
  const mended = new Map(directives);
  const missing: { directive: string; sources: readonly string[] }[] = [];
  let needsNonce = false;
  for (const directive of policyDirectives) {
    const standing = standIns[directive].find((name) => directives.has(name));
    if (standing === undefined) continue;
    const given = directives.get(standing) ?? [];
    if (directive === 'script-src' && given.includes("'strict-dynamic'")) {
      needsNonce = true;
      continue;
    }
    const sources = needed[directive].filter((wanted) => !given.some((each) => allows(each, wanted, page)));
    if (sources.length === 0) continue;
    const place = standing === 'default-src' || standing === 'child-src' ? directive : standing;
    missing.push({ directive: place, sources });
    mended.set(place, [...given.filter((source) => source !== "'none'"), ...sources]);
  }
  return { policy, missing, needsNonce, mended: written(mended) };
}

function directivesOf(policy: string): Directives {
  const directives = new Map<string, readonly string[]>();
  for (const part of policy.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/);
    const key = name?.toLowerCase() ?? '';
    // Of two directives with the same name the first one applies.
    if (key !== '' && !directives.has(key)) directives.set(key, sources);
  }
  return directives;
}

const written = (directives: Directives) =>
  [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');

const sourceForm = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:]+|\[[^\]]*\])(?::(\d+|\*))?(\/.*)?$/i;

/** Whether a source expression allows all of `wanted`: an origin, or `https://*.example.com`. */
function allows(source: string, wanted: string, page: URL): boolean {
  const [, scheme = '', host = '', port = ''] = sourceForm.exec(wanted) ?? [];
  if (source === '*') return true;
  if (source.toLowerCase() === "'self'") return wanted === page.origin;
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return sameScheme(source.slice(0, -1), scheme);
  const form = sourceForm.exec(source);
  if (form === null || source.startsWith("'")) return false;
  const [, givenScheme = page.protocol.slice(0, -1), givenHost = '', givenPort = '', path = '/'] = form;
  if (path !== '/' || !sameScheme(givenScheme, scheme)) return false;
  return covers(givenHost.toLowerCase(), host.toLowerCase()) && samePort(givenPort, port, scheme);
}

/** A source with http also allows https of the same host. */
const sameScheme = (given: string, wanted: string) =>
  given.toLowerCase() === wanted || (given.toLowerCase() === 'http' && wanted === 'https');

function covers(given: string, wanted: string): boolean {
  if (given === wanted || given === '*') return true;
  return given.startsWith('*.') && wanted.endsWith(given.slice(1));
}

function samePort(given: string, wanted: string, scheme: string): boolean {
  const usual = scheme === 'https' ? '443' : '80';
  return given === '*' || (given || usual) === (wanted || usual);
}

/** Whether a `Permissions-Policy` header allows `payment` in a frame of `origin` (wallets need it there). */
export function allowsPayment(header: string, origin: string): boolean {
  const given = /(?:^|,)\s*payment\s*=\s*(\*|\([^)]*\))/i.exec(header)?.[1];
  if (given === undefined || given === '*') return true;
  return given.slice(1, -1).includes('*') || given.includes(`"${origin}"`);
}
