import type { Result } from '../../../core/base/result';
import type { Deps } from '../../deps';
import { may } from '../../limits/owner-limits';

const hour = 60 * 60_000;
const day = 24 * hour;

/** How often an owner may do what sends messages, or what a stolen session could abuse. */
const rules = {
  /** New channels and new secrets. */
  change: (uid: string) => ({ key: `channel-changes-${uid}`, points: 20, windowMs: day }),
  /** Labels, switches, quiet hours: enough for every switch of the table of events, several times. */
  setting: (uid: string) => ({ key: `channel-settings-${uid}`, points: 300, windowMs: hour }),
  /** `hash` is the fingerprint of an address. The address may be a stranger's, so all owners are counted together. */
  code: (hash: string) => ({ key: `channel-codes-${hash}`, points: 3, windowMs: day }),
  /** Accounts are free, and one whose address is not confirmed may be anybody's: what such accounts send is counted by the client, too. */
  codeFrom: (client: string) => ({ key: `channel-codes-from-${client}`, points: 10, windowMs: day }),
  test: (channelId: string) => ({ key: `channel-tests-${channelId}`, points: 10, windowMs: hour }),
  replay: (uid: string) => ({ key: `channel-replays-${uid}`, points: 3, windowMs: day }),
  resend: (uid: string) => ({ key: `channel-resends-${uid}`, points: 60, windowMs: hour }),
} as const;

/** What is counted, and for whom: an owner, a channel, or the fingerprint of an address or of a client. */
export type ChannelCount = readonly [what: keyof typeof rules, by: string];

/** Counts one of `what` for an owner, a channel, or the fingerprint of an address. */
export const mayDo = (
  deps: Pick<Deps, 'limits' | 'config'>,
  ...[what, by]: ChannelCount
): Promise<Result<null>> => may(deps, rules[what](by));

/** Counts all of them together, or none. */
export const mayDoAll = (
  deps: Pick<Deps, 'limits' | 'config'>,
  counts: readonly ChannelCount[],
): Promise<Result<null>> => may(deps, ...counts.map(([what, by]) => rules[what](by)));
