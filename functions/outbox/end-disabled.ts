import { collections } from '../../core/documents/documents';
import { decodeChannelSecret } from '../../core/documents/channel-secret-document';
import { isListening, noChannels, type Channels } from '../../core/outbox/channel';
import { endedBy } from '../../core/outbox/channel-states';
import type { Deps } from '../deps';
import { sweepThrough, type SweepResult } from '../jobs/sweep';
import { allDocuments } from '../store/all-documents';
import { stored } from '../store/stored';

type EndDeps = Pick<Deps, 'store' | 'idTokens' | 'log'>;

/** Daily: ends the channels of users who were disabled or removed at the sign-in service. Mail asks for each message; the other channels do not. */
export async function endDisabled(deps: EndDeps): Promise<SweepResult> {
  const uids = new Set<string>();
  for await (const { value } of allDocuments(deps.store, collections.channelSecrets, decodeChannelSecret))
    uids.add(value.uid);
  return sweepThrough(deps, 'end-disabled', await deps.idTokens.barred([...uids]), (uid) =>
    endAll(deps, uid),
  );
}

/** True when a channel was ended. Nobody is told: there is nobody who may read it. */
function endAll({ store }: EndDeps, uid: string): Promise<boolean> {
  return store.transaction(async (tx) => {
    const channels = (await tx.read(stored.channels(uid))) ?? noChannels;
    if (!Object.values(channels.channels).some(isListening)) return false;
    tx.write(stored.channels(uid), ended(channels));
    return true;
  });
}

const ended = (channels: Channels): Channels => ({
  ...channels,
  channels: Object.fromEntries(
    Object.entries(channels.channels).map(([id, channel]) => [
      id,
      endedBy(channel, 'off', 'account-disabled'),
    ]),
  ),
});
