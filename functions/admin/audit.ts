import { auditDocument, type AuditEntry } from '@busker/core/moderation/report-document';
import { collections } from '@busker/core/documents/documents';
import type { Decider } from '@busker/core/moderation/standing';
import type { Deps } from '../deps';
import { readable, stored, type Writes } from '../store/store';

/** An entry before it is written. */
export type Act = Omit<AuditEntry, 'v' | 'at'>;

/** An entry with its id, for a transaction that may run several times. The entry is written once, and logged after the transaction is committed. */
export interface AuditRecord {
  readonly id: string;
  /** Adds the entry to the writes of a transaction. */
  write(writes: Writes, act: Act): void;
  /** Logs the entry that was written last. */
  say(): void;
}

/** The acting person in an entry. */
export const actedBy = ({ uid, name, role }: Decider): Pick<Act, 'who' | 'whoUid' | 'role'> => ({
  who: name,
  ...(uid === undefined ? {} : { whoUid: uid }),
  role,
});

/** Begins an audit entry. The act's own transaction writes it, so that there is no act without its entry. */
export function auditRecord({ ids, clock, log }: Pick<Deps, 'ids' | 'clock' | 'log'>): AuditRecord {
  const id = ids.fresh();
  let written: Act | undefined;
  return {
    id,
    write: (writes, act) => {
      written = act;
      writes.write(stored.audit(id), { v: 1, at: clock.now(), ...act });
    },
    say: () => {
      if (written === undefined) return;
      const { role, verb, subject, outcome } = written;
      log.adminAct({ role, verb, subject, outcome, auditId: id });
    },
  };
}

/** Writes an act whose effect is not in the store alone, such as a deletion or a right at the sign-in service. */
export async function recordAct(
  deps: Pick<Deps, 'store' | 'ids' | 'clock' | 'log'>,
  act: Act,
): Promise<void> {
  const record = auditRecord(deps);
  await deps.store.transaction((tx) => {
    record.write(tx, act);
    return Promise.resolve();
  });
  record.say();
}

/** The newest acts first, at most `limit`; of one subject (a uid or `acct_…`), or null = of all. */
export async function readAudit(
  { store }: Pick<Deps, 'store'>,
  subject: string | null,
  limit: number,
): Promise<readonly AuditEntry[]> {
  const from = collections.audit;
  const read = (data: unknown) => readable(from, auditDocument.decode(data));
  if (subject === null) {
    const found = await store.find({ from, orderBy: [['at', 'desc']], limit }, read);
    return found.map(({ value }) => value);
  }
  // The entries are sorted here: for so few, an index is not worth its writes.
  const found = await store.find({ from, where: [['subject', '==', subject]], limit: mostOfOne }, read);
  return found
    .map(({ value }) => value)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limit);
}

const mostOfOne = 1000;
