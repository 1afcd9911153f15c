import type { WatchSubscription } from '../../core/money-documents/tip-document';
import type { Sending } from '../senders/channel-sender';
import type { WatchNotice, WatchPush } from '../reply-watch/watch-push';
import { wasSent } from './in-memory-senders';

/** Keeps the messages to fans, and answers as a test says. */
export class InMemoryWatchPush implements WatchPush {
  readonly sent: { readonly to: WatchSubscription; readonly notice: WatchNotice }[] = [];
  answer: (to: WatchSubscription) => Sending = () => wasSent;

  send(to: WatchSubscription, notice: WatchNotice): Promise<Sending> {
    this.sent.push({ to, notice });
    return Promise.resolve(this.answer(to));
  }
}
