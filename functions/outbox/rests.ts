import type { Pace } from '../../core/outbox/delivery';
import { longestRetryAfter, nextRest } from '../../core/outbox/webhook-body';
import type { Sending } from './channel-sender';

/** Until when nothing goes to this receiver; null = it does not rest. A later end than a receiver may ask for comes from a clock that was wrong. */
export function restUntil({ rests }: Pace, channelId: string, now: number): number | null {
  const rest = rests[channelId];
  return rest === undefined || rest.until <= now || rest.until > now + longestRetryAfter ? null : rest.until;
}

/** The same pace with another end of this receiver's rest. */
export function withRest(
  pace: Pace,
  channelId: string,
  change: { readonly until: number; readonly step?: number },
): Pace {
  const step = pace.rests[channelId]?.step ?? 0;
  return { ...pace, rests: { ...pace.rests, [channelId]: { step, ...change } } };
}

/** After a try: a rest begins, gets longer, or is over. */
export function restAfter(pace: Pace, channelId: string, sending: Sending, now: number): Pace {
  const known = pace.rests[channelId];
  if (sending.kind === 'again' && sending.rests)
    return withRest(pace, channelId, nextRest(known, now, sending.after));
  if (known === undefined) return pace;
  const { [channelId]: _over, ...rests } = pace.rests;
  return { ...pace, rests };
}
