import { closeSync, fdatasyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { StatusError } from '../status';

/** The file operations of the system. Tests replace them to simulate a full disk. */
export interface FileSystem {
  write(fd: number, data: Buffer, offset: number, length: number, position: number): number;
  sync(fd: number): void;
  truncate(fd: number, length: number): void;
}

export const realFileSystem: FileSystem = {
  write: (fd, data, offset, length, position) => writeSync(fd, data, offset, length, position),
  sync: fdatasyncSync,
  truncate: ftruncateSync,
};

const isFull = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
};

/** An append-only file. After `append` returns, the data is on disk; if it throws, the file is unchanged. */
export class AppendFile {
  private readonly fd: number;
  private broken = false;

  constructor(
    readonly path: string,
    private length: number,
    private readonly files: FileSystem = realFileSystem,
  ) {
    this.fd = openSync(path, length === 0 ? 'w' : 'r+', 0o600);
  }

  get size(): number {
    return this.length;
  }

  append(data: Buffer): void {
    if (this.broken) throw new StatusError('UNAVAILABLE', 'The disk failed; restart the local server.');
    try {
      this.writeAll(data);
      this.files.sync(this.fd);
    } catch (error) {
      this.undo();
      if (isFull(error))
        throw new StatusError('RESOURCE_EXHAUSTED', 'The disk is full; nothing was written.');
      throw new StatusError(
        'UNAVAILABLE',
        `The disk failed: ${error instanceof Error ? error.message : 'unknown'}`,
      );
    }
    this.length += data.length;
  }

  close(): void {
    closeSync(this.fd);
  }

  private writeAll(data: Buffer): void {
    let done = 0;
    while (done < data.length) {
      done += this.files.write(this.fd, data, done, data.length - done, this.length + done);
    }
  }

  /** Removes what a failed append has left, so that later records do not follow damaged bytes. */
  private undo(): void {
    try {
      this.files.truncate(this.fd, this.length);
    } catch {
      this.broken = true;
    }
  }
}
