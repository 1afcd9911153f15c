import type { AppConfig } from '../config';
import type { Deps } from '../deps';
import type { SafePost } from '../http/safe-fetch/safe-post';
import type { ChannelSenders } from './channel-sender';
import type { PushKey } from './push/push-config';

export interface SenderParts extends Pick<Deps, 'clock' | 'log' | 'idTokens'> {
  readonly config: AppConfig;
  readonly post: SafePost;
  /** Empty = push is not offered. */
  readonly pushKeys: readonly PushKey[];
}

/** The senders of this host. */
export function liveSenders(_parts: SenderParts): ChannelSenders {
  return {
    mail: null,
    push: null,
    webhook: null,
    discord: null,
    slack: null,
    telegram: null,
    matrix: null,
    ntfy: null,
  };
}
