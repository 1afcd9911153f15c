import type { EarlierFiles } from '../earlier-files/earlier-files';

/** Files of releases in memory. */
export class InMemoryEarlierFiles implements EarlierFiles {
  /** The names that were asked for. */
  readonly asked: string[] = [];

  constructor(readonly files = new Map<string, Uint8Array>()) {}

  read(name: string): Promise<Uint8Array | undefined> {
    this.asked.push(name);
    return Promise.resolve(this.files.get(name));
  }
}
