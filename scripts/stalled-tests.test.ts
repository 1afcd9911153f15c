import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StalledTests } from './stalled-tests';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECOND = 1000;
const file = (moduleId: string) => ({ moduleId });
const test = (module: { moduleId: string }, fullName: string) => ({ module, fullName });

function watched() {
  const told: string[] = [];
  const reporter = new StalledTests((text) => void told.push(text), 100 * SECOND);
  reporter.onTestRunStart();
  return { told, reporter };
}

it('names the file of which nothing was heard, and the test it was last in, once', () => {
  const { told, reporter } = watched();
  reporter.onTestModuleQueued(file('a.test.ts'));
  reporter.onTestModuleQueued(file('b.test.ts'));
  reporter.onTestCaseReady(test(file('a.test.ts'), 'ends'));
  vi.advanceTimersByTime(90 * SECOND);
  reporter.onTestCaseResult(test(file('b.test.ts'), 'goes on'));
  expect(told).toEqual([]);
  vi.advanceTimersByTime(20 * SECOND);
  expect(told).toEqual(['a.test.ts is stuck in "ends" or after it.']);
  vi.advanceTimersByTime(1000 * SECOND);
  expect(told).toHaveLength(1);
});

it('lets a run be as long as it likes while its files go on and end', () => {
  const { told, reporter } = watched();
  for (let n = 0; n < 20; n += 1) {
    reporter.onTestModuleQueued(file(`${n}.test.ts`));
    vi.advanceTimersByTime(60 * SECOND);
    reporter.onTestCaseResult(test(file(`${n}.test.ts`), 'is done'));
    vi.advanceTimersByTime(60 * SECOND);
    reporter.onTestModuleEnd(file(`${n}.test.ts`));
  }
  reporter.onTestRunEnd();
  vi.advanceTimersByTime(1000 * SECOND);
  expect(told).toEqual([]);
});
