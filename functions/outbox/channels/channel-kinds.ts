import type { Verification } from '../../../core/api/channel-api';
import type { Audience, ChannelKind } from '../../../core/outbox/channel';

/** How the owner confirms a new channel, and who can read what is sent there. A Telegram group turns public when its chat is found. */
export const traitsOf: Readonly<
  Record<ChannelKind, { readonly verification: Verification; readonly audience: Audience }>
> = {
  mail: { verification: 'code', audience: 'private' },
  push: { verification: 'seen', audience: 'private' },
  webhook: { verification: 'ping', audience: 'private' },
  discord: { verification: 'code', audience: 'public' },
  slack: { verification: 'code', audience: 'public' },
  telegram: { verification: 'send-code', audience: 'private' },
  matrix: { verification: 'code', audience: 'public' },
  ntfy: { verification: 'code', audience: 'private' },
};
