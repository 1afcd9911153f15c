import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestRetryAfter, longestWait, nextRest, nextTryAt, webhookDelays } from './webhook-schedule';

const now = 1_800_000_000_000;
const hour = 60 * 60_000;
const middle = 0.5;
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the tries of a webhook', () => {
  it('are ten in 76 hours', () => {
    const delays: number[] = [];
    for (let at: number | null = now, attempt = 0; at !== null; attempt += 1) {
      const next = nextTryAt(attempt, at, middle, null);
      if (next !== null) delays.push(next - at);
      at = next;
    }
    const s = 1000;
    expect(delays.map((ms) => ms / s)).toEqual([
      0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    const all = delays.reduce((sum, ms) => sum + ms, 0);
    expect(Math.round(all / hour)).toBe(76);
  });

  it('are spread by a fifth, and never further ahead than the longest wait', () => {
    fc.assert(
      fc.property(fc.nat(webhookDelays.length - 1), random, fc.option(fc.nat()), (attempt, by, asked) => {
        const delay = webhookDelays[attempt] ?? 0;
        const wait = (nextTryAt(attempt, now, by, null) ?? 0) - now;
        expect(wait).toBeGreaterThanOrEqual(Math.floor(delay * 0.8));
        expect(wait).toBeLessThanOrEqual(Math.ceil(delay * 1.2));
        const waitAsked = (nextTryAt(attempt, now, by, asked) ?? 0) - now;
        expect(waitAsked).toBe(Math.max(wait, Math.min(asked ?? 0, longestRetryAfter)));
        expect(waitAsked).toBeLessThanOrEqual(longestWait);
      }),
    );
    expect(nextTryAt(1, now, 0, null)).toBe(now + 4000);
    expect(nextTryAt(1, now, 0.999_999, null)).toBe(now + 6000);
  });

  it.each([
    [1, 7200_000, 7200_000],
    [1, 48 * hour, 24 * hour],
    [4, 1000, 2 * hour],
    [1, null, 5000],
  ])('after %i tries and a Retry-After of %j ms wait %i ms', (attempt, asked, wait) => {
    expect(nextTryAt(attempt, now, middle, asked)).toBe(now + wait);
  });

  it('end after the tenth, whatever the receiver asks for', () => {
    expect(nextTryAt(9, now, middle, null)).not.toBeNull();
    expect(nextTryAt(10, now, middle, null)).toBeNull();
    expect(nextTryAt(10, now, middle, hour)).toBeNull();
    expect(nextTryAt(11, now, middle, null)).toBeNull();
  });
});

describe('the rest of an endpoint', () => {
  it('doubles from 30 seconds to 5 minutes', () => {
    const waits: number[] = [];
    let rest = nextRest(undefined, now, null);
    for (let each = 0; each < 6; each += 1) {
      waits.push((rest.until - now) / 1000);
      rest = nextRest(rest, now, null);
    }
    expect(waits).toEqual([30, 60, 120, 240, 300, 300]);
  });

  it('is as long as the endpoint asks for, up to a day', () => {
    expect(nextRest(undefined, now, 2 * hour)).toEqual({ until: now + 2 * hour, step: 0 });
    expect(nextRest(undefined, now, 48 * hour)).toEqual({ until: now + 24 * hour, step: 0 });
    expect(nextRest(undefined, now, 1)).toEqual({ until: now + 30_000, step: 0 });
  });

  it('stays at five minutes after any number of rests', () => {
    expect(nextRest({ until: now, step: 5000 }, now, null)).toEqual({ until: now + 300_000, step: 5001 });
  });
});
