import { expect, it } from 'vitest';
import { inOrder } from './in-order.mjs';

/** Runs steps that end when the test says so; `log` holds what started and ended, in order. */
function played(steps, atATime) {
  const log = [];
  const ends = new Map();
  const all = inOrder(
    steps,
    (name) => {
      log.push(`start ${name}`);
      return new Promise((resolve) => ends.set(name, resolve));
    },
    atATime,
  );
  const end = async (name) => {
    log.push(`end ${name}`);
    ends.get(name)();
    await new Promise(setImmediate);
  };
  return { all, log, end };
}

it('runs two steps at a time in their order', async () => {
  const { all, log, end } = played({ a: {}, b: {}, c: {} }, 2);
  expect(log).toEqual(['start a', 'start b']);
  await end('b');
  await end('a');
  await end('c');
  await all;
  expect(log).toEqual(['start a', 'start b', 'end b', 'start c', 'end a', 'end c']);
});

it('starts a later step while an earlier one waits for the step that it needs', async () => {
  const { log, end } = played({ build: {}, e2e: { after: 'build' }, lint: {}, unit: {} }, 2);
  expect(log).toEqual(['start build', 'start lint']);
  await end('build');
  expect(log.at(-1)).toBe('start e2e');
});

it('does not wait for a step that is not to run', async () => {
  const { log } = played({ e2e: { after: 'build' } }, 2);
  expect(log).toEqual(['start e2e']);
});

it('ends at once without steps', async () => {
  await expect(inOrder({}, () => Promise.resolve(), 2)).resolves.toBeUndefined();
});
