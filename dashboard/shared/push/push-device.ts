import type { Result } from '../../../core/base/result';

/** A browser's subscription, as `POST /v1/me/channels` takes it. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/**
 * `timed-out`: the browser never answered, as Chromium does without a connection. `blocked`: the owner refused notifications. `dismissed`: they closed
 * the question. `refused`: the browser cannot, as in a private window.
 */
export type PushFailure = 'timed-out' | 'blocked' | 'dismissed' | 'refused';

/** What the browser allows now. */
export type PushPossibility = 'unsupported' | 'ios-needs-home-screen' | 'blocked' | 'ready' | 'subscribed';

/** The push part of this browser. */
export interface PushDevice {
  /** What owners recognise it by: `Chrome on Android`. */
  readonly label: string;
  look(): Promise<PushPossibility>;
  /** Asks for the permission and subscribes. Must be called from a tap: iOS asks only then. Settles in ten seconds after the permission. */
  subscribe(vapidKey: string): Promise<Result<BrowserSubscription, PushFailure>>;
  /** Ends the subscription. The push service then answers 410, so the server ends the channel too. */
  unsubscribe(): Promise<void>;
}
