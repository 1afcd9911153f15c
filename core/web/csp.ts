/**
 * What a page with a card must allow: the only source for the dashboard's snippet, `diagnose()`, the examples and the docs. Styles need nothing: the
 * card uses adoptedStyleSheets. Source: https://docs.stripe.com/security/guide#content-security-policy
 */
export type PaySurface = 'in-page' | 'hosted';

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
