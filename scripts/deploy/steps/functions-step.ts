import { ok, type Result } from '../../../core/base/result';
import type { LiveFunction, LiveFunctions, TrafficShare } from '../google/live-functions';
import type { Reply } from '../google/reply';
import { due, fine, missing, unknown, type Finding, type Step } from '../step';

/** The functions of this build. */
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
            'Set BUSKER_REGION back, or move them: docs/operations.md#moving-to-another-region',
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
