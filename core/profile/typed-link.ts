import * as v from 'valibot';
import { fault, type FaultCode } from '../base/field-faults';
import { completeUrl, isLocalHost, publishableUrl } from './link';

export type TypedLink =
  | { readonly kind: 'url'; readonly url: string }
  /** A name without its platform: only the owner knows which one. */
  | { readonly kind: 'name'; readonly name: string }
  /** `fault` is a fault code, as schemas give it. */
  | { readonly kind: 'refused'; readonly fault: string };

/** The platforms that a bare `@name` is most often on, with the address of a name there. */
export const namePlatforms = [
  { label: 'Instagram', url: (name: string) => `https://instagram.com/${name}` },
  { label: 'TikTok', url: (name: string) => `https://tiktok.com/@${name}` },
  { label: 'YouTube', url: (name: string) => `https://youtube.com/@${name}` },
  { label: 'X', url: (name: string) => `https://x.com/${name}` },
  { label: 'Threads', url: (name: string) => `https://threads.net/@${name}` },
] as const;

const refuse = (code: FaultCode): TypedLink => ({ kind: 'refused', fault: fault(code) });

/**
 * What an owner means by the words in a link field. Only an address that the publishing rule accepts comes out as `url`. Only the dashboard
 * needs it, so it stays out of the files that a card loads.
 */
export function readTypedLink(given: string): TypedLink {
  const typed = given.trim();
  const [, name, server] = /^@([\w.-]{1,60})(?:@([\w-]+(?:\.[\w-]+)+))?$/.exec(typed) ?? [];
  // On the fediverse a name contains its server.
  if (server !== undefined) return accept(`https://${server}/@${name}`);
  if (name !== undefined) return { kind: 'name', name };
  if (/^\+?[\d\s()./-]+$/.test(typed) && !/^\d+(\.\d+){3}$/.test(typed)) return readPhone(typed);
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(typed)) return accept(`mailto:${typed}`);
  const isMailOrPhone = /^(mailto|tel):/i.test(typed);
  if (/\s/.test(typed) && !isMailOrPhone) return refuse('url-words');
  if (/^(https?:\/\/)?[^\s/?#]+@/i.test(typed) && !isMailOrPhone) return refuse('url-password');
  const [, host = ''] = /^(?:https?:\/\/)?([^/?#:]+)(?=[:/?#]|$)/i.exec(typed) ?? [];
  if (isLocalHost(host)) return refuse('url-local');
  // `ada.example:8080` looks like a scheme, but a scheme of the web is never followed by a port.
  return accept(/^[^\s:/]+\.[^\s:/]+:\d+(?![^/?#])/.test(typed) ? `https://${typed}` : completeUrl(typed));
}

/** Without the country's code a number reaches someone else, or nobody, from abroad. */
function readPhone(typed: string): TypedLink {
  const digits = typed
    .replace(/\(0\)/, '')
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+');
  if (!/^\+?\d{5,15}$/.test(digits)) return refuse('url-no-domain');
  return digits.startsWith('+') ? accept(`tel:${digits}`) : refuse('phone-country');
}

function accept(url: string): TypedLink {
  const parsed = v.safeParse(publishableUrl, url);
  return parsed.success
    ? { kind: 'url', url: parsed.output }
    : { kind: 'refused', fault: parsed.issues[0].message };
}
