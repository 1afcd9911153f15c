import * as v from 'valibot';
import {
  known,
  unanswered,
  type GoogleRest,
  type LiveFunctions,
  type Reply,
} from '../../installation/google';
import { fine, missing, unknown, type Finding, type Step } from '../../installation/installation';
import { type BuiltFunctions } from './functions-step';

export interface SmokeStepOptions {
  readonly live: LiveFunctions;
  readonly built: () => Promise<BuiltFunctions>;
  readonly fetch: typeof fetch;
  readonly wait: (ms: number) => Promise<void>;
  /** Errors of these revisions that kept one of them from starting, since a time (epoch milliseconds). */
  readonly startFaults: (revisions: readonly string[], since: number) => Promise<Reply<readonly string[]>>;
  readonly now: () => number;
  readonly logs: string;
  /** The path of a file that is in the bucket of releases. */
  readonly storedFile: () => Promise<string>;
}

const health = v.object({ ok: v.literal(true), release: v.string() });
const tries = 10;
/** Milliseconds. The log of a start is older than this only when nothing was deployed. */
const recent = 10 * 60_000;
/** Milliseconds until Cloud Logging shows a line. */
const untilShown = 10_000;

/** Every function starts, not `app` alone: the functions behind the queues answer nobody, so only their log tells. */
async function startsOf(
  { startFaults, wait, now, logs }: SmokeStepOptions,
  revisions: readonly string[],
): Promise<Finding> {
  if (revisions.length === 0)
    return unknown('whether every function starts', 'no function names its release');
  await wait(untilShown);
  const faults = await startFaults(revisions, now() - recent);
  if (faults.state === 'unknown') return unknown('whether every function starts', faults.why);
  if (faults.value.length === 0) return fine('no function failed to start');
  return missing(
    `every function starts; the log says ${faults.value.slice(0, 3).join('; ')}`,
    `Nothing else has changed. Mend it and deploy again, or go back: npm run rollback. The log: ${logs}`,
  );
}

/** Hosting will have the files of the new release alone, so the functions must reach those of earlier ones. A role that was just given takes a while. */
async function readsReleases(
  { fetch: fetchIt, wait, storedFile, logs }: SmokeStepOptions,
  uri: string,
): Promise<Finding> {
  const url = `${uri}${await storedFile()}`;
  let heard = 'nothing';
  for (let look = 0; look < tries; look += 1) {
    if (look > 0) await wait(3000);
    heard = await fetchIt(url, { method: 'HEAD', signal: AbortSignal.timeout(20_000) }).then(
      ({ ok: isThere, status }) => (isThere ? 'the file' : `status ${status}`),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (heard === 'the file') return fine('the functions read the bucket of releases');
  }
  return missing(
    `the functions read the bucket of releases; ${url} said ${heard}`,
    `Hosting still has the files of the release before. The log: ${logs}`,
  );
}

/**
 * Does the new revision respond, did every function start, and can the files of earlier releases be read? The request bypasses Hosting, which still has the files and rewrites of the
 * previous release.
 */
export const smokeStep = (options: SmokeStepOptions): Step => ({
  name: 'smoke',
  async ask() {
    const { live, built, fetch: fetchIt, wait, logs } = options;
    const [{ release }, found] = await Promise.all([built(), live.list()]);
    if (found.state === 'unknown') return [unknown('the new revision', found.why)];
    const app = found.value.find(({ id }) => id === 'app');
    if (app === undefined) return [missing('function app', 'npm run deploy -- --from functions')];
    let heard = 'nothing';
    for (let look = 0; look < tries; look += 1) {
      // The traffic moves within seconds, and a cold start takes a few seconds more.
      if (look > 0) await wait(3000);
      try {
        const answer = await fetchIt(`${app.uri}/health`, { signal: AbortSignal.timeout(20_000) });
        const read = v.safeParse(health, await answer.json().catch(() => null));
        heard = read.success ? `release ${read.output.release}` : `status ${answer.status}`;
        if (read.success && read.output.release === release) {
          const ours = found.value.filter((each) => each.release === release);
          const starts = await startsOf(
            options,
            ours.map(({ revision }) => revision.split('/').at(-1) ?? ''),
          );
          return [fine(`release ${release} answers`), starts, await readsReleases(options, app.uri)];
        }
      } catch (error) {
        heard = error instanceof Error ? error.message : String(error);
      }
    }
    return [
      missing(
        `release ${release} answers; ${app.uri}/health said ${heard}`,
        `Nothing else has changed. The log of a revision that does not start names each wrong setting: ${logs}`,
      ),
    ];
  },
});

/** Where Cloud Run keeps what a process wrote before it could log, and what it says itself about a start that failed. */
const places = ['run.googleapis.com/stderr', 'run.googleapis.com/varlog/system'];

const entries = v.object({
  entries: v.optional(
    v.array(
      v.object({
        textPayload: v.optional(v.string(), ''),
        resource: v.optional(v.object({ labels: v.optional(v.record(v.string(), v.string()), {}) })),
      }),
    ),
    [],
  ),
});

export interface StartFaultsAsked {
  readonly projectId: string;
  readonly revisions: readonly string[];
  /** Epoch milliseconds; earlier lines do not count. */
  readonly since: number;
}

/**
 * Errors of these revisions that our own log did not write, newest first: a setting that stops the start, a module that does not load
 * (cloud.google.com/logging/docs/reference/v2/rest/v2/entries/list).
 */
export async function startFaults(
  google: GoogleRest,
  { projectId, revisions, since }: StartFaultsAsked,
): Promise<Reply<readonly string[]>> {
  const one = (field: string, values: readonly string[]) =>
    `${field}=(${values.map((value) => JSON.stringify(value)).join(' OR ')})`;
  const filter = [
    'resource.type="cloud_run_revision"',
    one('resource.labels.revision_name', revisions),
    `(${places.map((place) => `log_id(${JSON.stringify(place)})`).join(' OR ')})`,
    'severity>=ERROR',
    `timestamp>=${JSON.stringify(new Date(since).toISOString())}`,
  ].join(' AND ');
  const found = await google.query(
    'https://logging.googleapis.com/v2/entries:list',
    { resourceNames: [`projects/${projectId}`], filter, orderBy: 'timestamp desc', pageSize: 10 },
    entries,
  );
  if (found.state === 'unknown') return found;
  if (found.value === null) return unanswered('Cloud Logging does not know this project');
  return known(
    found.value.entries
      .filter(({ textPayload }) => textPayload.trim() !== '')
      .map(
        ({ textPayload, resource }) =>
          `${resource?.labels['revision_name'] ?? 'a revision'}: ${textPayload.trim().split('\n')[0]}`,
      ),
  );
}
