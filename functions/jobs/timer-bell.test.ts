import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimerBell } from './timer-bell';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;

function startedBell() {
  const bell = new TimerBell({ now: () => Date.now() });
  const rung: string[] = [];
  bell.start((job) => void rung.push(job));
  return { bell, rung, now: Date.now() };
}

it('rings at the time, and at once when the time is over', async () => {
  const { bell, rung, now } = startedBell();
  await bell.ring('go-live-all', now + 2 * minute);
  await bell.ring('reconcile-all', now - minute);
  vi.advanceTimersByTime(0);
  expect(rung).toEqual(['reconcile-all']);
  vi.advanceTimersByTime(2 * minute);
  expect(rung).toEqual(['reconcile-all', 'go-live-all']);
});

it('leaves what is due later than in a quarter of an hour to tick', async () => {
  const { bell, rung, now } = startedBell();
  await bell.ring('go-live-all', now + 15 * minute + 1);
  expect(vi.getTimerCount()).toBe(0);
  expect(rung).toEqual([]);
});

it('rings nothing before it is started and after it is stopped', async () => {
  const { bell, rung, now } = startedBell();
  await new TimerBell({ now: () => now }).ring('go-live-all', now);
  await bell.ring('go-live-all', now + 1);
  bell.stop();
  await bell.ring('go-live-all', now);
  vi.advanceTimersByTime(minute);
  expect(rung).toEqual([]);
});
