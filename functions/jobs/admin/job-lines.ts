import { unreachable } from '../../../core/base/result';
import { jobIdOf, type Job } from '../../../core/documents/job-document';

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
export const jobLine = (job: Job): string =>
  [job.state, jobIdOf(job.kind, job.key), timeOf(job), progressOf(job), failuresOf(job)]
    .filter((part) => part !== '')
    .join('  ');
