import { mailboxOf } from '../../../core/base/addresses';
import type { ChannelKind, ChannelCredentials, ChannelSecret } from '../../../core/outbox/channel';
import type { Message } from '../../../core/outbox/told-event';
import type { Deps, Owner } from '../../deps';
import { fingerprint } from '../../http/signed-token';
import { knownAddress, type Caller } from '../../limits/caller';
import { newCode, openCode } from './channel-code';
import { traitsOf } from './channel-kinds';
import type { ChannelCount } from './channel-limits';

/** What verifies a channel: the code to store, the code to show, and the message to send. */
export interface Verifying {
  readonly stored: ChannelSecret['code'];
  readonly shown: string | null;
  readonly message: Message | null;
}

/** Holds no word that a user chose: a message to a stranger's address must be worth nothing to whoever asked for it. */
export function verifyingOf(
  { config, clock, ids }: Pick<Deps, 'config' | 'clock' | 'ids'>,
  channelId: string,
  kind: ChannelKind,
): Verifying {
  const code = newCode();
  const stored = openCode(config.secrets, channelId, code, clock.now());
  const id = ids.fresh();
  switch (traitsOf[kind].verification) {
    case 'code':
      return { stored, shown: null, message: { kind: 'code', id, code } };
    case 'send-code':
      return { stored, shown: code, message: null };
    case 'ping':
    case 'seen':
    case 'none':
      return { stored: null, shown: null, message: { kind: 'test', id } };
  }
}

/** What the messages that verify a channel are counted by. */
function addressOf(credentials: ChannelCredentials): string {
  switch (credentials.kind) {
    case 'mail':
      return mailboxOf(credentials.address ?? '');
    case 'push':
      return credentials.endpoint;
    case 'telegram':
      return credentials.botToken;
    case 'matrix':
      return `${credentials.server} ${credentials.room}`;
    case 'ntfy':
      return `${credentials.server} ${credentials.topic}`;
    case 'webhook':
    case 'discord':
    case 'slack':
      return credentials.url;
  }
}

/**
 * What a code counts for: its address, for all owners together, since it may be a stranger's, and the client of an account whose own address is not
 * confirmed. Only fingerprints of them are stored.
 */
export function codeCounts(
  deps: Pick<Deps, 'config' | 'clock'>,
  { uid, emailVerified }: Pick<Owner, 'uid' | 'emailVerified'>,
  caller: Caller,
  credentials: ChannelCredentials,
): readonly ChannelCount[] {
  const { kind } = credentials;
  if (traitsOf[kind].verification !== 'code') return [];
  const hash = fingerprint(deps.config.secrets, `channel address ${kind}`, addressOf(credentials));
  const address = ['code', hash.slice(0, 32)] as const;
  return emailVerified ? [address] : [['codeFrom', knownAddress(deps, caller)?.hash ?? uid], address];
}
