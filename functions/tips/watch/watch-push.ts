import type { ShippedLanguage } from '../../../core/base/language-tags';
import type { WatchSubscription } from '../../../core/documents/tip-watch-document';
import type { Sending } from '../../outbox/channel-sender';

/** The one notification that a fan asked for. It has no words of anybody. */
export interface WatchNotice {
  readonly tipId: string;
  readonly title: string;
  readonly body: string;
  /** Where a tap leads: a page of this host that shows the answer. */
  readonly navigate: string;
  readonly language: ShippedLanguage;
}

/** Sends a notification to a fan's browser. It never throws for what a push service does. */
export interface WatchPush {
  send(to: WatchSubscription, notice: WatchNotice): Promise<Sending>;
}
