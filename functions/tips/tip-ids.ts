import { createHash } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Do not change this to hex: a repeated request must find the id that an earlier release made. */
function base32(bytes: Uint8Array): string {
  let out = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += alphabet[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return out;
}

/** The same request has the same tip id on every server. 125 bits. */
export function tipIdOf(uid: string, clientRequestId: string): string {
  const hash = createHash('sha256').update(`${uid}\n${clientRequestId.toLowerCase()}`).digest();
  return base32(hash).slice(0, 25);
}

/** The tip of a later period of a monthly tip: whoever sees the invoice first makes the same one. `account` null = the server's own. */
export function cycleTipIdOf(account: string | null, invoiceId: string): string {
  const hash = createHash('sha256')
    .update(`invoice\n${account ?? ''}\n${invoiceId}`)
    .digest();
  return base32(hash).slice(0, 25);
}

export const isTipId = (given: string) => /^[a-z2-7]{25}$/.test(given);
