import { paths } from '../../core/documents/documents';
import { groupOf } from './documents';

/** The paths of collections have an odd number of parts; those of documents have an even number. */
const groupIn = (path: string) => (path.split('/').length % 2 === 0 ? groupOf(path) : path.split('/').at(-1));

/** The names of all collections, from the table of paths. For example, `tips` stands for the tips of every owner. */
export const groupNames: readonly string[] = [
  ...new Set(
    Object.values(paths).map(
      (path) => groupIn((path as unknown as (...parts: readonly string[]) => string)('a', 'b', 'c')) ?? '',
    ),
  ),
].toSorted();
