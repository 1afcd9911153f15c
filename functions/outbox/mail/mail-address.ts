import { domainToASCII } from 'node:url';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';

/** RFC 5321, 4.5.3.1: 254 characters fit between the angle brackets of RCPT TO. */
const mostCharacters = 254;

/** No white space, quotation marks, lists, routes or comments: nothing that a mail library could read as a second address (GHSA-mm7p-fcc7-pg87). */
const parts = /^([^\s@<>()[\]",;:\\]{1,64})@([^\s@<>()[\]",;:\\]{1,253})$/u;

/** Control, format, private-use and unassigned characters. */
const invisible = /\p{C}/u;

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z][a-z0-9-]{0,61}[a-z0-9])$/;

const refused = fail(
  problem('address-not-allowed', { fields: { address: 'Write one address, such as name@example.com.' } }),
);

/** One mail address, as the mail server gets it: the domain in lower case and in ASCII. Refuses the field `address`. */
export function parseMailAddress(given: string): Result<string> {
  if (given.length > mostCharacters || invisible.test(given)) return refused;
  const [, local = '', domain = ''] = parts.exec(given) ?? [];
  if (local === '' || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return refused;
  const host = domainToASCII(domain);
  if (!hostName.test(host)) return refused;
  const address = `${local}@${host}`;
  return address.length > mostCharacters ? refused : ok(address);
}
