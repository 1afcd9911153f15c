import { paths } from '../../core/documents/documents';
import { groupOf } from './documents';

/** The paths that name a collection, not a document, have an odd number of parts. */
const groupIn = (path: string) => (path.split('/').length % 2 === 0 ? groupOf(path) : path.split('/').at(-1));

/** The names of all collections, from the table of paths: `tips` are the tips of every owner. */
export const groupNames: readonly string[] = [
  ...new Set(
    Object.values(paths).map(
      (path) => groupIn((path as unknown as (...parts: readonly string[]) => string)('a', 'b', 'c')) ?? '',
    ),
  ),
].toSorted();
