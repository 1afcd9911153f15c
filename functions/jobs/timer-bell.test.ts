import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TimerBell } from './timer-bell';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;

function startedQueue() {
  const queue = new TimerBell({ now: () => Date.now() });
  const run: string[] = [];
  queue.start((job) => void run.push(job));
  return { queue, run, now: Date.now() };
}

it('runs at the time, and at once when the time is over', async () => {
  const { queue, run, now } = startedQueue();
  await queue.enqueue('go-live-all', now + 2 * minute);
  await queue.enqueue('reconcile-all', now - minute);
  vi.advanceTimersByTime(0);
  expect(run).toEqual(['reconcile-all']);
  vi.advanceTimersByTime(2 * minute);
  expect(run).toEqual(['reconcile-all', 'go-live-all']);
});

it('leaves what is due later than in a quarter of an hour to tick', async () => {
  const { queue, run, now } = startedQueue();
  await queue.enqueue('go-live-all', now + 15 * minute + 1);
  expect(vi.getTimerCount()).toBe(0);
  expect(run).toEqual([]);
});

it('runs nothing before it is started and after it is stopped', async () => {
  const { queue, run, now } = startedQueue();
  await new TimerBell({ now: () => now }).enqueue('go-live-all', now);
  await queue.enqueue('go-live-all', now + 1);
  queue.stop();
  await queue.enqueue('go-live-all', now);
  vi.advanceTimersByTime(minute);
  expect(run).toEqual([]);
});
