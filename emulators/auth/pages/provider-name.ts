const names: Readonly<Record<string, string>> = {
  'google.com': 'Google',
  'apple.com': 'Apple',
  'twitter.com': 'X',
  'github.com': 'GitHub',
  'facebook.com': 'Facebook',
  'microsoft.com': 'Microsoft',
  'yahoo.com': 'Yahoo',
};

/** What people call an identity provider. `saml.` and `oidc.` providers are called as their owner called them. */
export function providerName(providerId: string): string {
  const known = names[providerId];
  if (known !== undefined) return known;
  const own = /^(saml|oidc)\.(.+)$/.exec(providerId);
  return own ? `${own[2] ?? ''} (${(own[1] ?? '').toUpperCase()})` : providerId;
}
