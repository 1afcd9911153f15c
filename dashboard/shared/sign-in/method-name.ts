import type { EnabledSignInMethods } from '../../data/sign-in-methods';
import type { Say } from '../../messages/text';

const known = [
  'google.com',
  'apple.com',
  'twitter.com',
  'github.com',
  'facebook.com',
  'password',
  'phone',
] as const;
const isKnown = (id: string): id is (typeof known)[number] => (known as readonly string[]).includes(id);

/** The name of a sign-in method: the configured name, else the id without its kind. */
export function methodName(id: string, { providers }: EnabledSignInMethods, text: Say): string {
  if (isKnown(id)) return text(`method.${id}`);
  const configured = providers.find((provider) => provider.id === id)?.name;
  return configured ?? id.replace(/^(saml|oidc)\./, '');
}
