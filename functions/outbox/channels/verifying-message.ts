import { randomInt } from 'node:crypto';
import { mailboxOf } from '../../../core/base/addresses';
import type { ChannelCredentials, ChannelKind, ChannelSecret } from '../../../core/outbox/channel';
import type { Message } from '../../../core/outbox/told-event';
import type { Deps, Owner } from '../../deps';
import { fingerprint, isFingerprint, type Secrets } from '../../signed-token';
import { knownAddress, type Caller } from '../../limits/owner-limits';
import { traitsOf, type ChannelCount } from './own-channels';

/** A code works for ten minutes and five tries. */
const codeLimits = { milliseconds: 10 * 60_000, tries: 5 } as const;

type OpenCode = NonNullable<ChannelSecret['code']>;

const purpose = 'channel code';
const textOf = (channelId: string, code: string): string => `${channelId} ${code}`;

/** Six digits that cannot be guessed. */
const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** What is stored of a code: enough to recognise it, too little to read it. */
const openCode = (secrets: Secrets, channelId: string, code: string, now: number): OpenCode => ({
  digest: fingerprint(secrets, purpose, textOf(channelId, code)),
  expiresAt: now + codeLimits.milliseconds,
  tries: 0,
});

/** Whether a code can still be typed. */
export const isOpen = (open: OpenCode | null, now: number): open is OpenCode =>
  open !== null && now < open.expiresAt && open.tries < codeLimits.tries;

/** Whether this is the code that was sent. */
export const isCode = (secrets: Secrets, channelId: string, open: OpenCode, given: string): boolean =>
  isFingerprint(secrets, purpose, textOf(channelId, given), open.digest);

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
