import type { Result } from '../../../core/base/result';
import type { Planned } from '../../ops/ops-plan';
import { due, fine, unknown, type Finding, type Step } from '../step';

/** The alerts, log filters, dashboards and backups of a project. */
export interface ProjectOps {
  /** Compares each resource with the one that ops/ describes. Reads only. */
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

/** Changes the project to what ops/ describes, as `npm run ops -- apply` does. It runs after the record, because the release is live without it. */
export function opsStep(ops: ProjectOps): Step {
  let planned: readonly Planned[] = [];
  return {
    name: 'ops',
    async ask() {
      planned = await ops.plan();
      const others = planned.map(findingOf).filter((finding) => finding !== null);
      const same = planned.length - others.length;
      return [...(same > 0 ? [fine(`${same} resources are as ops/ describes them`)] : []), ...others];
    },
    act: () => ops.apply(planned),
  };
}
