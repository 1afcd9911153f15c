import { reasonLimit } from '@busker/core/dashboard-api/moderation-api';
import { fail, ok, unreachable, type Result } from '@busker/core/base/result';
import { collections } from '@busker/core/documents/documents';
import { jobDocument, isJobId, jobIdOf, type Job, type JobId } from '@busker/core/jobs/job-document';
import type { Decider } from '@busker/core/moderation/standing';
import { actedBy, auditRecord } from '../admin/audit';
import { commandWords, type AdminOptions, type AdminOutcome, type AdminVerb } from '../admin/command';
import type { Deps } from '../deps';
import { hasLease, retried } from '../queue/task-queue';
import { readable, stored } from '../store/store';

/** The verbs of `npm run admin` about jobs. `jobs` alone is `jobs list`. */
export const jobVerbs = [
  {
    name: 'jobs list',
    takes: '',
    says: 'the jobs that are dead, running or due, with how far they came',
    writes: false,
  },
  {
    name: 'jobs retry',
    takes: '<id> [--reason <text>]',
    says: 'starts a dead or waiting job again within five minutes, where it stopped, with ten new tries',
    writes: true,
  },
] as const satisfies readonly AdminVerb[];

/** A parsed command line about jobs. */
type JobCall =
  | { readonly verb: 'jobs list' }
  /** `yes`: make the change; otherwise only show it. */
  | { readonly verb: 'jobs retry'; readonly job: JobId; readonly reason: string; readonly yes: boolean };

const flag = { type: 'boolean', default: false } as const;
const options = {
  reason: { type: 'string', default: '' },
  yes: flag,
  local: flag,
  as: { type: 'string', default: 'local' },
} as const;

export const isJobCall = ([first]: readonly string[]): boolean => first === 'jobs';

/** Reads the words after `npm run admin --`. The problem is one sentence. */
export function parseJobCall(
  words: readonly string[],
): Result<{ readonly call: JobCall; readonly options: AdminOptions }, string> {
  const read = commandWords({ args: [...words], options, allowPositionals: true });
  if (!read.ok) return read;
  const { values, positionals } = read.value;
  const [, second = 'list', id, ...surplus] = positionals;
  const verb = jobVerbs.find(({ name }) => name === `jobs ${second}`);
  if (verb === undefined) return fail(`Say what to do: ${jobVerbs.map(({ name }) => name).join(', ')}.`);
  const { local, as, yes } = values;
  if (verb.name === 'jobs list' && id === undefined)
    return ok({ call: { verb: verb.name }, options: { local, as } });
  if (verb.name === 'jobs list' || id === undefined || surplus.length > 0)
    return fail(`This verb is written so: npm run admin -- ${verb.name} ${verb.takes}`.trim());
  if (!isJobId(id)) return fail(`${id} is not the id of a job; npm run admin -- jobs lists them.`);
  const reason = values.reason.trim();
  if (reason.length > reasonLimit) return fail(`A reason has at most ${reasonLimit} characters.`);
  return ok({ call: { verb: verb.name, job: id, reason, yes }, options: { local, as } });
}

const time = (millis: number) => new Date(millis).toISOString();

function progressOf({ progress: { done, total } }: Job): string {
  if (total !== null) return `${done} of ${total}`;
  return done > 0 ? `${done} done` : '';
}

const failuresOf = ({ attempts, errorCode }: Job): string =>
  errorCode === null ? '' : `${errorCode} (${attempts} tries)`;

function timeOf(job: Job): string {
  switch (job.state) {
    case 'due':
      return `from ${time(job.dueAt)}`;
    case 'running':
      return `until ${time(job.lease?.until ?? job.dueAt)} at most`;
    case 'done':
    case 'dead':
      return `since ${time(job.dueAt)}`;
    default:
      return unreachable(job.state);
  }
}

/** One line about a job: `due  export-abc  from 2026-11-23T12:00:00.000Z  500 of 2000  StoreUnavailable (2 tries)`. */
const jobLine = (job: Job): string =>
  [job.state, jobIdOf(job.kind, job.key), timeOf(job), progressOf(job), failuresOf(job)]
    .filter((part) => part !== '')
    .join('  ');

const shownOfState = 200;

const refused = (why: string): AdminOutcome => ({ done: false, lines: [why], data: { refused: why } });

async function jobsIn({ store }: Deps, state: Job['state']): Promise<readonly Job[]> {
  const found = await store.find(
    {
      from: collections.jobs,
      where: [['state', '==', state]],
      orderBy: [['dueAt', 'asc']],
      limit: shownOfState,
    },
    (data) => readable(collections.jobs, jobDocument.decode(data)),
  );
  return found.map(({ value }) => value);
}

async function list(deps: Deps): Promise<AdminOutcome> {
  const states = await Promise.all((['dead', 'running', 'due'] as const).map((state) => jobsIn(deps, state)));
  const jobs = states.flat();
  return { done: true, lines: jobs.length > 0 ? jobs.map(jobLine) : ['No job waits.'], data: jobs };
}

/** Why a job cannot be started again; undefined = it can. */
function whyNot(job: Job | undefined, id: JobId, now: number): string | undefined {
  if (job === undefined) return `There is no job ${id}.`;
  if (job.state === 'done') return `${id} has ended. It begins again when it is wanted.`;
  return hasLease(job, now) ? `${id} is running now.` : undefined;
}

async function retry(deps: Deps, who: Decider, id: JobId, reason: string): Promise<AdminOutcome> {
  const { store, clock, jobQueue } = deps;
  const record = auditRecord(deps);
  const why = await store.transaction(async (tx) => {
    const job = await tx.read(stored.job(id));
    const now = clock.now();
    const fault = whyNot(job, id, now);
    if (job === undefined || fault !== undefined) return fault;
    tx.write(stored.job(id), retried(job, now));
    record.write(tx, {
      ...actedBy(who),
      verb: 'retry',
      subject: id,
      outcome: 'done',
      before: null,
      after: null,
      reason,
      reportId: null,
    });
    return undefined;
  });
  if (why !== undefined) return refused(why);
  record.say();
  await jobQueue.enqueue(id, clock.now());
  return { done: true, lines: [`${id} starts within five minutes.`], data: { job: id } };
}

/** Runs a command about jobs. Without `yes`, a verb that writes only says what it would do. */
export async function runJobCall(deps: Deps, who: Decider, call: JobCall): Promise<AdminOutcome> {
  if (call.verb === 'jobs list') return list(deps);
  const { job: id, reason, yes } = call;
  if (yes) return retry(deps, who, id, reason);
  const job = await deps.store.read(stored.job(id));
  const why = whyNot(job, id, deps.clock.now());
  if (job === undefined || why !== undefined) return refused(why ?? '');
  const lines = [`Starts again: ${jobLine(job)}`];
  const hint = 'Nothing was written. Repeat it with --yes to do it.';
  return { done: true, lines: [...lines, hint], data: { would: lines } };
}
