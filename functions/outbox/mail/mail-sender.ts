import type { Message } from '../../../core/outbox/told-event';
import type { IdTokens } from '../../deps';
import type { Log } from '../../http/log';
import type { Addressee, ChannelSender } from '../channel-sender';
import { composeMail, type MailContent } from './compose-mail';
import { mailContent } from './mail-content';
import { recipientOf } from './mail-recipient';
import { isHostRefused, sendingOf } from './mail-sending';
import type { MailTransport, OutgoingMail } from './mail-transport';
import { offAddress } from './off-address';

export interface MailSenderParts {
  readonly transport: MailTransport;
  readonly idTokens: Pick<IdTokens, 'contact'>;
  readonly log: Pick<Log, 'mailRefused'>;
  /** `from` is the address in `From`. */
  readonly config: { readonly publicOrigin: string; readonly from: string };
  /** What the mail says; default: the sentences of core/outbox/telling. */
  readonly contentOf?: (to: Addressee, message: Message, publicOrigin: string) => MailContent;
}

export const senderName = 'Busker';

/** RFC 3834: no holiday notice answers it. RFC 8058: the mail program shows a button that ends the channel by one POST. */
function headersOf(publicOrigin: string, to: Addressee, message: Message): OutgoingMail['headers'] {
  const automatic = { 'Auto-Submitted': 'auto-generated' };
  // A code goes to an address that has not agreed to anything yet, so there is nothing to end.
  if (message.kind === 'code') return automatic;
  return {
    ...automatic,
    'List-Unsubscribe': `<${offAddress(publicOrigin, to)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Sends messages to owners by mail. */
export function makeMailSender({
  transport,
  idTokens,
  log,
  config: { publicOrigin, from },
  contentOf = mailContent,
}: MailSenderParts): ChannelSender {
  const { hostname } = new URL(publicOrigin);
  return {
    async send(to, message) {
      const recipient = await recipientOf(to, idTokens);
      if (!recipient.ok) return recipient.problem;
      const answer = await transport.send({
        ...composeMail(contentOf(to, message, publicOrigin)),
        to: recipient.value,
        from: { name: senderName, address: from },
        messageId: `${message.id}@${hostname}`,
        headers: headersOf(publicOrigin, to, message),
      });
      if (answer.kind === 'refused' && isHostRefused(answer))
        log.mailRefused({ status: answer.status, enhanced: answer.enhanced ?? '' });
      return sendingOf(answer);
    },
  };
}
