import type { Result } from '../../../core/base/result';
import type { Reply } from '../google/reply';

/** The bucket of releases: every embed version, the files of the last dashboards, and a record of each release. Its files never change. */
export interface ReleaseFiles {
  /** The paths that begin with this prefix, in alphabetical order. */
  list(prefix: string): Promise<Reply<readonly string[]>>;
  /** null = the file does not exist. */
  read(path: string): Promise<Reply<Buffer | null>>;
  /** Creates a file, and never replaces one: `exists` says that the file was already there. */
  create(path: string, bytes: Uint8Array): Promise<Result<'created' | 'exists', string>>;
}
