import { ok, type Result } from '@busker/core/base/result';
import type { BrowserSubscription, PushDevice, PushFailure, PushPossibility } from '../device/this-browser';

/** A browser for tests and stories, which say what it allows and answers. */
export class InMemoryPushDevice implements PushDevice {
  readonly label = 'Chrome · Android';
  ended = 0;
  answer: () => Promise<Result<BrowserSubscription, PushFailure>> = () =>
    Promise.resolve(ok({ endpoint: 'https://push.example.net/1', keys: { p256dh: 'p', auth: 'a' } }));

  constructor(public possible: PushPossibility = 'ready') {}

  look(): Promise<PushPossibility> {
    return Promise.resolve(this.possible);
  }
  subscribe(): Promise<Result<BrowserSubscription, PushFailure>> {
    return this.answer();
  }
  unsubscribe(): Promise<void> {
    this.ended += 1;
    return Promise.resolve();
  }
}
