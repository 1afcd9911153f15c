import type { Clock } from './state/clock';
import type { Ids } from './state/ids';
import type { Store } from './state/store';
import type { Emit } from './events/new-event';

/** What every route uses. */
export interface Sandbox {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly emit: Emit;
  /** The account that the secret key belongs to. */
  readonly platform: string;
  /** The server's base URL, for example `http://127.0.0.1:12111`. */
  readonly origin: () => string;
}
