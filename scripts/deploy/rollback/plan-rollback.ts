import { fail, ok, type Result } from '../../../core/base/result';
import { raisedSince } from '../releases/document-versions';
import type { ReleaseRecord } from '../releases/release-record';

/** What is live now, as the services report it. */
export interface LiveState {
  readonly hostingVersion: string;
  /** The enabled versions of each secret. */
  readonly secrets: Readonly<Record<string, readonly number[]>>;
}

export interface RollbackWanted {
  /** Roll back only Hosting: dashboard and embed. */
  readonly embedOnly: boolean;
  /** The id of a release; null = the one before the live one. */
  readonly to: string | null;
}

/** The live release is the newest record whose Hosting version is live. A deploy that stopped half-way left no record. */
function targetOf(
  records: readonly ReleaseRecord[],
  live: LiveState,
  to: string | null,
): ReleaseRecord | undefined {
  if (to !== null) return records.find(({ id }) => id === to);
  const now = records.findIndex(({ hosting }) => hosting.version === live.hostingVersion);
  return now < 0
    ? records[0]
    : records.slice(now + 1).find(({ hosting }) => hosting.version !== live.hostingVersion);
}

/**
 * The release to go back to, or why that is not possible. `records`: newest first. Code and rules stay as they are; only the traffic and the
 * live files change.
 */
export function planRollback(
  records: readonly ReleaseRecord[],
  live: LiveState,
  { embedOnly, to }: RollbackWanted,
): Result<ReleaseRecord, string> {
  const target = targetOf(records, live, to);
  if (target === undefined)
    return fail(
      to === null ? 'There is no earlier release on record.' : `There is no release ${to} on record.`,
    );
  if (embedOnly) return ok(target);
  const gone = Object.entries(target.functions.secrets).find(
    ([name, version]) => live.secrets[name]?.includes(version) !== true,
  );
  if (gone !== undefined)
    return fail(
      `Release ${target.id} reads version ${gone[1]} of ${gone[0]}, which is gone: its instances could not start. Deploy the earlier commit instead.`,
    );
  const newer = records.slice(0, records.indexOf(target));
  const raised = [...new Set(newer.flatMap(({ documents }) => raisedSince(target.documents, documents)))];
  if (raised.length > 0)
    return fail(
      `A release since ${target.id} writes ${raised.join(', ')} documents in a version that ${target.id} cannot read. Mend forwards: deploy a fixed release.`,
    );
  return ok(target);
}
