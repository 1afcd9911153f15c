import type { AppConfig } from '../config';
import type { Deps } from '../deps';
import type { SafePost } from '../http/safe-fetch/safe-post';
import type { ChannelSenders } from './channel-sender';
import { makeDiscordSender } from './chats/discord-sender';
import { makeMatrixSender } from './chats/matrix-sender';
import { makeNtfySender } from './chats/ntfy-sender';
import { makeSlackSender } from './chats/slack-sender';
import { makeTelegramSender } from './chats/telegram-sender';
import { makeMailSender } from './mail/mail-sender';
import type { MailTransport } from './mail/mail-transport';

export interface SenderParts extends Pick<Deps, 'clock' | 'log' | 'idTokens'> {
  readonly config: AppConfig;
  readonly post: SafePost;
  /** The mail server; null = mail is not set up. */
  readonly mailTransport: MailTransport | null;
}

/** The senders of this host. */
export function liveSenders(parts: SenderParts): ChannelSenders {
  const { post, clock, config } = parts;
  const chats = { post, clock, origin: config.publicOrigin };
  return {
    mail: mailSender(parts),
    push: null,
    webhook: null,
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
