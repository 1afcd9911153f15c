const providers = ['google.com', 'apple.com', 'twitter.com', 'github.com', 'facebook.com'];
const switches = { 'email-link': 'emailLink', phone: 'phone', guest: 'guest', totp: 'totp' } as const;
const isSwitch = (id: string): id is keyof typeof switches => Object.hasOwn(switches, id);

interface SignInMethods {
  emailLink: boolean;
  phone: boolean;
  guest: boolean;
  /** Authenticator apps as a second step. */
  totp: boolean;
  readonly providers: { readonly id: string; readonly name: string | null }[];
}

/**
 * Reads SIGN_IN_METHODS, a list with commas: `email-link`, `phone`, `guest`, `totp`, `google.com`, …, and a company's own as
 * `saml.acme=Acme` or `oidc.club=The Club`. Each must be switched on in the Firebase project as well.
 */
export function signInMethods(
  list: string,
): { readonly ok: true; readonly value: SignInMethods } | { readonly ok: false; readonly problem: string } {
  const methods: SignInMethods = { emailLink: false, phone: false, guest: false, totp: false, providers: [] };
  for (const entry of list.split(',').map((part) => part.trim())) {
    const [id = '', name = null] = entry.split('=').map((part) => part.trim());
    if (id === '') continue;
    if (isSwitch(id)) methods[switches[id]] = true;
    else if (providers.includes(id) || /^(saml|oidc)\.[\w.-]+$/.test(id))
      methods.providers.push({ id, name });
    else {
      const known = [...Object.keys(switches), ...providers].join(', ');
      return {
        ok: false,
        problem: `SIGN_IN_METHODS names "${id}"; there are ${known}, and saml.<id>=Name or oidc.<id>=Name.`,
      };
    }
  }
  return { ok: true, value: methods };
}
