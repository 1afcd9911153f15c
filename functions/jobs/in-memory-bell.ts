import type { JobId } from '../../core/documents/job-document';
import type { Bell } from './jobs';

/** Keeps every ring and starts nothing: a test runs the jobs. */
export class InMemoryBell implements Bell {
  readonly rings: { readonly job: JobId; readonly at: number }[] = [];

  ring(job: JobId, at: number): Promise<void> {
    this.rings.push({ job, at });
    return Promise.resolve();
  }
}
