import { fail, ok, type Result } from '../../../core/base/result';
import type { IdTokens } from '../../deps';
import type { Addressee, Sending } from '../channel-sender';
import { parseMailAddress } from './mail-address';

type Ended = Extract<Sending, { kind: 'ended' }>;

const nothingSent = { status: null, ms: 0, text: '' };
const off = (end: Ended['end']): Ended => ({ kind: 'ended', state: 'off', end, attempt: nothingSent });
const refused: Ended = { kind: 'ended', state: 'refused', end: 'address-refused', attempt: nothingSent };

/**
 * The address of a mail channel. That of the sign-in account is asked for at each sending, so that a changed address is used at once, and a disabled
 * user gets nothing.
 */
export async function recipientOf(
  { uid, secret: { credentials } }: Addressee,
  idTokens: Pick<IdTokens, 'contact'>,
): Promise<Result<string, Ended>> {
  if (credentials.kind !== 'mail') throw new Error(`A channel of kind ${credentials.kind} gets no mail.`);
  const contact = await idTokens.contact(uid);
  if (contact === undefined || contact.disabled) return fail(off('account-disabled'));
  if (credentials.address !== null) return sendable(credentials.address);
  if (contact.email === null || !contact.emailVerified) return fail(off('address-unverified'));
  return sendable(contact.email);
}

function sendable(given: string): Result<string, Ended> {
  const address = parseMailAddress(given);
  return address.ok ? ok(address.value) : fail(refused);
}
