import { markCovers } from '../../../core/documents/wall-document';
import { paths } from '../../../core/documents/documents';
import type { Clock } from '../../store/clock';
import { passingOn } from '../../store/passing-on';
import type { Store, StoredData, Writes } from '../../store/store';

/** Above this number, marks whose minute is over are removed. */
const mostMarks = 5000;

/** The owner whose wall these fields mark as changed, without emptying it; null = they do something else. */
function markedBy(path: string, set: StoredData | undefined): string | null {
  const [, uid = ''] = path.split('/');
  return path === paths.wall(uid) && set !== undefined && set['made'] === undefined ? uid : null;
}

/**
 * The same store, which leaves out the mark of a changed wall when this instance has stored one in the last minute. Each tip marks the wall of its
 * profile in its own commit. One document takes about one write a second, and so many tips must not wait for each other.
 */
export function sparingMarks(store: Store, clock: Clock): Store {
  const covered = new Map<string, number>();
  const spare = (writes: Writes, marked: Set<string>): Pick<Writes, 'add'> => ({
    add: (path, by, set) => {
      const uid = markedBy(path, set);
      if (uid !== null && (covered.get(uid) ?? 0) > clock.now()) return;
      if (uid !== null) marked.add(uid);
      writes.add(path, by, set);
    },
  });
  const landed = (marked: ReadonlySet<string>, now: number) => {
    if (covered.size > mostMarks) for (const [uid, until] of covered) if (until <= now) covered.delete(uid);
    for (const uid of marked) covered.set(uid, now + markCovers);
  };
  return {
    ...passingOn(store),
    async commit(conditions, work) {
      const now = clock.now();
      const marked = new Set<string>();
      const isDone = await store.commit(conditions, (writes) =>
        work({ ...writes, ...spare(writes, marked) }),
      );
      if (isDone) landed(marked, now);
      return isDone;
    },
    async transaction(work) {
      const now = clock.now();
      const marked = new Set<string>();
      const result = await store.transaction((tx) => {
        marked.clear();
        return work({ ...tx, ...spare(tx, marked) });
      });
      landed(marked, now);
      return result;
    },
  };
}
