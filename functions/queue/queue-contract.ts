import assert from 'node:assert/strict';

/** A queue of tasks. `remove` takes a task back that has not run; a name stays used. */
export interface QueueTarget {
  readonly enqueue: (id: string, at: Date) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}

/** The contract of every queue of tasks: Cloud Tasks, and its emulator. */
export interface QueuePromise {
  readonly promise: string;
  readonly holds: (target: QueueTarget, id: string) => Promise<void>;
}

const exists = 'functions/task-already-exists';

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : error;

/** Later than any test takes, so that a queue which keeps to the time runs none of these tasks. */
const later = () => new Date(Date.now() + 10 * 60_000);

export const queueContract: readonly QueuePromise[] = [
  {
    promise: 'takes a task under a name, and refuses a second one of that name with task-already-exists',
    holds: async ({ enqueue, remove }, id) => {
      await enqueue(id, later());
      const second = await enqueue(id, later()).then(() => 'taken', codeOf);
      assert.equal(second, exists);
      await remove(id);
    },
  },
  {
    promise: 'lets only one of several tasks of a name in that come at once',
    holds: async ({ enqueue, remove }, id) => {
      const ends = await Promise.all(
        Array.from({ length: 4 }, () => enqueue(id, later()).then(() => 'taken', codeOf)),
      );
      assert.equal(ends.filter((end) => end === 'taken').length, 1);
      assert.equal(ends.filter((end) => end === exists).length, 3);
      await remove(id);
    },
  },
];
