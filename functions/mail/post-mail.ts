import { collections } from '@busker/core/documents/documents';
import { mailKept } from '@busker/core/outbox-documents/event-document';
import { messagesOf } from '@busker/core/messages/message-texts';
import type { Deps } from '../deps';
import type { OutboxTask } from '../outbox/outbox-task';
import type { TaskQueue } from '../queue/task-queue';
import { passingOn, stored, type Query, type Store, type Stored, type Writes } from '../store/store';
import de from '../messages/de.json' with { type: 'json' };
import en from '../messages/en.json' with { type: 'json' };
import type { MessageId, Placeholders } from '../messages/message-ids';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** A mail with its id, before it is written: a transaction that runs twice writes it once. */
export interface Letter {
  readonly id: string;
  write(writes: Writes): void;
}

/**
 * A mail to `to`. Write it in the transaction of the change that it reports. The server sends it from the store at once;
 * without a mail server the host sends it by hand. `keptMs`: how long it is worth sending, and kept. `tipId`: of the tip whose fan gets it.
 */
export function letter(
  { ids, clock, config }: Pick<Deps, 'ids' | 'clock' | 'config'>,
  to: string,
  message: MailText,
  { keptMs = mailKept, tipId }: { readonly keptMs?: number; readonly tipId?: string } = {},
): Letter {
  const id = ids.fresh();
  const createdAt = clock.now();
  return {
    id,
    write: (writes) =>
      writes.write(stored.mail(id), {
        v: 1,
        to,
        message,
        ...(tipId !== undefined && { tipId }),
        createdAt,
        expiresAt: createdAt + keptMs,
        dueAt: config.mails === 'smtp' ? createdAt : null,
        tries: 0,
        delivery: null,
      }),
  };
}

/** The mails to the fans of these tips, waiting ones too. At most 30 tips. */
export const lettersAbout = (tipIds: readonly string[]): Pick<Query, 'from' | 'where'> => ({
  from: collections.mail,
  where: [['tipId', 'in', tipIds]],
});

/** The mails that a law asks for, or that protect an account, are in these languages alone: a wrong word costs somebody a right. */
export type MailLanguage = 'en' | 'de';

/** The language of a mail for a reader: English for all whose language is not German. */
export const mailLanguage = (language: string): MailLanguage => (/^de(?:-|$)/i.test(language) ? 'de' : 'en');

const group = messagesOf<MessageId, Placeholders, MailLanguage>({ en, de });

/** Mails about reports, decisions and objections. */
export const reportMailTexts = group('report');

/** Mails about changes of how an owner signs in. */
export const securityMailTexts = group('security');

/** Mails about the domain of an owner's page. */
export const domainMailTexts = group('domain');

export const paragraphs = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join('\n\n');

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
