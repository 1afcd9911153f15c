import { ok } from '../../../core/base/result';
import { known, mapped } from '../google/reply';
import type { ReleaseFiles } from './release-files';

/** The same files; new files exist only in the memory of this process. */
export function withoutWriting(files: ReleaseFiles): ReleaseFiles {
  const created = new Map<string, Buffer>();
  return {
    async list(prefix) {
      const paths = await files.list(prefix);
      const own = [...created.keys()].filter((path) => path.startsWith(prefix));
      return mapped(paths, (list) => [...new Set([...list, ...own])].toSorted());
    },
    read(path) {
      const own = created.get(path);
      return own === undefined ? files.read(path) : Promise.resolve(known(own));
    },
    async create(path, bytes) {
      const there = await this.read(path);
      if (there.state === 'known' && there.value !== null) return ok('exists');
      created.set(path, Buffer.from(bytes));
      return ok('created');
    },
  };
}
