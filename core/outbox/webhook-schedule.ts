const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Milliseconds before each try: 76 hours in all, as Standard Webhooks 1.0.0 recommends
 * (github.com/standard-webhooks/standard-webhooks, spec, "Deliverability and reliability").
 */
export const webhookDelays: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Each delay is up to a fifth shorter or longer, so that what failed together is not tried together. */
const spread = 0.2;

/** A receiver may ask for at most so many milliseconds. */
export const longestRetryAfter = day;

/** No try is ever further ahead than so many milliseconds. What says otherwise was written by a clock that was wrong, and is due. */
export const longestWait = day * (1 + spread);

/**
 * When the next try is due, after `attempt` tries; null = there are no more tries. `random` is at least 0 and below 1. `retryAfterMs`: what the
 * receiver asked for; null = nothing.
 */
export function nextTryAt(
  attempt: number,
  now: number,
  random: number,
  retryAfterMs: number | null,
): number | null {
  const delay = webhookDelays[attempt];
  if (delay === undefined) return null;
  const spreadDelay = Math.round(delay * (1 - spread + 2 * spread * random));
  return now + Math.max(spreadDelay, Math.min(retryAfterMs ?? 0, longestRetryAfter));
}

/** The rest of an endpoint that is overloaded: none of its deliveries is tried before `until`. `step` counts rests in a row. */
export interface EndpointRest {
  readonly until: number;
  readonly step: number;
}

const firstRest = 30 * second;
const longestRest = 5 * minute;

/** The rest that follows another one (`undefined` = the endpoint was not resting): 30 seconds, doubled up to 5 minutes, or as long as it asked for. */
export function nextRest(
  before: EndpointRest | undefined,
  now: number,
  retryAfterMs: number | null,
): EndpointRest {
  const step = before === undefined ? 0 : before.step + 1;
  const rest = Math.min(firstRest * 2 ** step, longestRest);
  return { until: now + Math.max(rest, Math.min(retryAfterMs ?? 0, longestRetryAfter)), step };
}
