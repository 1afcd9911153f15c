import type { Message } from '../../core/outbox/told-event';
import type { Deps } from '../deps';
import type { Addressee, Sending } from './channel-sender';

/** Sends a message; a kind that this host does not offer (any more) and a fault of ours are answers too. */
export async function sendSafely(
  { senders, log }: Pick<Deps, 'senders' | 'log'>,
  to: Addressee,
  message: Message,
): Promise<Sending> {
  const attempt = { status: null, ms: 0, text: '' };
  const sender = senders[to.channel.kind];
  if (sender === null)
    return { kind: 'again', problem: 'not-configured', after: null, rests: false, attempt };
  try {
    return await sender.send(to, message);
  } catch (error) {
    log.sendingFailed({ kind: to.channel.kind, channelId: to.channelId, error });
    return { kind: 'again', problem: 'server-error', after: null, rests: false, attempt };
  }
}
