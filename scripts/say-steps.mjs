import { stripVTControlCharacters } from 'node:util';

const clearLine = '\r\u001B[2K';

/** Milliseconds after which a step says what it waits for, and from then on how often. */
const longStep = 10_000;
const saidAgain = 60_000;

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(milliseconds < 100_000 ? 1 : 0)} s`;

/** A terminal that a person looks at: there a line can be written over. */
const isLive = (out) => Boolean(out.isTTY) && !process.env.CI && process.env.TERM !== 'dumb';

/**
 * Says what a command does: one line for each step that has ended, with its time. On a terminal, a last line shows the steps that still run. In a
 * log, a step of more than ten seconds says what it waits for, and again every minute.
 * @param {{ out?: NodeJS.WriteStream, live?: boolean, now?: () => number }} [options]
 */
export function sayingSteps({
  out = process.stdout,
  live = isLive(out),
  now = () => performance.now(),
} = {}) {
  const running = new Set();
  let timer = null;
  let isShown = false;

  const hide = () => {
    if (isShown) out.write(clearLine);
    isShown = false;
  };
  const show = () => {
    if (running.size === 0) return hide();
    const each = [...running].map((step) => {
      const took = now() - step.from;
      const waits = took >= longStep ? step.waitsFor() : '';
      return `${step.name} ${Math.floor(took / 1000)} s${waits ? `, ${waits}` : ''}`;
    });
    // A line that wraps could not be cleared. Its last column stays empty for the same reason.
    const line = stripVTControlCharacters(`… ${each.join(' · ')}`).slice(0, (out.columns || 80) - 1);
    out.write(clearLine + line);
    isShown = true;
  };
  const say = (line) => {
    hide();
    out.write(`${line}\n`);
    if (live) show();
  };
  const tick = () => {
    if (live) return show();
    for (const step of running) {
      const took = now() - step.from;
      if (took < step.sayAt) continue;
      step.sayAt = step.sayAt === longStep ? saidAgain : step.sayAt + saidAgain;
      const waits = step.waitsFor();
      say(`… ${step.name}: ${Math.floor(took / 1000)} s${waits ? `, ${waits}` : ''}`);
    }
  };
  /** The clock runs only beside a step, and never keeps a process alive. */
  const watch = () => {
    if (running.size > 0 && !timer) {
      timer = setInterval(tick, live ? 500 : 1000);
      timer.unref();
      process.once('exit', hide);
    }
    if (running.size === 0 && timer) {
      clearInterval(timer);
      timer = null;
      process.off('exit', hide);
    }
  };

  return {
    /** A line between the steps. */
    say,
    /**
     * A step that begins now. `waitsFor` says what takes the time ("Rollup reads 2,000 modules"); it may be a function that knows it newer.
     * @param {string} name @param {string | (() => string)} [waitsFor]
     */
    begin: (name, waitsFor = '') => {
      const step = {
        name,
        from: now(),
        sayAt: longStep,
        waitsFor: typeof waitsFor === 'function' ? waitsFor : () => waitsFor,
      };
      running.add(step);
      watch();
      if (live) show();
      const end = (sign, what) => {
        if (!running.delete(step)) return;
        watch();
        say(`${sign} ${name}${what ? `: ${what}` : ''} (${seconds(now() - step.from)})`);
      };
      return {
        done: (what = '') => end('✓', what),
        failed: (what = '') => end('✘', what),
      };
    },
  };
}
