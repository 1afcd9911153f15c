import { paths } from '../../../core/documents/documents';
import type { Channel } from '../../../core/outbox/channel';
import type { Deps } from '../../deps';
import { stored } from '../../store/stored';
import { withoutChannels } from './own-channels';

/** Removes channels with their secrets, and answers how many. What is on its way to them ends when it finds no channel. */
export function removeChannels(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  isGone: (channelId: string, channel: Channel) => boolean,
): Promise<number> {
  return store.transaction(async (tx) => {
    const all = await tx.read(stored.channels(uid));
    if (all === undefined) return 0;
    const gone = Object.entries(all.channels)
      .filter(([channelId, channel]) => isGone(channelId, channel))
      .map(([channelId]) => channelId);
    if (gone.length === 0) return 0;
    tx.write(stored.channels(uid), withoutChannels(all, gone));
    for (const channelId of gone) tx.remove(paths.channelSecret(channelId));
    return gone.length;
  });
}

/** After every sign-in was ended: what is pushed to a device must not go on without one. */
export const removePushChannels = (deps: Pick<Deps, 'store'>, uid: string): Promise<number> =>
  removeChannels(deps, uid, (_channelId, { kind }) => kind === 'push');
