import { describe, expect, it } from 'vitest';
import { countingJob, jobOf, untilOver, wantedJob, type CountingJob } from '../testing/counting-job';
import { parseJobCall, runJobCall } from './job-call';

describe('run job call', () => {
  const minute = 60_000;
  const admin = { name: 'grace@example.com', role: 'admin' } as const;

  async function run({ deps }: CountingJob, words: string) {
    const read = parseJobCall(words.split(' '));
    if (!read.ok) throw new Error(read.problem);
    return runJobCall(deps, admin, read.value.call);
  }

  const auditOf = ({ deps }: CountingJob) =>
    Object.entries(deps.store.dump()).flatMap(([path, entry]) => (path.startsWith('audit/') ? [entry] : []));

  async function deadJob(): Promise<CountingJob> {
    const job = await wantedJob();
    job.during = (page) => {
      if (page === 2) throw new RangeError('always');
    };
    await untilOver(job);
    return job;
  }

  describe('jobs', () => {
    it('lists what is dead, running and due, with how far it came', async () => {
      const job = await deadJob();
      const now = job.deps.clock.now();
      await job.deps.jobs.want('close-reports', 'b', { dueAt: now + minute });
      const { lines } = await run(job, 'jobs');
      expect(lines).toEqual([
        `dead  follow-links-all  since ${new Date(now).toISOString()}  2 of 5  RangeError (10 tries)`,
        `due  close-reports-b  from ${new Date(now + minute).toISOString()}`,
      ]);
      const ended = await wantedJob();
      await ended.run();
      expect(await run(ended, 'jobs list')).toMatchObject({ lines: ['No job waits.'], data: [] });
    });

    it('names a running job with the end of its lease', async () => {
      const job = await wantedJob();
      let lines: readonly string[] = [];
      job.during = async (page) => {
        if (page === 3) ({ lines } = await run(job, 'jobs list'));
      };
      await job.run();
      const until = new Date(job.deps.clock.now() + 6 * minute).toISOString();
      expect(lines).toEqual([`running  follow-links-all  until ${until} at most  3 of 5`]);
    });
  });

  describe('jobs retry', () => {
    // Holds host-042.
    it('brings a dead job back where it stopped, with ten new tries, and is in the audit', async () => {
      const job = await deadJob();
      const words = `jobs retry ${job.id} --yes`;
      expect(await run(job, words)).toMatchObject({ done: true });
      expect(await jobOf(job)).toMatchObject({ state: 'due', attempts: 0, cursor: '2', expiresAt: null });
      expect(job.deps.jobQueue.tasks.at(-1)).toEqual({ task: job.id, at: job.deps.clock.now() });
      expect(auditOf(job)).toMatchObject([
        { who: 'grace@example.com', role: 'admin', verb: 'retry', subject: job.id, outcome: 'done' },
      ]);
      expect(JSON.parse(job.deps.lines.at(-1) ?? '')).toMatchObject({ message: 'admin act', verb: 'retry' });
      job.during = () => undefined;
      expect(await job.run()).toBe('done');
      expect(job.pages).toEqual(['0', '1', '2', '3', '4']);
    });

    it('starts a job now that waits after a failure', async () => {
      const job = await wantedJob();
      job.during = () => {
        job.during = () => undefined;
        throw new Error('once');
      };
      await job.run();
      await run(job, `jobs retry ${job.id} --yes`);
      expect(await job.run()).toBe('done');
    });

    it('writes nothing without --yes, and says what it would do', async () => {
      const job = await deadJob();
      const before = job.deps.store.dump();
      const { done, lines } = await run(job, `jobs retry ${job.id}`);
      expect([done, lines[0]]).toEqual([
        true,
        expect.stringMatching(/^Starts again: dead {2}follow-links-all/),
      ]);
      expect(job.deps.store.dump()).toEqual(before);
    });

    it('is refused for a job that does not exist, has ended or is running', async () => {
      const job = countingJob();
      const words = `jobs retry ${job.id} --yes`;
      expect(await run(job, words)).toMatchObject({
        done: false,
        lines: ['There is no job follow-links-all.'],
      });
      await job.deps.jobs.want('follow-links', 'all');
      let running: readonly string[] = [];
      job.during = async () => {
        running = (await run(job, words)).lines;
      };
      await job.run();
      expect(running).toEqual(['follow-links-all is running now.']);
      expect((await run(job, words)).lines).toEqual([
        'follow-links-all has ended. It begins again when it is wanted.',
      ]);
      expect(auditOf(job)).toEqual([]);
    });
  });

  it.each([
    ['jobs dance', 'Say what to do: jobs list, jobs retry.'],
    ['jobs retry', 'This verb is written so: npm run admin -- jobs retry <id> [--reason <text>]'],
    ['jobs retry a b', 'This verb is written so: npm run admin -- jobs retry <id> [--reason <text>]'],
    ['jobs list a', 'This verb is written so: npm run admin -- jobs list'],
    ['jobs retry dance-all', 'dance-all is not the id of a job; npm run admin -- jobs lists them.'],
  ])('the command line "%s" is refused: %s', (words, problem) => {
    expect(parseJobCall(words.split(' '))).toEqual({ ok: false, problem });
  });
});
