import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import type { Alert } from '../../ops/alert-policy';
import { alerts } from '../../ops/alerts';
import { appService, type OpsTarget } from '../../ops/ops-target';
import type { GoogleRest } from '../installation/google';

/** The lines that raise an alert; none = no line can raise it. */
function linesFor({ when }: Alert): readonly object[] {
  if (when.kind !== 'every-line' && when.kind !== 'count') return [];
  const filter = when.kind === 'count' ? when.of.filter : when.filter;
  const fields = [...filter.matchAll(/jsonPayload\.(\w+)=("[^"]*")/g)].map(
    ([, field = '', value = '']) => [field, JSON.parse(value) as unknown] as const,
  );
  const line = { ...Object.fromEntries(fields), test: true };
  return Array.from({ length: when.kind === 'count' ? when.moreThan + 1 : 1 }, () => line);
}

export interface Fired {
  readonly name: string;
  /** 0 = no line can raise it, only the service itself: by an address that does not respond, by slowness, or by its use of memory. */
  readonly lines: number;
}

/** Writes the lines that raise each alert once, into the log of the functions. */
export async function fireAlerts(
  google: GoogleRest,
  { projectId, region }: OpsTarget,
): Promise<Result<readonly Fired[], string>> {
  const fired: Fired[] = [];
  const labels = {
    project_id: projectId,
    location: region,
    service_name: appService,
    configuration_name: appService,
    revision_name: 'ops-test',
  };
  for (const alert of alerts) {
    const lines = linesFor(alert);
    if (lines.length > 0) {
      const written = await google.write(
        'POST',
        'https://logging.googleapis.com/v2/entries:write',
        {
          logName: `projects/${projectId}/logs/run.googleapis.com%2Fstdout`,
          resource: { type: 'cloud_run_revision', labels },
          entries: lines.map((jsonPayload) => ({ severity: 'WARNING', jsonPayload })),
        },
        v.looseObject({}),
      );
      if (!written.ok) return fail(`${alert.name}: ${written.problem}`);
    }
    fired.push({ name: alert.name, lines: lines.length });
  }
  return ok(fired);
}
