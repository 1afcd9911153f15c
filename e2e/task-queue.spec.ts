import { deleteApp } from 'firebase-admin/app';
import { startFirestore, type FirestoreServer } from '../emulators/firestore/start-firestore';
import { loadRules } from '../emulators/rules-engine/load-rules';
import { CloudTasksBell, queuesOf, type Enqueue } from '../functions/firebase/cloud-tasks-bell';
import { firebaseApp } from '../functions/firebase/firebase-app';
import { queueContract } from '../functions/jobs/queue-contract';
import { expect, test } from './fixtures';
import type { Addresses } from './backend';
import { startHostingEmulator, type HostingEmulator } from './hosting-emulator';

const region = 'us-central1';
const job = 'roll-up-all';
const past = '2020-01-01T00:00:00Z';

const jobAt = ({ port }: FirestoreServer) =>
  `http://127.0.0.1:${port}/v1/projects/demo-busker/databases/(default)/documents/jobs/${job}`;
const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };

/** Stores the job as due. With an unknown version, the function cannot read it and fails. */
async function storeJob(firestore: FirestoreServer, version: number): Promise<void> {
  const wanted = { dueAt: { timestampValue: past }, input: { nullValue: null } };
  const fields = {
    v: { integerValue: version },
    kind: { stringValue: 'roll-up' },
    key: { stringValue: 'all' },
    state: { stringValue: 'due' },
    dueAt: { timestampValue: past },
    expiresAt: { nullValue: null },
    wants: { integerValue: 1 },
    wanted: { mapValue: { fields: wanted } },
  };
  const answer = await fetch(jobAt(firestore), {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ fields }),
  });
  expect(answer.status).toBe(200);
}

/** How often a function has begun a round of the job; it is stored with the job. */
async function roundsOf(firestore: FirestoreServer): Promise<string> {
  const answer = await fetch(jobAt(firestore), { headers });
  const { fields } = (await answer.json()) as { fields: Record<string, { integerValue?: string }> };
  return fields['covered']?.integerValue ?? '0';
}

/** The emulators on a Firestore of their own: the jobs of the shared one also run by timers. */
async function withQueues(
  busker: Addresses,
  use: (enqueue: Enqueue, site: HostingEmulator, firestore: FirestoreServer) => Promise<void>,
): Promise<void> {
  const firestore = await startFirestore({
    projectId: 'demo-busker',
    dataDir: null,
    rulesFile: null,
    loadRules,
    log: () => undefined,
  });
  const site = await startHostingEmulator({ ...busker, firestore: `http://127.0.0.1:${firestore.port}` });
  process.env['CLOUD_TASKS_EMULATOR_HOST'] = site.tasks;
  const app = firebaseApp({ projectId: 'demo-busker', storageBucket: 'none', emulated: true });
  try {
    await use(queuesOf(app, region), site, firestore);
  } finally {
    delete process.env['CLOUD_TASKS_EMULATOR_HOST'];
    await deleteApp(app);
    await site.close();
    await firestore.close();
  }
}

test('a ring through Cloud Tasks reaches its function, a task that failed is tried again, and a doubled ring is one task', async ({
  busker,
}) => {
  await withQueues(busker, async (enqueue, site, firestore) => {
    const refused: unknown[] = [];
    const lost: unknown[] = [];
    const recorded: Enqueue = (...task) =>
      enqueue(...task).catch((error: unknown) => {
        refused.push(error);
        throw error;
      });
    const log = { ringLost: (what: unknown) => void lost.push(what) };
    const bell = new CloudTasksBell(recorded, () => 'sweeps', { now: () => Date.now() }, log);
    const at = Date.now();

    await storeJob(firestore, 99);
    await bell.ring(job, at);
    await bell.ring(job, at);
    expect(refused).toMatchObject([{ code: 'functions/task-already-exists' }]);
    expect(lost).toEqual([]);
    await expect.poll(() => site.printed()).toContain(`jobs/${job} cannot be read`);

    await storeJob(firestore, 1);
    await expect.poll(() => roundsOf(firestore)).toBe('1');

    for (const { promise, holds } of queueContract) {
      const target = {
        enqueue: (id: string, scheduleTime: Date) =>
          enqueue('work', { job: 'contract-none' as never }, { id, scheduleTime }),
        // The emulator does not keep to the time, so the task has run already.
        remove: () => Promise.resolve(),
      };
      await test.step(promise, () => holds(target, promise.replaceAll(/[^a-z]/gi, '-')));
    }
  });
});
