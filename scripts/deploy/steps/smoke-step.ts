import * as v from 'valibot';
import type { LiveFunctions } from '../google/live-functions';
import type { Reply } from '../google/reply';
import { fine, missing, unknown, type Finding, type Step } from '../step';
import type { BuiltFunctions } from './functions-step';

export interface SmokeStepOptions {
  readonly live: LiveFunctions;
  readonly built: () => Promise<BuiltFunctions>;
  readonly fetch: typeof fetch;
  readonly wait: (ms: number) => Promise<void>;
  /** Errors of these revisions that kept one of them from starting, since a time (epoch milliseconds). */
  readonly startFaults: (revisions: readonly string[], since: number) => Promise<Reply<readonly string[]>>;
  readonly now: () => number;
  readonly logs: string;
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

/**
 * Does the new revision respond, and did every function start? The request bypasses Hosting, which still has the files and rewrites of the
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
          return [fine(`release ${release} answers`), starts];
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
