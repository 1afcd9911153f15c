import { collections } from '../../core/documents/documents';
import type { OutboxTask } from '../outbox/outbox-task';
import type { TaskQueue } from '../queue/task-queue';
import { passingOn, type Store, type Stored, type Writes } from '../store/store';

interface DueLetter {
  readonly id: string;
  readonly dueAt: number;
  readonly tries: number;
}

const isDue = (value: unknown): value is Omit<DueLetter, 'id'> =>
  typeof value === 'object' && value !== null && 'dueAt' in value && typeof value.dueAt === 'number';

const prefix = `${collections.mail}/`;

/** The same writes, which also note each letter that is to be sent. */
function noting(writes: Writes, due: Map<string, DueLetter>): Pick<Writes, 'write'> {
  return {
    write: <T>(doc: Stored<T>, value: NoInfer<T>) => {
      if (doc.path.startsWith(prefix) && isDue(value)) {
        const id = doc.path.slice(prefix.length);
        due.set(id, { id, dueAt: value.dueAt, tries: value.tries });
      }
      writes.write(doc, value);
    },
  };
}

/**
 * The same store, which enqueues each letter that it has written, at the time of its next try. It is done here and not by each writer, so that no
 * letter waits for the sweep.
 */
export function enqueuedLetters(store: Store, queue: TaskQueue<OutboxTask>): Store {
  const enqueue = async (due: ReadonlyMap<string, DueLetter>): Promise<void> => {
    await Promise.all(
      [...due.values()].map(({ id, dueAt, tries }) => queue.enqueue({ kind: 'letter', id, tries }, dueAt)),
    );
  };
  return {
    ...passingOn(store),
    commit: async (conditions, work) => {
      const due = new Map<string, DueLetter>();
      const isWritten = await store.commit(conditions, (writes) =>
        work({
          ...noting(writes, due),
          add: (path, by, set) => writes.add(path, by, set),
          remove: (path) => writes.remove(path),
        }),
      );
      if (isWritten) await enqueue(due);
      return isWritten;
    },
    transaction: async (work) => {
      let due = new Map<string, DueLetter>();
      const result = await store.transaction((tx) => {
        due = new Map();
        return work({
          ...noting(tx, due),
          read: (doc) => tx.read(doc),
          readAll: (docs) => tx.readAll(docs),
          add: (path, by, set) => tx.add(path, by, set),
          remove: (path) => tx.remove(path),
        });
      });
      await enqueue(due);
      return result;
    },
  };
}
