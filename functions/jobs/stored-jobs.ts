import {
  encodeWish,
  jobIdOf,
  maxJobInput,
  type Job,
  type JobId,
  type JobKind,
} from '../../core/documents/job-document';
import type { Clock } from '../store/clock';
import type { Store, Writes } from '../store/store';
import { stored } from '../store/stored';
import { newJob, wantedAgain } from './job-steps';
import type { Bell, Jobs, WantOptions } from './jobs';

/** The jobs in the store. */
export class StoredJobs implements Jobs {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly bell: Bell,
  ) {}

  async want(kind: JobKind, key: string, options?: WantOptions): Promise<JobId> {
    const id = jobIdOf(kind, key);
    const wanted = this.wish(options);
    const dueAt = await this.store.transaction(async (tx) => {
      const before = await tx.read(stored.job(id));
      const job = before === undefined ? newJob(kind, key, wanted) : wantedAgain(before, wanted);
      tx.write(stored.job(id), job);
      return job.dueAt;
    });
    await this.bell.ring(id, dueAt);
    return id;
  }

  wantIn(writes: Writes, kind: JobKind, key: string, options?: WantOptions): JobId {
    const id = jobIdOf(kind, key);
    writes.add(stored.job(id).path, { wants: 1 }, encodeWish(kind, key, this.wish(options)));
    return id;
  }

  private wish({ dueAt = this.clock.now(), input }: WantOptions = {}): Job['wanted'] {
    if (input !== undefined && Buffer.byteLength(input) > maxJobInput)
      throw new Error('The input is too large');
    return { dueAt, input: input ?? null };
  }
}
