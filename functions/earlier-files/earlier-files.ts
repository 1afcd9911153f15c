/**
 * The port to the files of every release: those of the embed's versions, and the hashed files of the dashboards. A deploy stores them, or a server process
 * when it starts, and none ever changes.
 */
export interface EarlierFiles {
  /** The bytes of the file with this name (`embed/0.1.0/busker.js`); undefined when no release had it. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** The names that begin with this. */
  names(prefix: string): Promise<readonly string[]>;
  /** Stores a file under a name that has none; a file that is there stays as it is. */
  create(name: string, bytes: Uint8Array): Promise<void>;
}
