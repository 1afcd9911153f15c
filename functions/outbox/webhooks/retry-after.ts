import { longestRetryAfter } from '../../../core/outbox/webhook-schedule';

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function millisOf(header: string, now: number): number {
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  return httpDate.test(header) ? Date.parse(header) - now : Number.NaN;
}

/** Milliseconds that `Retry-After` asks for, in seconds or as an HTTP date (RFC 9110, section 10.2.3), at most a day; null = nothing, or unreadable. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  const asked = millisOf((header ?? '').trim(), now);
  return Number.isNaN(asked) ? null : Math.min(Math.max(asked, 0), longestRetryAfter);
}
