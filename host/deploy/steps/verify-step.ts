import type { Result } from '@busker/core/base/result';
import type { Planned } from '../../ops/ops-plan';
import { due, fine, missing, unknown, type Finding, type Step } from '../../installation/installation';
import type { Finding as Verified } from '../../verify/site';

export interface VerifyStepOptions {
  /** The checks of `npm run verify` on the live address. Reads only. */
  readonly verify: () => Promise<readonly Verified[]>;
  readonly wait: (ms: number) => Promise<void>;
}

/** The schedule that watches all others runs every five minutes. Before its first run, the site is not ready. */
const patience = { tries: 21, betweenMs: 20_000 };

const isSchedule = ({ name, verdict }: Verified) => verdict.state === 'fault' && name.startsWith('job ');

function findingsOf(verified: readonly Verified[]): readonly Finding[] {
  const good = verified.filter(({ verdict }) => verdict.state === 'ok').length;
  const faults = verified.flatMap(({ name, verdict }) =>
    verdict.state === 'fault'
      ? [
          missing(
            `${name}: ${verdict.why}`,
            'The release is live and on record; docs/hosts/operations.md has more.',
          ),
        ]
      : [],
  );
  return [fine(`${good} checks of the live site`), ...faults];
}

/** Is the live site as it should be? The step runs before old functions are deleted, so that a fault prevents the deletion. */
export const verifyStep = ({ verify, wait }: VerifyStepOptions): Step => ({
  name: 'verify',
  async ask() {
    let verified = await verify();
    for (let look = 1; look < patience.tries; look += 1) {
      const faults = verified.filter(({ verdict }) => verdict.state === 'fault');
      if (faults.length === 0 || !faults.every(isSchedule)) break;
      await wait(patience.betweenMs);
      verified = await verify();
    }
    return findingsOf(verified);
  },
});

/** The alerts, log filters, dashboards and backups of a project. */
export interface ProjectOps {
  /** Compares each resource with the one that host/ops/ describes. Reads only. */
  plan(): Promise<readonly Planned[]>;
  apply(plan: readonly Planned[]): Promise<Result<null, string>>;
}

function findingOf({ resource, standing }: Planned): Finding | null {
  switch (standing.kind) {
    case 'same':
      return null;
    case 'missing':
      return due(resource.id);
    case 'differs':
      return due(`${resource.id}: ${standing.at.join(', ')}`);
    case 'unknown':
      return unknown(resource.id, standing.why);
  }
}

/** Changes the project to what host/ops/ describes, as `npm run ops -- apply` does. It runs after the record, because the release is live without it. */
export function opsStep(ops: ProjectOps): Step {
  let planned: readonly Planned[] = [];
  return {
    name: 'ops',
    async ask() {
      planned = await ops.plan();
      const others = planned.map(findingOf).filter((finding) => finding !== null);
      const same = planned.length - others.length;
      return [...(same > 0 ? [fine(`${same} resources are as host/ops/ describes them`)] : []), ...others];
    },
    act: () => ops.apply(planned),
  };
}
