import { fail, ok, type Result } from '@busker/core/base/result';
import {
  type LiveFunction,
  type LiveFunctions,
  type Reply,
  type TrafficShare,
} from '../../installation/google';
import { due, fine, missing, unknown, type Finding, type Step } from '../../installation/installation';

export interface BuiltFunctions {
  readonly ids: readonly string[];
  /** The hash of the package and its settings. */
  readonly release: string;
}

export interface FunctionsStepOptions {
  readonly built: () => Promise<BuiltFunctions>;
  readonly region: string;
  /** If true, functions in another region stay there; otherwise they stop the deploy. */
  readonly move: boolean;
  readonly live: LiveFunctions;
  /** The newest version of each secret. A deploy gives these to the functions. */
  readonly newestSecrets: () => Promise<Reply<Readonly<Record<string, number>>>>;
  readonly deploy: (ids: readonly string[]) => Promise<Result<null, string>>;
}

export const allToLatest: readonly TrafficShare[] = [{ revision: 'latest', percent: 100 }];

export const goesToLatest = (shares: readonly TrafficShare[]): boolean =>
  shares.filter(({ revision }) => revision === 'latest').reduce((sum, { percent }) => sum + percent, 0) ===
  100;

function judgeOne(id: string, found: LiveFunction | undefined, release: string): Finding {
  if (found === undefined) return due(`function ${id}, which is new`);
  if (!found.active) return due(`function ${id}, whose last deploy failed`);
  if (found.release !== release)
    return due(`function ${id}: release ${release} instead of ${found.release ?? 'none'}`);
  return fine(`function ${id} runs release ${release}`);
}

/** Deploys the functions whose code, settings or secrets have changed, and sends all traffic to the newest revision. */
export function functionsStep(options: FunctionsStepOptions): Step {
  const { built, region, move, live, newestSecrets, deploy } = options;

  const isOurs = (ids: readonly string[]) => (each: LiveFunction) =>
    ids.includes(each.id) && each.region === region;

  async function judgeSecrets(found: readonly LiveFunction[]): Promise<readonly Finding[]> {
    const newest = await newestSecrets();
    if (newest.state === 'unknown') return [unknown('which secrets the functions read', newest.why)];
    const stale = Object.entries(newest.value).filter(([name, version]) =>
      found.some(({ secrets }) => secrets[name] !== undefined && secrets[name] !== version),
    );
    return stale.map(([name, version]) => due(`secret ${name}: version ${version} for every function`));
  }

  /** Code, settings and secrets. */
  async function judgeCode(
    ours: readonly LiveFunction[],
    ids: readonly string[],
    release: string,
  ): Promise<readonly Finding[]> {
    const running = new Map(ours.map((each) => [each.id, each]));
    return [...ids.map((id) => judgeOne(id, running.get(id), release)), ...(await judgeSecrets(ours))];
  }

  /** If traffic stays on named revisions, no later deploy gets any. */
  async function judgeTraffic(found: readonly LiveFunction[]): Promise<readonly Finding[]> {
    const findings: Finding[] = [];
    for (const { id, service } of found) {
      const shares = await live.traffic(service);
      if (shares.state === 'unknown') findings.push(unknown(`the traffic of ${id}`, shares.why));
      else if (!goesToLatest(shares.value))
        findings.push(
          due(
            `the traffic of ${id} to the newest revision; it is at ${shares.value.map(({ revision, percent }) => `${revision} ${percent} %`).join(', ')}`,
          ),
        );
    }
    return findings;
  }

  return {
    name: 'functions',
    async ask() {
      const { ids, release } = await built();
      const found = await live.list();
      if (found.state === 'unknown') return [unknown('the running functions', found.why)];
      const elsewhere = found.value.filter((each) => each.region !== region);
      if (elsewhere.length > 0 && !move)
        return [
          missing(
            `functions at ${region}; they are at ${elsewhere[0]?.region ?? ''}`,
            'Set BUSKER_REGION back, or move them: docs/hosts/operations.md#moving-to-another-region',
          ),
        ];
      const ours = found.value.filter(isOurs(ids));
      return [...(await judgeCode(ours, ids, release)), ...(await judgeTraffic(ours))];
    },
    async act() {
      const { ids, release } = await built();
      const before = await live.list();
      const ours = before.state === 'known' ? before.value.filter(isOurs(ids)) : [];
      const stale = (await judgeCode(ours, ids, release)).some(({ state }) => state !== 'ok');
      if (stale) {
        const deployed = await deploy(ids);
        if (!deployed.ok) return deployed;
      }
      const found = await live.list();
      if (found.state === 'unknown') return ok(null);
      for (const { service } of found.value.filter(isOurs(ids))) {
        const shares = await live.traffic(service);
        if (shares.state === 'unknown' || goesToLatest(shares.value)) continue;
        const moved = await live.route(service, allToLatest);
        if (!moved.ok) return moved;
      }
      return ok(null);
    },
  };
}

/**
 * Functions that are deployed and no longer in the code. They are removed only after the new release has responded, and only on request: the
 * previous dashboard, or a rollback, may still call them.
 */
export function removalsStep(options: {
  readonly built: () => Promise<BuiltFunctions>;
  readonly live: LiveFunctions;
  readonly allowed: boolean;
  readonly remove: (ids: readonly string[]) => Promise<Result<null, string>>;
}): Step {
  const { built, live, allowed, remove } = options;
  const removed = async () => {
    const [{ ids }, found] = await Promise.all([built(), live.list()]);
    return found.state === 'unknown'
      ? found
      : { ...found, value: found.value.filter(({ id }) => !ids.includes(id)) };
  };
  return {
    name: 'removals',
    async ask() {
      const gone = await removed();
      if (gone.state === 'unknown') return [unknown('functions that are no longer in the code', gone.why)];
      if (gone.value.length === 0) return [fine('every deployed function is in the code')];
      return gone.value.map(({ id }) =>
        allowed
          ? due(`the removal of function ${id}`)
          : fine(`function ${id} is no longer in the code and stays; --allow-removal deletes it`),
      );
    },
    async act() {
      const gone = await removed();
      return gone.state === 'unknown' ? ok(null) : remove(gone.value.map(({ id }) => id));
    },
  };
}

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
