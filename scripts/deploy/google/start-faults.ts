import * as v from 'valibot';
import type { GoogleRest } from './google-rest';
import { known, unanswered, type Reply } from './reply';

/** Where Cloud Run keeps what a process wrote before it could log, and what it says itself about a start that failed. */
const places = ['run.googleapis.com/stderr', 'run.googleapis.com/varlog/system'];

const entries = v.object({
  entries: v.optional(
    v.array(
      v.object({
        textPayload: v.optional(v.string(), ''),
        resource: v.optional(v.object({ labels: v.optional(v.record(v.string(), v.string()), {}) })),
      }),
    ),
    [],
  ),
});

export interface StartFaultsAsked {
  readonly projectId: string;
  /** The names of revisions. */
  readonly revisions: readonly string[];
  /** Epoch milliseconds; earlier lines do not count. */
  readonly since: number;
}

/**
 * Errors of these revisions that our own log did not write, newest first: a setting that stops the start, a module that does not load
 * (cloud.google.com/logging/docs/reference/v2/rest/v2/entries/list).
 */
export async function startFaults(
  google: GoogleRest,
  { projectId, revisions, since }: StartFaultsAsked,
): Promise<Reply<readonly string[]>> {
  const one = (field: string, values: readonly string[]) =>
    `${field}=(${values.map((value) => JSON.stringify(value)).join(' OR ')})`;
  const filter = [
    'resource.type="cloud_run_revision"',
    one('resource.labels.revision_name', revisions),
    `(${places.map((place) => `log_id(${JSON.stringify(place)})`).join(' OR ')})`,
    'severity>=ERROR',
    `timestamp>=${JSON.stringify(new Date(since).toISOString())}`,
  ].join(' AND ');
  const found = await google.query(
    'https://logging.googleapis.com/v2/entries:list',
    { resourceNames: [`projects/${projectId}`], filter, orderBy: 'timestamp desc', pageSize: 10 },
    entries,
  );
  if (found.state === 'unknown') return found;
  if (found.value === null) return unanswered('Cloud Logging does not know this project');
  return known(
    found.value.entries
      .filter(({ textPayload }) => textPayload.trim() !== '')
      .map(
        ({ textPayload, resource }) =>
          `${resource?.labels['revision_name'] ?? 'a revision'}: ${textPayload.trim().split('\n')[0]}`,
      ),
  );
}
