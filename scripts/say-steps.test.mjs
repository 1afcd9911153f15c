import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sayingSteps } from './say-steps.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function scenario({ live = false, columns = 80 } = {}) {
  let written = '';
  const out = { columns, write: (text) => ((written += text), true) };
  return { ...sayingSteps({ out, live, now: () => Date.now() }), written: () => written };
}

it('writes one plain line a step with its time into a log', () => {
  const { begin, say, written } = scenario();
  say('npm run build: two targets');
  const widget = begin('widget', 'Rollup bundles it');
  const overlay = begin('overlay');
  vi.advanceTimersByTime(3_200);
  widget.done('built');
  overlay.failed();
  expect(written()).toBe('npm run build: two targets\n✓ widget: built (3.2 s)\n✘ overlay (3.2 s)\n');
});

it('says in a log after ten seconds what a step waits for, and then every minute what it waits for now', () => {
  const { begin, written } = scenario();
  let count = 1;
  const step = begin('unit', () => `${count} of 3 files`);
  vi.advanceTimersByTime(9_900);
  expect(written()).toBe('');
  vi.advanceTimersByTime(51_000);
  count = 2;
  vi.advanceTimersByTime(60_000);
  step.done();
  vi.advanceTimersByTime(120_000);
  expect(written()).toBe(
    '… unit: 10 s, 1 of 3 files\n… unit: 60 s, 1 of 3 files\n… unit: 120 s, 2 of 3 files\n✓ unit (121 s)\n',
  );
});

it('shows what runs in one line that fits a terminal, and clears it before every other line', () => {
  const { begin, say, written } = scenario({ live: true, columns: 30 });
  const widget = begin('widget', 'Rollup reads more than fits into this line');
  expect(written()).toBe('\r\u001B[2K… widget 0 s');
  vi.advanceTimersByTime(10_500);
  expect(written().split('\r\u001B[2K').at(-1)).toBe('… widget 10 s, Rollup reads m');
  say('a word between');
  expect(written()).toContain('\r\u001B[2Ka word between\n\r\u001B[2K… widget 10 s');
  widget.done('built');
  expect(written().endsWith('\r\u001B[2K✓ widget: built (10.5 s)\n')).toBe(true);
});

it('counts a step as ended once', () => {
  const { begin, written } = scenario();
  const step = begin('types');
  step.failed('2 errors');
  step.done();
  expect(written()).toBe('✘ types: 2 errors (0.0 s)\n');
});
