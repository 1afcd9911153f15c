import {
  isListening,
  switchedOff,
  switchedOn,
  type Channel,
  type Channels,
} from '../../../core/outbox/channel';
import type { Transaction } from '../../store/store';
import { stored } from '../../store/stored';

/** What to write, after the last read of the transaction, and the channels that it is about. */
interface Silence {
  readonly silenced: readonly string[];
  readonly write: () => void;
}

const changed = (all: Channels, ids: readonly string[], change: (channel: Channel) => Channel): Channels => ({
  ...all,
  channels: Object.fromEntries(
    Object.entries(all.channels).map(([id, channel]) => [id, ids.includes(id) ? change(channel) : channel]),
  ),
});

const idsIn = (all: Channels | undefined, fits: (id: string, channel: Channel) => boolean) =>
  Object.entries(all?.channels ?? {})
    .filter(([id, channel]) => fits(id, channel))
    .map(([id]) => id);

async function changing(
  tx: Transaction,
  uid: string,
  fits: (id: string, channel: Channel) => boolean,
  change: (channel: Channel) => Channel,
): Promise<Silence> {
  const all = await tx.read(stored.channels(uid));
  const silenced = idsIn(all, fits);
  const write = () => {
    if (all !== undefined && silenced.length > 0)
      tx.write(stored.channels(uid), changed(all, silenced, change));
  };
  return { silenced, write };
}

/** Switches off what works, so that nothing is sent any more while an account is being deleted. */
export const silenceChannels = (tx: Transaction, uid: string): Promise<Silence> =>
  changing(tx, uid, (_id, channel) => isListening(channel), switchedOff);

/** The deletion stopped: what it switched off works again. */
export const channelsReturn = (tx: Transaction, uid: string, silenced: readonly string[]): Promise<Silence> =>
  changing(tx, uid, (id, { end }) => silenced.includes(id) && end === 'owner', switchedOn);
