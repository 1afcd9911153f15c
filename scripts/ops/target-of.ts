import { fail, ok, type Result } from '../../core/base/result';
import type { OpsTarget } from '../../ops/ops-target';
import type { Settings } from '../deploy/check-settings';
import { installationOf } from '../deploy/installation';

/** The installation that `.env` describes, for ops/; or every sentence that is wrong with it. */
export function opsTargetOf(
  settings: Settings,
): Result<{ readonly target: OpsTarget; readonly livemode: boolean }, readonly string[]> {
  const installation = installationOf(settings);
  if (!installation.ok) return fail(installation.problem);
  const { projectId, origin, region, database, bucket, livemode } = installation.value;
  const text = (name: string) => settings[name]?.trim() ?? '';
  return ok({
    livemode,
    target: {
      projectId,
      host: new URL(origin).host,
      region,
      database: database.id,
      bucket,
      maxInstances: Number(text('MAX_INSTANCES') || '40'),
      mailTo: { page: text('ALERT_PAGE_EMAIL') || null, ticket: text('ALERT_TICKET_EMAIL') || null },
    },
  });
}
