import type { AppConfig } from '../config';
import type { Deps } from '../deps';
import type { SafePost } from '../http/safe-fetch/safe-post';
import type { ChannelSenders } from './channel-sender';
import { makeWebhookSender } from './webhooks/webhook-sender';

export interface SenderParts extends Pick<Deps, 'clock' | 'log' | 'idTokens'> {
  readonly config: AppConfig;
  readonly post: SafePost;
}

/** The senders of this host. */
export function liveSenders({ post, clock }: SenderParts): ChannelSenders {
  return {
    mail: null,
    push: null,
    webhook: makeWebhookSender({ post, clock }),
    discord: null,
    slack: null,
    telegram: null,
    matrix: null,
    ntfy: null,
  };
}
