import type { Channels } from '../../core/outbox/channel';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { channelSecret } from './channel-secrets';
import type { Addressee } from './channel-sender';

/** To whom a message of this channel goes; undefined = the channel or its secret is gone. One request. */
export async function addresseeOf(
  deps: Pick<Deps, 'store' | 'config'>,
  uid: string,
  channelId: string,
  known?: Channels,
): Promise<Addressee | undefined> {
  const [secret, profile, read] = await deps.store.readVersioned([
    channelSecret(deps, channelId),
    stored.profile(uid),
    stored.channels(uid),
  ]);
  const channels = known ?? read.value;
  const channel = channels?.channels[channelId];
  if (channels === undefined || channel === undefined || secret.value?.uid !== uid) return undefined;
  const { language, zone } = channels;
  return {
    uid,
    channelId,
    channel,
    secret: secret.value,
    language,
    zone,
    handle: profile.value?.handle ?? null,
  };
}
