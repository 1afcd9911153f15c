import { timingSafeEqual } from 'node:crypto';
import { offDigestOf } from '../channel-secrets';
import type { Addressee } from '../channel-sender';

/** The address that ends a mail channel: `/off/{channelId}.{offToken}`. It works as long as the channel exists. */
export const offAddress = (
  publicOrigin: string,
  { channelId, secret }: Pick<Addressee, 'channelId' | 'secret'>,
): string => `${publicOrigin}/off/${channelId}.${secret.offToken}`;

export interface OffToken {
  readonly channelId: string;
  readonly offToken: string;
}

/** The last part of the address; undefined when it cannot be one of ours. */
export function readOffToken(given: string): OffToken | undefined {
  const [, channelId = '', offToken = ''] = /^([\w-]{1,64})\.([\w-]{1,128})$/.exec(given) ?? [];
  return channelId === '' || channelId.startsWith('__') ? undefined : { channelId, offToken };
}

/** Takes the same time for every wrong token. */
export function isOffToken(offDigest: string, given: string): boolean {
  const [known, asked] = [Buffer.from(offDigest), Buffer.from(offDigestOf(given))];
  return known.length === asked.length && timingSafeEqual(known, asked);
}
