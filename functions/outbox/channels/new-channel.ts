import { randomBytes } from 'node:crypto';
import type { NewChannelBody } from '../../../core/api/channel-api';
import { typesFor, verified, type Channel, type ChannelSecret } from '../../../core/outbox/channel';
import type { ChannelDraft } from './channel-draft';
import { traitsOf } from './channel-kinds';
import type { Verifying } from './verifying-message';

/** The secret part of the address that ends a mail channel: 160 random bits. */
const newOffToken = (): string => randomBytes(20).toString('hex');

/** What only functions read of a new channel. `verifying`: null = nothing has to be confirmed. */
export const newSecret = (
  uid: string,
  { credentials }: ChannelDraft,
  verifying: Verifying | null,
): ChannelSecret => ({
  uid,
  credentials,
  offToken: newOffToken(),
  code: verifying?.stored ?? null,
});

/** A new channel with the defaults of its kind. `now`: milliseconds since 1970. */
export function newChannel(
  { kind, label, events }: NewChannelBody,
  { hint, isVerified }: ChannelDraft,
  now: number,
): Channel {
  const channel: Channel = {
    kind,
    label: label ?? hint,
    state: 'unverified',
    end: null,
    problem: null,
    events: events ?? typesFor(traitsOf[kind].audience),
    minimum: {},
    mode: 'each',
    audience: traitsOf[kind].audience,
    words: true,
    hint,
    createdAt: now,
    lastOkAt: null,
    failures: 0,
    failingSince: null,
  };
  return isVerified ? verified(channel) : channel;
}
