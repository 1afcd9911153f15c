import { describe, expect, it } from 'vitest';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { cloudJobQueue, cloudOutboxQueue, type AddTask } from './cloud-tasks-queue';
import { askMachineOnly } from './firebase-app';

describe('default credentials', () => {
  it('a command without credentials does not ask the network for a metadata server', () => {
    const env: Record<string, string | undefined> = {};
    askMachineOnly(env);
    expect(env).toEqual({ METADATA_SERVER_DETECTION: 'bios-only' });
  });

  it.each([
    { METADATA_SERVER_DETECTION: 'ping-only' },
    { GCE_METADATA_HOST: '127.0.0.1:988' },
    { GCE_METADATA_IP: '10.0.0.1' },
  ])('what somebody has set for the metadata server stays: %o', (chosen) => {
    const env: Record<string, string | undefined> = { ...chosen };
    askMachineOnly(env);
    expect(env).toEqual(chosen);
  });
});

const minute = 60_000;

function queueWith(failure?: Error) {
  const { clock, log, lines } = inMemoryDeps();
  const tasks: { queue: string; data: object; id: string | undefined; at: number | undefined }[] = [];
  const add: AddTask = (queue, data, { id, scheduleTime }) => {
    if (failure !== undefined) return Promise.reject(failure);
    tasks.push({ queue, data, id, at: scheduleTime?.getTime() });
    return Promise.resolve();
  };
  const queue = cloudJobQueue(add, (job) => (job.startsWith('reconcile') ? 'looks' : 'work'), clock, log);
  return { queue, outbox: cloudOutboxQueue(add, clock, log), tasks, lines, now: clock.now() };
}

describe('the queue on Cloud Tasks', () => {
  it('adds a task to the queue of the job, at its time', async () => {
    const { queue, tasks, now } = queueWith();
    await queue.enqueue('reconcile-all', now + minute);
    await queue.enqueue('go-live-all', now - minute);
    expect(tasks).toEqual([
      { queue: 'looks', data: { job: 'reconcile-all' }, id: expect.any(String), at: now + minute },
      { queue: 'work', data: { job: 'go-live-all' }, id: expect.any(String), at: now - minute },
    ]);
  });

  it('gives the same task the same name, and every other one another', async () => {
    const { queue, tasks, now } = queueWith();
    await queue.enqueue('go-live-all', now);
    await queue.enqueue('go-live-all', now);
    await queue.enqueue('go-live-all', now + 1);
    await queue.enqueue('reconcile-all', now);
    const ids = tasks.map(({ id }) => id);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
    // Cloud Tasks allows letters, digits, hyphens and underscores.
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{64}$/);
  });

  it('leaves what is due later than in a quarter of an hour to tick', async () => {
    const { queue, tasks, now } = queueWith();
    await queue.enqueue('go-live-all', now + 15 * minute + 1);
    expect(tasks).toEqual([]);
  });

  it('takes a task that is there already for success', async () => {
    const { queue, lines, now } = queueWith(
      Object.assign(new Error('exists'), { code: 'functions/task-already-exists' }),
    );
    await queue.enqueue('go-live-all', now);
    expect(lines).toEqual([]);
  });

  it('logs a task that is lost, and does not fail', async () => {
    const { queue, lines, now } = queueWith(new Error('away'));
    await queue.enqueue('go-live-all', now);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { severity: 'WARNING', message: 'ring lost', job: 'go-live-all', reason: 'away' },
    ]);
  });

  it('adds a task of the outbox to the queue of its kind, six hours ahead at most', async () => {
    const { outbox, tasks, now } = queueWith();
    const relay = { kind: 'relay', uid: 'u', eventId: 'e' } as const;
    const slow = { kind: 'deliver-slowly', uid: 'u', deliveryId: 'd', attempt: 0 } as const;
    await outbox.enqueue(relay, now);
    await outbox.enqueue(slow, now);
    await outbox.enqueue({ ...slow, attempt: 1 }, now);
    await outbox.enqueue({ kind: 'letter', id: 'l', tries: 0 }, now + 360 * minute);
    await outbox.enqueue(relay, now + 360 * minute + 1);
    expect(tasks.map(({ queue, data }) => [queue, data])).toEqual([
      ['outboxrelay', relay],
      ['outboxslow', slow],
      ['outboxslow', { ...slow, attempt: 1 }],
      ['outboxsend', { kind: 'letter', id: 'l', tries: 0 }],
    ]);
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(4);
  });

  it('logs a task of the outbox that is lost, and does not fail', async () => {
    const { outbox, lines, now } = queueWith(new Error('away'));
    await outbox.enqueue({ kind: 'watch', tipId: 't' }, now);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { severity: 'WARNING', message: 'outbox ring lost', ring: 'watch', reason: 'away' },
    ]);
  });
});
