import { isLeaving } from '../../../core/documents/leaving-document';
import { isListening, type Channel, type Channels } from '../../../core/outbox/channel';
import type { Deps } from '../../deps';
import type { Transaction } from '../../store/store';
import { stored } from '../../store/stored';
import { knownSecret } from '../channel-secrets';
import { writeEvent } from '../write-event';
import { isOffToken, type OffToken } from './off-address';

type SwitchDeps = Pick<Deps, 'store' | 'clock' | 'config' | 'ids' | 'limits'>;

/** Somebody who has one mail of the owner must not switch back and forth, since each end is told to the owner. */
const mostResumes = { points: 5, windowMs: 24 * 60 * 60_000 } as const;

/** The mail channel of an unsubscribe address. */
interface MailChannel {
  readonly uid: string;
  readonly channelId: string;
  readonly channels: Channels;
  readonly channel: Channel;
}

/** Only what a link ended can be switched on by the link again: it may be in the hands of somebody else. */
const canResume = ({ state, end }: Channel): boolean => state === 'off' && end === 'unsubscribed';

/** `on`: mails are sent. `resumable`: a link ended it. `off`: something else did, or it is not verified. */
export type MailSwitch = 'on' | 'resumable' | 'off';

/** An unknown address is `unknown`, which the page does not show. */
export interface SwitchedMail {
  readonly state: MailSwitch | 'unknown';
  /** A BCP 47 tag; null = the reader's. */
  readonly language: string | null;
}

const nothing: SwitchedMail = { state: 'unknown', language: null };

const shown = ({ channel, channels }: Pick<MailChannel, 'channel' | 'channels'>): SwitchedMail => ({
  state: isListening(channel) ? 'on' : canResume(channel) ? 'resumable' : 'off',
  language: channels.language,
});

async function find(
  deps: SwitchDeps,
  tx: Transaction,
  { channelId, offToken }: OffToken,
): Promise<MailChannel | undefined> {
  const secret = await tx.read(knownSecret(deps, channelId));
  if (secret === undefined || !isOffToken(secret.offDigest, offToken)) return undefined;
  const channels = await tx.read(stored.channels(secret.uid));
  const channel = channels?.channels[channelId];
  if (channels === undefined || channel?.kind !== 'mail') return undefined;
  return { uid: secret.uid, channelId, channels, channel };
}

/** The channel of this address, unchanged: programs that check links open the address. */
export const readMailSwitch = (deps: SwitchDeps, token: OffToken | undefined): Promise<SwitchedMail> =>
  token === undefined
    ? Promise.resolve(nothing)
    : deps.store.transaction(async (tx) => {
        const found = await find(deps, tx, token);
        return found === undefined ? nothing : shown(found);
      });

const ended = { state: 'off', end: 'unsubscribed' } as const;
const resumed = { state: 'on', end: null, problem: null, failures: 0, failingSince: null } as const;

/** Ends the channel, or switches on again what a link ended. A repetition changes nothing. */
export async function switchMail(
  deps: SwitchDeps,
  token: OffToken | undefined,
  to: 'on' | 'off',
): Promise<SwitchedMail> {
  const { store, clock, config, ids, limits } = deps;
  if (token === undefined) return nothing;
  if (to === 'on') {
    const [resumes] = await limits.count([{ key: `mail-resumes-${token.channelId}`, ...mostResumes }]);
    if (resumes !== undefined && resumes.left < 0) return readMailSwitch(deps, token);
  }
  return store.transaction(async (tx) => {
    const found = await find(deps, tx, token);
    if (found === undefined) return nothing;
    const { uid, channelId, channels, channel } = found;
    const isChange = to === 'off' ? isListening(channel) : canResume(channel);
    if (!isChange || isLeaving(await tx.read(stored.leaving(uid)))) return shown(found);
    const changed = { ...channel, ...(to === 'off' ? ended : resumed) };
    tx.write(stored.channels(uid), { ...channels, channels: { ...channels.channels, [channelId]: changed } });
    if (to === 'off') {
      const { kind, label } = channel;
      const fact = { type: 'channel.disabled', channelId, kind, label, why: ended.end } as const;
      // The owner's other channels say it: the link may be in the hands of somebody else.
      const event = { id: ids.fresh(), fact, at: clock.now(), livemode: config.livemode, tip: null };
      writeEvent(tx, uid, event);
    }
    return shown({ channel: changed, channels });
  });
}
