import { isListening, noChannels, endedBy, type Channels } from '../../core/outbox/channel';
import type { Deps } from '../deps';
import { sweepThrough, type SweepResult } from '../queue/sweep';
import { stored } from '../store/stored';
import { ownersOfSecrets } from './channel-secrets';
import { removeOutbox } from './remove-outbox';

type EndDeps = Pick<Deps, 'store' | 'idTokens' | 'log'>;

/** Daily: ends the channels of users who were disabled at the sign-in service, and removes those of users who are gone. Mail asks for each message; the other channels do not. */
export async function endDisabled(deps: EndDeps): Promise<SweepResult> {
  const uids = new Set<string>();
  for await (const uid of ownersOfSecrets(deps.store)) uids.add(uid);
  return sweepThrough(deps, 'end-disabled', await deps.idTokens.barred([...uids]), async (uid) => {
    if ((await deps.idTokens.contact(uid)) !== undefined) return endAll(deps, uid);
    // The account was deleted by a release that does not know these documents.
    await removeOutbox(deps, uid);
    return true;
  });
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
