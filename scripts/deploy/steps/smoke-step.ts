import * as v from 'valibot';
import type { LiveFunctions } from '../google/live-functions';
import { fine, missing, unknown, type Step } from '../step';
import type { BuiltFunctions } from './functions-step';

export interface SmokeStepOptions {
  readonly live: LiveFunctions;
  readonly built: () => Promise<BuiltFunctions>;
  readonly fetch: typeof fetch;
  readonly wait: (ms: number) => Promise<void>;
  readonly logs: string;
}

const health = v.object({ ok: v.literal(true), release: v.string() });
const tries = 10;

/** Does the new revision respond? The request bypasses Hosting, which still has the files and rewrites of the previous release. */
export const smokeStep = ({ live, built, fetch: fetchIt, wait, logs }: SmokeStepOptions): Step => ({
  name: 'smoke',
  async ask() {
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
        if (read.success && read.output.release === release) return [fine(`release ${release} answers`)];
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
