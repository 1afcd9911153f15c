import { fail, ok, type Result } from '../../../core/base/result';
import type { LiveFunctions } from '../google/live-functions';
import { due, fine, missing, unknown, type Step } from '../step';
import { goesToLatest, type BuiltFunctions } from './functions-step';

export interface CanaryStepOptions {
  readonly percent: number;
  readonly live: LiveFunctions;
  readonly built: () => Promise<BuiltFunctions>;
  readonly deploy: (ids: readonly string[]) => Promise<Result<null, string>>;
}

/**
 * Gives the new revision of `app` a small share of the traffic. The previous revision first gets all traffic by name, so the deploy moves none.
 * The person who deploys compares the errors of both revisions. Then they deploy again, which only moves the traffic, or they roll back.
 */
export function canaryStep({ percent, live, built, deploy }: CanaryStepOptions): Step {
  const app = async () => {
    const found = await live.list();
    if (found.state === 'unknown') return found;
    return { ...found, value: found.value.find(({ id }) => id === 'app') ?? null };
  };
  const share = (revision: string) => [
    { revision, percent: 100 - percent },
    { revision: 'latest', percent },
  ];
  return {
    name: 'canary',
    async ask() {
      const [{ release }, now] = await Promise.all([built(), app()]);
      if (now.state === 'unknown') return [unknown('the running functions', now.why)];
      if (now.value === null) return [missing('a revision of app to compare with', 'npm run deploy')];
      const shares = await live.traffic(now.value.service);
      if (shares.state === 'unknown') return [unknown('the traffic of app', shares.why)];
      const isNew = now.value.release !== release;
      if (goesToLatest(shares.value) && isNew)
        return [due(`${percent} % of the traffic of app to release ${release}`)];
      if (isNew)
        return [missing('all traffic of app on its newest revision', 'npm run deploy, or npm run rollback')];
      if (goesToLatest(shares.value))
        return [
          missing(`another release than ${release}, which has all traffic`, 'There is nothing to try.'),
        ];
      return [
        fine(
          `release ${release} has a part of the traffic. Compare the errors of both revisions, then npm run deploy or npm run rollback`,
        ),
      ];
    },
    async act() {
      const before = await app();
      if (before.state === 'unknown' || before.value === null)
        return fail('The running revision cannot be read.');
      const { service, revision } = before.value;
      const held = await live.route(service, [{ revision, percent: 100 }]);
      if (!held.ok) return held;
      const { ids } = await built();
      const deployed = await deploy(ids);
      if (!deployed.ok) return deployed;
      const split = await live.route(service, share(revision));
      return split.ok ? ok(null) : split;
    },
  };
}
