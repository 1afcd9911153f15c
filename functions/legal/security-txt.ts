import type { AppConfig } from '../config';
import type { Operator } from './operator';

/** Months. RFC 9116 asks for less than a year; each answer counts from today. */
const monthsValid = 6;

/** `/.well-known/security.txt` (RFC 9116): whom to tell about a security problem. Lines end with CRLF. */
export function securityTxt(
  { publicOrigin }: Pick<AppConfig, 'publicOrigin'>,
  operator: Operator,
  now: number,
): string {
  const expires = new Date(now);
  // The file expires on the first of a month, so that a cached answer and a new one are mostly the same.
  expires.setUTCMonth(expires.getUTCMonth() + monthsValid, 1);
  expires.setUTCHours(0, 0, 0, 0);
  const fields = [
    ['Contact', operator.securityContact],
    ['Expires', expires.toISOString().replace('.000Z', 'Z')],
    ['Preferred-Languages', operator.languages.join(', ')],
    ['Canonical', `${publicOrigin}/.well-known/security.txt`],
    ['Policy', `${publicOrigin}/legal/contact`],
  ];
  return fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
}
