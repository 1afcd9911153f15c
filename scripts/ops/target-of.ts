import { fail, ok, type Result } from '../../core/base/result';
import type { OpsTarget } from '../../ops/ops-target';
import type { Settings } from '../deploy/check-settings';
import { installationOf, type Installation } from '../deploy/installation';

/** The facts about an installation that ops/ needs. */
export function opsTarget(installation: Installation): OpsTarget {
  const { projectId, origin, region, database, bucket, maxInstances, mailTo } = installation;
  return {
    projectId,
    host: new URL(origin).host,
    region,
    database: database.id,
    bucket,
    maxInstances,
    mailTo,
  };
}

/** The installation that `.env` describes, for ops/; or one sentence for each fault in the settings. */
export function opsTargetOf(
  settings: Settings,
): Result<{ readonly target: OpsTarget; readonly livemode: boolean }, readonly string[]> {
  const installation = installationOf(settings);
  if (!installation.ok) return fail(installation.problem);
  return ok({ livemode: installation.value.livemode, target: opsTarget(installation.value) });
}
