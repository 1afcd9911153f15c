import * as v from 'valibot';

/** RFC 5321, 4.5.3.1: characters that fit between the angle brackets of RCPT TO, and before the @. */
export const maxEmailLength = 254;
const maxLocalLength = 64;

/**
 * The characters before the @ as HTML has them ("valid email address", html.spec.whatwg.org/#valid-e-mail-address), and RFC 5321's rule for dots. No
 * quotation marks, lists, routes or comments: nothing that a mail library could read as a second address (GHSA-mm7p-fcc7-pg87).
 */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** Letters of any script, which become ASCII below. `URL` would decode `%41` and read `/`, `?`, `#` and `:` as the end of the host. */
const writtenHost = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;

/** At least one dot; the last label is no number, so that an IP address is none. */
const asciiHost = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Empty when it is no host name. Like `domainToASCII` of Node, which browsers lack. */
function toAscii(host: string): string {
  try {
    return writtenHost.test(host) ? new URL(`http://${host}`).hostname : '';
  } catch {
    return '';
  }
}

/**
 * One email address as it is sent and stored: without the spaces around it, its domain in lower case and in ASCII (RFC 5890). Null when it is none,
 * or more than one. The only rule for addresses, for browsers and server.
 */
export function readEmailAddress(typed: string): string | null {
  const trimmed = typed.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(0, at));
  if (local.length > maxLocalLength || !localPart.test(local)) return null;
  const host = toAscii(trimmed.slice(at + 1));
  const address = `${local}@${host}`;
  return asciiHost.test(host) && address.length <= maxEmailLength ? address : null;
}

/** Dots before the @ and what follows a plus lead to the same mailbox at Gmail (support.google.com/mail/answer/7436150). */
const gmail = /^(?:gmail|googlemail)\.com$/;

/**
 * The mailbox that an address most probably leads to, for counting what is sent to one person: capital letters, and what follows a plus, are how people
 * write several addresses of one mailbox (RFC 5233). Nothing is sent to it.
 */
export function mailboxOf(address: string): string {
  const lower = address.toLowerCase();
  const at = lower.lastIndexOf('@');
  const domain = lower.slice(at + 1);
  const [local = ''] = lower.slice(0, Math.max(0, at)).split('+');
  return `${gmail.test(domain) ? local.replaceAll('.', '') : local}@${gmail.test(domain) ? 'gmail.com' : domain}`;
}

/** A field with an email address. `message`: a sentence, or a fault code of `field-faults.ts`. */
export const emailAddress = <M extends string>(message: M) =>
  v.pipe(
    v.string(message),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const read = readEmailAddress(dataset.value);
      if (read !== null) return read;
      addIssue({ message });
      return NEVER;
    }),
  );
