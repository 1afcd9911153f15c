import type { Addressee } from '../channel-sender';

/** The address that ends a mail channel: `/off/{channelId}.{offToken}`. It works as long as the channel exists. */
export const offAddress = (
  publicOrigin: string,
  { channelId, secret }: Pick<Addressee, 'channelId' | 'secret'>,
): string => `${publicOrigin}/off/${channelId}.${secret.offToken}`;
