import type { Channel } from '../../../core/outbox/channel';
import type { Deps } from '../../deps';

const day = 24 * 60 * 60_000;

/** Milliseconds over which the mails that waited are spread. */
const spread = 60 * 60_000;

/**
 * Counts one mail of this installation's day. Null = it may be sent. Otherwise it waits so many milliseconds, until the day is over, and then covers
 * everything that is due. The log says once a day that the cap is reached.
 */
export async function mailWait(
  { config, limits, log }: Pick<Deps, 'config' | 'limits' | 'log'>,
  { kind }: Pick<Channel, 'kind'>,
): Promise<number | null> {
  if (kind !== 'mail' || config.mail === null) return null;
  const points = config.mail.dailyCap;
  const [state] = await limits.count([{ key: 'mails-to-owners', points, windowMs: day, soft: true }]);
  if (state === undefined || state.left >= 0) return null;
  if (state.count === points + 1) log.mailCapReached({ cap: points });
  return state.waitMs + Math.floor(Math.random() * spread);
}
