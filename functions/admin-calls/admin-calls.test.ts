import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import { auditDocument } from '@busker/core/moderation/report-document';
import { mailDocument } from '@busker/core/outbox-documents/event-document';
import { cardDocument } from '@busker/core/profile-documents/profile-document';
import { letter } from '../mail/post-mail';
import { stateOf } from '../mail/send-letter';
import { adasScenario, type Scenario } from '../testing/ada';
import { countingJob, jobOf, untilOver, wantedJob, type CountingJob } from '../testing/counting-job';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { commandWords } from '../admin/command';
import { parseJobCall, runJobCall } from './job-call';
import { parseCacheCall, runCacheCall } from './profile-cache-call';
import { parseReportCall, runReportCall } from './report-call';

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

describe('cards call', () => {
  const who = { name: 'op@host.example', role: 'admin' } as const;

  async function run({ deps }: Scenario, words: string) {
    const read = parseCacheCall(words.split(' '));
    if (!read.ok) throw new Error(read.problem);
    return runCacheCall(deps, who, read.value.call);
  }

  const entryIn = ({ deps }: Scenario) => deps.store.dump()[paths.card('ada')];
  const audits = ({ deps }: Scenario) =>
    Object.entries(deps.store.dump()).flatMap(([path, entry]) => (path.startsWith('audit/') ? [entry] : []));

  function spoil({ deps }: Scenario): void {
    const entry = cardDocument.decode(entryIn({ deps } as Scenario));
    if (!entry.ok) throw new Error('There is no card');
    deps.store.put(paths.card('ada'), { ...cardDocument.encode(entry.value), payments: null, isUsed: false });
  }

  it('finds no difference where there is none, and writes nothing', async () => {
    const scenario = await adasScenario();
    const before = scenario.deps.store.dump();
    expect((await run(scenario, 'cards check')).lines).toEqual(['1 compared, 0 differ.']);
    expect((await run(scenario, 'cards check --yes')).lines).toEqual(['1 compared, 0 differ.']);
    expect(scenario.deps.store.dump()).toEqual(before);
  });

  it('names the parts that differ, and makes the card anew only with --yes, with one entry in the audit', async () => {
    const scenario = await adasScenario();
    const right = cardDocument.decode(entryIn(scenario));
    spoil(scenario);
    const wrong = entryIn(scenario);
    const { lines } = await run(scenario, 'cards check');
    expect(lines.slice(0, 2)).toEqual(['ada: isUsed, payments', '1 compared, 1 differ.']);
    expect(lines.at(-1)).toContain('--yes');
    expect(entryIn(scenario)).toEqual(wrong);
    expect(audits(scenario)).toEqual([]);
    const repaired = await run(scenario, 'cards check ada --yes');
    expect(repaired.lines).toEqual(['ada: isUsed, payments', '1 compared, 1 differ and were made anew.']);
    expect(cardDocument.decode(entryIn(scenario))).toEqual(right);
    expect(audits(scenario)).toMatchObject([{ verb: 'look', subject: 'cards', who: 'op@host.example' }]);
    expect((await run(scenario, 'cards check --yes')).lines).toEqual(['1 compared, 0 differ.']);
    expect(audits(scenario)).toHaveLength(1);
  });

  it.each([
    ['cards', 'written so'],
    ['cards mend', 'written so'],
    ['cards check ada eve', 'written so'],
    ['cards check no/handle', 'not a handle'],
    ['cards check --force', '--force'],
  ])('refuses %s in one sentence', (words, why) => {
    const read = parseCacheCall(words.split(' '));
    expect(!read.ok && read.problem).toContain(why);
  });
});

describe('run mail call', () => {
  const who = { name: 'op@host.example', role: 'admin' } as const;

  /** Three mails: two failed, one was sent. */
  async function withMails() {
    const deps = inMemoryDeps();
    const ids: string[] = [];
    for (const state of ['ERROR', 'ERROR', 'SUCCESS']) {
      const mail = letter(deps, 'zoe@example.com', { subject: `A ${state}`, text: 'Hello' });
      await deps.store.commit([], (writes) => mail.write(writes));
      const at = `mail/${mail.id}`;
      const { dueAt: _dueAt, ...sent } = deps.store.dump()[at] ?? {};
      deps.store.put(at, { ...sent, delivery: { state, error: 'Mailbox full' } });
      ids.push(mail.id);
    }
    const run = async (words: string) => {
      const read = parseReportCall(words.split(' '));
      if (!read.ok) throw new Error(read.problem);
      return runReportCall(deps, who, read.value.call);
    };
    const states = () =>
      ids.map((id) => {
        const mail = mailDocument.decode(deps.store.dump()[`mail/${id}`]);
        return mail.ok ? stateOf(mail.value, 'smtp') : mail.problem;
      });
    return { deps, ids, run, states };
  }

  it('sends all mails again that failed, once each, after it has said which', async () => {
    const { deps, ids, run, states } = await withMails();
    const plan = await run('mails retry failed');
    expect(plan.lines.join('\n')).toContain(`Sends again: ${ids[0]}  A ERROR  Mailbox full`);
    expect(states()).toEqual(['failed', 'failed', 'sent']);
    expect((await run('mails retry failed --yes')).done).toBe(true);
    expect(states()).toEqual(['sending', 'sending', 'sent']);
    expect((await run('mails retry failed --yes')).lines).toEqual(['No mail failed.']);
    const audit = await deps.store.find({ from: 'audit', limit: 9 }, (data) => auditDocument.decode(data));
    expect(
      audit.map(({ value }) => value.ok && [value.value.verb, value.value.subject, value.value.who]),
    ).toEqual(ids.slice(0, 2).map((id) => ['retry', id, 'op@host.example']));
  });

  it('sends one mail again by its id, and refuses one that was sent or is not there', async () => {
    const { ids, run, states } = await withMails();
    const [first, , sent] = ids;
    expect((await run(`mails retry ${first} --yes`)).done).toBe(true);
    expect((await run(`mails retry ${first} --yes`)).done).toBe(true);
    expect(states()).toEqual(['sending', 'failed', 'sent']);
    expect(await run(`mails retry ${sent} --yes`)).toMatchObject({
      done: false,
      lines: [`${sent}: This mail was sent.`],
    });
    expect(await run('mails retry none --yes')).toMatchObject({
      done: false,
      lines: ['There is no mail none.'],
    });
  });
});

const read = (...args: string[]) =>
  commandWords({ args, allowPositionals: true, options: { to: { type: 'string' } } });

it('reads options and words', () => {
  const words = read('list', '--to', 'a');
  expect(words.ok && [words.value.positionals, words.value.values.to]).toEqual([['list'], 'a']);
});

it('names an unknown option and an option without its value, and does not throw', () => {
  expect(read('--help')).toEqual({ ok: false, problem: "Unknown option '--help'" });
  expect(read('--to')).toMatchObject({ ok: false, problem: expect.stringContaining('--to') as string });
});
