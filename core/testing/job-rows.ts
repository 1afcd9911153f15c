import { jobDocument, type Job } from '../jobs/job-document';
import { noon } from './fakes';
import { leaveRows } from './leave-rows';
import { storedRow, type StoredRow } from './stored-row';

export const fakeJob = (changes: Partial<Job> = {}): Job => ({
  v: 1,
  kind: 'follow-links',
  key: 'all',
  state: 'due',
  dueAt: noon,
  lease: null,
  cursor: null,
  progress: { done: 0, total: null },
  attempts: 0,
  errorCode: null,
  input: null,
  expiresAt: null,
  wants: 1,
  covered: 0,
  wanted: { dueAt: noon, input: null },
  ...changes,
});

const running = fakeJob({
  state: 'running',
  lease: { holder: 'h1', until: noon + 1 },
  cursor: 'p2',
  progress: { done: 2, total: 9 },
  attempts: 1,
  errorCode: 'StoreUnavailable',
  input: '{}',
  expiresAt: noon + 2,
});

/** The documents of jobs and of what they do for owners, for the tests that cover all document types. */
export const jobRows: readonly StoredRow[] = [
  ...storedRow('job', fakeJob(), jobDocument),
  ...storedRow('running job', running, jobDocument),
  ...leaveRows,
];
