// The shapes of the credentials of channels: whoever has one of these addresses or tokens can write in an owner's name. Each pattern begins with fixed
// characters or at the start of a run, so a text is read once, however it is made.

const cut = '[cut]';

/** Nothing of an address follows one of these characters. */
const ends = /[\s"'<>()`{}|]/;

/** Addresses from the two slashes on. */
const addresses = /:\/\/[^\s"'<>()`{}|]+/g;

/** These hosts take messages from everybody who knows the path. */
const secretHosts =
  /(?:^|\.)(?:discord(?:app)?\.com|hooks\.slack\.com|api\.telegram\.org|fcm\.googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com|hooks\.zapier\.com|make\.com|ifttt\.com|nabu\.casa)$/i;

/** A part of a path that nobody chose: long, of letters and digits. Push services and webhooks put their secrets there. */
const isRandom = (part: string): boolean =>
  part.length >= 20 && /^[\w.:~%=+-]+$/.test(part) && /\d/.test(part) && /[a-z]/i.test(part);

const isSecretPath = (host: string, path: string): boolean =>
  path.length > 1 && (secretHosts.test(host) || path.split(/[/?&=#]/).some(isRandom));

/** User name and password are cut, and a path with a secret. `://` begins it. */
function withoutAddress(found: string): string {
  const rest = found.slice(3);
  const slash = rest.search(/[/?#]/);
  const authority = slash === -1 ? rest : rest.slice(0, slash);
  const path = slash === -1 ? '' : rest.slice(slash);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const user = host.length === authority.length ? '' : `${cut}@`;
  // `file:///…` has no host, and its path is one of the source.
  const isSecret = host !== '' && isSecretPath(host.replace(/:\d+$/, ''), path);
  return `://${user}${host}${isSecret ? `/${cut}` : path}`;
}

/** Telegram's token, and the secret paths where an error names no host. */
const tokens =
  /(?<!\d)\d{6,}:[\w-]{30,}|\/api\/webhooks\/\d+\/[\w-]+|\/services\/T\w+\/B\w+\/\w+|\/off\/[\w-]+\.[\w-]{16,}/g;

/** Cuts the credentials of channels out of a text, however they stand in it. */
export const withoutCredentials = (text: string): string =>
  text.replaceAll(addresses, withoutAddress).replaceAll(tokens, cut);

/** The start of a text. A word that the limit cuts in two is left out, because a secret that is not whole may not be recognised. */
export function startOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit;
  while (end > 0 && !ends.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end) + (end < limit ? cut : '');
}
