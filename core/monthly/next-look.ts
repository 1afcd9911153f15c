import { unreachable } from '../base/result';
import { isElsewhere, isOver, type Monthly } from './monthly';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Stripe charges about an hour after a period begins. */
const chargeTakes = 2 * hour;

/**
 * When Stripe must be asked again although no event came (epoch milliseconds); null = never. Nothing is asked sooner than the last answer allows, so a
 * charge that is late is asked about less and less often.
 */
export function nextLookAt(monthly: Monthly): number | null {
  const { state, asked, syncedAt, createdAt, tipsBehind } = monthly;
  const seen = syncedAt ?? createdAt;
  if (asked !== null && (asked.what === 'end' || !isOver(state))) return toRepeat(monthly, asked, seen);
  switch (state) {
    case 'never-began':
    case 'ended':
      return tipsBehind ? seen + hour : null;
    case 'starting':
      return seen + Math.max(2 * minute, (seen - createdAt) / 4);
    case 'active':
      return isElsewhere(monthly) ? seen + 7 * day : afterCharge(monthly.nextChargeAt, seen, 7 * day);
    case 'ending':
      return afterCharge(monthly.endingAt, seen, 7 * day);
    case 'paused':
      return afterCharge(monthly.pausedUntil, seen, 7 * day);
    case 'needs-action':
    case 'overdue':
      return afterCharge(monthly.nextChargeAt, seen, day);
    default:
      return unreachable(state);
  }
}

/**
 * A request of ours that Stripe has not confirmed. It may only be noted yet, so the first look comes soon, but not while the call itself is under way.
 * An account that has disconnected can take it only once it is back.
 */
function toRepeat(monthly: Monthly, asked: NonNullable<Monthly['asked']>, seen: number): number {
  if (seen < asked.at) return asked.at + minute;
  return seen + (isElsewhere(monthly) ? day : hour);
}

/** Two hours after something is due at Stripe; if it was asked for since, after half the time that it is late, at least 15 minutes. */
function afterCharge(due: number | null, seen: number, latest: number): number {
  if (due === null) return seen + latest;
  const first = due + chargeTakes;
  const next = seen < first ? first : seen + Math.max(15 * minute, (seen - due) / 2);
  return Math.min(next, seen + latest);
}
