import { startFirestore, type FirestoreServer } from '@busker/emulator-firestore/start-firestore';
import { loadRules } from '@busker/rules-engine/load-rules';
import { openQueue, type TestedQueue } from '@busker/local/task-queue';
import { expect, test } from './fixtures';
import type { Addresses } from './backend';
import { startHostingEmulator, type HostingEmulator } from './hosting-emulator';

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
async function withQueue(
  busker: Addresses,
  then: (queue: TestedQueue, site: HostingEmulator, firestore: FirestoreServer) => Promise<void>,
): Promise<void> {
  const firestore = await startFirestore({
    projectId: 'demo-busker',
    dataDir: null,
    rulesFile: null,
    loadRules,
    log: () => undefined,
  });
  const site = await startHostingEmulator({ ...busker, firestore: `http://127.0.0.1:${firestore.port}` });
  const queue = openQueue(site.tasks);
  try {
    await then(queue, site, firestore);
  } finally {
    await queue.close();
    await site.close();
    await firestore.close();
  }
}

test('a task through Cloud Tasks reaches its function, a task that failed is tried again, and a doubled task is one task', async ({
  busker,
}) => {
  await withQueue(busker, async (queue, site, firestore) => {
    const at = Date.now();
    await storeJob(firestore, 99);
    await queue.enqueue(job, at);
    await queue.enqueue(job, at);
    expect(queue.refused).toMatchObject([{ code: 'functions/task-already-exists' }]);
    expect(queue.lost).toEqual([]);
    await expect.poll(() => site.printed()).toContain(`jobs/${job} cannot be read`);

    await storeJob(firestore, 1);
    await expect.poll(() => roundsOf(firestore)).toBe('1');

    for (const [promise, holds] of queue.promises) await test.step(promise, holds);
  });
});
