import type { Pace } from '../../core/outbox/delivery';
import type { Sending } from './channel-sender';

const second = 1000;
const mostStep = 4;

/** A receiver that is overloaded rests for 30 seconds, then twice as long each time, at most five minutes, or as long as it asks for. */
const restMs = (step: number): number => Math.min(30 * second * 2 ** step, 300 * second);

/** No rest is longer than a day: a later end comes from a clock that was wrong. */
const longestRest = 24 * 60 * 60 * second;

/** Until when nothing goes to this receiver; null = it does not rest. */
export function restUntil({ rests }: Pace, channelId: string, now: number): number | null {
  const rest = rests[channelId];
  return rest === undefined || rest.until <= now || rest.until > now + longestRest ? null : rest.until;
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
  if (sending.kind === 'again' && sending.rests) {
    const step = known === undefined ? 0 : Math.min(known.step + 1, mostStep);
    const wait = Math.min(Math.max(restMs(step), sending.after ?? 0), longestRest);
    return withRest(pace, channelId, { until: now + wait, step });
  }
  if (known === undefined) return pace;
  const { [channelId]: _over, ...rests } = pace.rests;
  return { ...pace, rests };
}
