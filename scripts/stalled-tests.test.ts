import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StalledTests } from './stalled-tests';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECOND = 1000;
const file = (moduleId: string) => ({ moduleId });
const test = (module: { moduleId: string }, fullName: string) => ({ module, fullName });

function watched() {
  const messages: string[] = [];
  const reporter = new StalledTests((text) => void messages.push(text), 100 * SECOND);
  reporter.onTestRunStart();
  return { messages, reporter };
}

it('names a file that reports nothing for too long, and its last test, once', () => {
  const { messages, reporter } = watched();
  reporter.onTestModuleQueued(file('a.test.ts'));
  reporter.onTestModuleQueued(file('b.test.ts'));
  reporter.onTestCaseReady(test(file('a.test.ts'), 'ends'));
  vi.advanceTimersByTime(90 * SECOND);
  reporter.onTestCaseResult(test(file('b.test.ts'), 'goes on'));
  expect(messages).toEqual([]);
  vi.advanceTimersByTime(20 * SECOND);
  expect(messages).toEqual(['a.test.ts is stuck in "ends" or after it.']);
  vi.advanceTimersByTime(1000 * SECOND);
  expect(messages).toHaveLength(1);
});

it('lets a run of any length go on while its files report and end', () => {
  const { messages, reporter } = watched();
  for (let n = 0; n < 20; n += 1) {
    reporter.onTestModuleQueued(file(`${n}.test.ts`));
    vi.advanceTimersByTime(60 * SECOND);
    reporter.onTestCaseResult(test(file(`${n}.test.ts`), 'is done'));
    vi.advanceTimersByTime(60 * SECOND);
    reporter.onTestModuleEnd(file(`${n}.test.ts`));
  }
  reporter.onTestRunEnd();
  vi.advanceTimersByTime(1000 * SECOND);
  expect(messages).toEqual([]);
});

it('does not wait for a file whose end comes before the result of its last test', () => {
  const { messages, reporter } = watched();
  reporter.onTestModuleQueued(file('a.test.ts'));
  reporter.onTestModuleEnd(file('a.test.ts'));
  reporter.onTestCaseResult(test(file('a.test.ts'), 'is the last'));
  vi.advanceTimersByTime(1000 * SECOND);
  expect(messages).toEqual([]);
});
