import { expect, it } from 'vitest';
import { inTurns } from './in-turns';

/** Queues three pieces; what they do is appended to the answer. */
function queueThree(): string[] {
  const done: string[] = [];
  for (const name of ['a', 'b', 'c'])
    inTurns(() => {
      done.push(name);
      // Microtasks run before the next task, so this one would come last if both pieces ran in one task.
      queueMicrotask(() => done.push(`after ${name}`));
    });
  return done;
}

it('runs the first piece at once and each other one in its own task, in order', async () => {
  let done: string[] = [];
  // Work of an earlier test may still be queued: then nothing runs at once.
  await expect
    .poll(() => {
      done = queueThree();
      return [...done];
    })
    .toEqual(['a']);
  await expect.poll(() => done).toEqual(['a', 'after a', 'b', 'after b', 'c', 'after c']);
});

it('runs a piece at once again when the queue is empty', async () => {
  const isDoneAtOnce = () => {
    let done = false;
    inTurns(() => {
      done = true;
    });
    return done;
  };
  await expect.poll(isDoneAtOnce).toBe(true);
});
