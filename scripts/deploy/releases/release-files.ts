import type { Result } from '../../../core/base/result';
import type { Reply } from '../google/reply';

/** The bucket of releases: every embed version, the files of the last dashboards, and a record of each release. Nothing in it is ever changed. */
export interface ReleaseFiles {
  /** The paths that begin with this, in the order of the alphabet. */
  list(prefix: string): Promise<Reply<readonly string[]>>;
  /** null = there is no such file. */
  read(path: string): Promise<Reply<Buffer | null>>;
  /** Never replaces a file: `exists` says that there is one. */
  create(path: string, bytes: Uint8Array): Promise<Result<'created' | 'exists', string>>;
}
