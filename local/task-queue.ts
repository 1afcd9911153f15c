import { deleteApp } from 'firebase-admin/app';
import { cloudJobQueue, queuesOf, type AddTask } from '@busker/functions/firebase/cloud-tasks-queue';
import { firebaseApp } from '@busker/functions/firebase/firebase-app';
import { queueContract } from '@busker/functions/queue/queue-contract';

const region = 'us-central1';

/** The server's own queue, on an emulator of Cloud Tasks. */
export interface TestedQueue {
  enqueue(job: 'roll-up-all', at: number): Promise<void>;
  /** The errors of the queue, and the tasks that the server would have logged as lost. */
  readonly refused: readonly unknown[];
  readonly lost: readonly unknown[];
  /** Each promise of the contract of queues, and what tests it. */
  readonly promises: readonly (readonly [promise: string, holds: () => Promise<void>])[];
  close(): Promise<void>;
}

/** Opens the queues of the emulator at `host:port`. One per process: the Admin SDK reads the address from the environment. */
export function openQueue(emulator: string): TestedQueue {
  process.env['CLOUD_TASKS_EMULATOR_HOST'] = emulator;
  const app = firebaseApp({ projectId: 'demo-busker', storageBucket: 'none', emulated: true });
  const add = queuesOf(app, region);
  const refused: unknown[] = [];
  const lost: unknown[] = [];
  const recorded: AddTask = (...task) =>
    add(...task).catch((error: unknown) => {
      refused.push(error);
      throw error;
    });
  const log = { ringLost: (what: unknown) => void lost.push(what) };
  const queue = cloudJobQueue(recorded, () => 'sweeps', { now: () => Date.now() }, log);
  const target = {
    enqueue: (id: string, scheduleTime: Date) => add('work', { job: 'contract-none' }, { id, scheduleTime }),
    // The emulator does not keep to the time, so the task has run already.
    remove: () => Promise.resolve(),
  };
  return {
    enqueue: (job, at) => queue.enqueue(job, at),
    refused,
    lost,
    promises: queueContract.map(({ promise, holds }, index) => [
      promise,
      () => holds(target, `contract-${index}`),
    ]),
    async close() {
      delete process.env['CLOUD_TASKS_EMULATOR_HOST'];
      await deleteApp(app);
    },
  };
}
