import { decodeAudit, type AuditEntry } from '../../core/documents/audit-document';
import { collections } from '../../core/documents/documents';
import type { Deps } from '../deps';
import { readable } from '../store/stored';

/** The newest acts first, at most `limit`; of one subject (a uid or `acct_…`), or null = of all. */
export async function readAudit(
  { store }: Pick<Deps, 'store'>,
  subject: string | null,
  limit: number,
): Promise<readonly AuditEntry[]> {
  const from = collections.audit;
  const read = (data: unknown) => readable(from, decodeAudit(data));
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
