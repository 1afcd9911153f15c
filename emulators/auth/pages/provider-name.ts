const names: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'apple.com': 'Apple',
  'twitter.com': 'X',
  'github.com': 'GitHub',
  'facebook.com': 'Facebook',
  'microsoft.com': 'Microsoft',
  'yahoo.com': 'Yahoo',
};

/**
 * The name of an identity provider for people. `saml.` and `oidc.` providers have the name that the project gave
 * them.
 */
export function providerName(providerId: string): string {
  const known = names[providerId];
  if (known !== undefined) return known;
  const own = /^(saml|oidc)\.(.+)$/.exec(providerId);
  return own ? `${own[2] ?? ''} (${(own[1] ?? '').toUpperCase()})` : providerId;
}
