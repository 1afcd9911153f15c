import type { AppConfig } from '../config';
import type { Deps } from '../deps';
import type { SafePost } from '../http/safe-fetch/safe-post';
import type { ChannelSenders } from './channel-sender';
import { makeDiscordSender } from './chats/discord-sender';
import { makeMatrixSender } from './chats/matrix-sender';
import { makeNtfySender } from './chats/ntfy-sender';
import { makeSlackSender } from './chats/slack-sender';
import { makeTelegramSender } from './chats/telegram-sender';
import { makeWebhookSender } from './webhooks/webhook-sender';

export interface SenderParts extends Pick<Deps, 'clock' | 'log' | 'idTokens'> {
  readonly config: AppConfig;
  readonly post: SafePost;
}

/** The senders of this host. */
export function liveSenders({ post, clock, config }: SenderParts): ChannelSenders {
  const chats = { post, clock, origin: config.publicOrigin };
  return {
    mail: null,
    push: null,
    webhook: makeWebhookSender({ post, clock }),
    discord: makeDiscordSender(chats),
    slack: makeSlackSender(chats),
    telegram: makeTelegramSender(chats),
    matrix: makeMatrixSender(chats),
    ntfy: makeNtfySender(chats),
  };
}
