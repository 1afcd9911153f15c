import { channelKinds, type ChannelKind } from '../../core/outbox/channel';
import type { Message } from '../../core/notification/notified-event';
import type { Addressee, ChannelSender, Sending } from '../senders/channel-sender';

export const wasSent: Sending = { kind: 'sent', attempt: { status: 200, ms: 1, text: '' } };

/** Keeps what is sent, and answers as a test says. */
export class InMemorySender implements ChannelSender {
  readonly sent: { readonly to: Addressee; readonly message: Message }[] = [];
  answer: (to: Addressee, message: Message) => Sending | Promise<Sending> = () => wasSent;

  async send(to: Addressee, message: Message): Promise<Sending> {
    this.sent.push({ to, message });
    return this.answer(to, message);
  }
}

export type InMemorySenders = Record<ChannelKind, InMemorySender>;

export const inMemorySenders = (): InMemorySenders =>
  Object.fromEntries(channelKinds.map((kind) => [kind, new InMemorySender()])) as InMemorySenders;
