import { fail, ok, type Result } from '@busker/core/base/result';
import type { Installation } from '../../installation/installation';
import { Stopped, wordsIn, type Machine } from '../../command';
import { raisedSince, readRecords, type ReleaseRecord } from '../releases/release-record';
import { installationIn } from '../run-deploy';
import { secretNames } from '../secrets/secrets';
import { realServices, type Services } from '../services';

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

async function liveState({ hosting, secrets }: Services): Promise<Result<LiveState, string>> {
  const releases = await hosting.releases();
  if (releases.state === 'unknown') return fail(`The live files cannot be read: ${releases.why}.`);
  const enabled: Record<string, readonly number[]> = {};
  for (const name of secretNames) {
    const versions = await secrets.versions(name);
    if (versions.state === 'unknown') return fail(`${name} cannot be read: ${versions.why}.`);
    enabled[name] = (versions.value ?? []).filter((each) => each.enabled).map(({ number }) => number);
  }
  return ok({ hostingVersion: releases.value[0]?.version ?? '', secrets: enabled });
}

/** The files come first, because people see them. The traffic of each function follows. */
async function goBack(
  { hosting, functions }: Services,
  target: ReleaseRecord,
  { embedOnly }: RollbackWanted,
  say: (line: string) => void,
): Promise<Result<null, string>> {
  const files = await hosting.release(target.hosting.version, `busker rollback to ${target.id}`);
  if (!files.ok) return files;
  say(`Hosting serves the files of ${target.id}.`);
  if (embedOnly) return ok(null);
  for (const { id, service, revision } of target.functions.revisions) {
    const moved = await functions.route(service, [{ revision, percent: 100 }]);
    if (!moved.ok) return moved;
    say(`All traffic of ${id} is at ${revision}.`);
  }
  return ok(null);
}

async function rollback(
  services: Services,
  wanted: RollbackWanted,
  say: Machine['say'],
): Promise<Result<null, string>> {
  const records = await readRecords(services.kept);
  if (records.state === 'unknown') return fail(`The releases cannot be read: ${records.why}.`);
  const live = await liveState(services);
  if (!live.ok) return live;
  const target = planRollback(records.value, live.value, wanted);
  if (!target.ok) return target;
  const done = await goBack(services, target.value, wanted, say);
  if (!done.ok) return done;
  say(
    'Rules, indexes and documents stay as they are. The next npm run deploy sends the traffic to the newest revision again.',
  );
  return done;
}

/** Runs `busker rollback [--embed] [--to ID]` and returns the exit code. */
export async function runRollback(
  argv: readonly string[],
  { root, say }: Machine,
  services: (wanted: Installation) => Services = realServices,
): Promise<number> {
  const { embed, to } = wordsIn({
    args: [...argv],
    options: { embed: { type: 'boolean', default: false }, to: { type: 'string' } },
  }).values;
  const wanted = { embedOnly: embed, to: to ?? null };
  const done = await rollback(services(await installationIn(root)), wanted, say);
  if (!done.ok) throw new Stopped(done.problem);
  return 0;
}
