import type { AppConfig } from './config';
import type { Deps } from './deps';
import { makeMailSender } from './mail-channel/mail-sender';
import type { MailTransport } from './mail-transport/mail-transport';
import type { PushKey } from './push/push-config';
import { makePushSender } from './push/push-sender';
import type { SafePost } from './safe-fetch/safe-fetch';
import type { ChannelSenders } from './senders/channel-sender';
import {
  makeDiscordSender,
  makeMatrixSender,
  makeNtfySender,
  makeSlackSender,
  makeTelegramSender,
} from './senders/chat-senders';
import { makeWebhookSender } from './senders/webhook-sender';

interface SenderParts extends Pick<Deps, 'clock' | 'log' | 'idTokens'> {
  readonly config: AppConfig;
  readonly post: SafePost;
  /** Empty = push is not offered. */
  readonly pushKeys: readonly PushKey[];
  /** The mail server; null = mail is not set up. */
  readonly mailTransport: MailTransport | null;
}

export function liveSenders(parts: SenderParts): ChannelSenders {
  const { post, clock, config } = parts;
  const chats = { post, clock, origin: config.publicOrigin };
  return {
    mail: mailSender(parts),
    push: pushSender(parts),
    webhook: makeWebhookSender({ post, clock }),
    discord: makeDiscordSender(chats),
    slack: makeSlackSender(chats),
    telegram: makeTelegramSender(chats),
    matrix: makeMatrixSender(chats),
    ntfy: makeNtfySender(chats),
  };
}

function mailSender({ config: { mail, publicOrigin }, mailTransport, ...parts }: SenderParts) {
  if (mail === null || mailTransport === null) return null;
  return makeMailSender({
    transport: mailTransport,
    idTokens: parts.idTokens,
    log: parts.log,
    config: { publicOrigin, from: mail.from },
  });
}

function pushSender({ config: { publicOrigin }, pushKeys, post, clock, log }: SenderParts) {
  return pushKeys.length === 0 ? null : makePushSender({ post, clock, log, publicOrigin, keys: pushKeys });
}
