import * as v from 'valibot';
import { unreachable, ok, fail, type Result } from '@busker/core/base/result';
import { appService, type OpsTarget } from '../installation/installation';
import type { Alert, MadeNames } from './alert-policy';
import { alerts } from './alerts';
import type { Live, OpsResource } from './resources';
import { known, type GoogleRest, type Reply } from '../installation/google';

/** The dotted paths at which a resource differs from the one we want. Fields that only the API adds do not count. */
export function differences(wanted: unknown, live: unknown, path = ''): readonly string[] {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(live) || live.length !== wanted.length) return [path];
    return wanted.flatMap((each, index) => differences(each, live[index], `${path}[${index}]`));
  }
  if (typeof wanted === 'object' && wanted !== null) {
    // An API leaves out an empty message, but `dailyRecurrence: {}` must be present although it is empty.
    if (typeof live !== 'object' || live === null) return [path];
    return Object.entries(wanted).flatMap(([key, each]) =>
      differences(each, (live as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return wanted === live ? [] : [path];
}

/** The result of comparing a resource of the project with the one that host/ops/ describes. */
export type Standing =
  | { readonly kind: 'same' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'differs'; readonly at: readonly string[] }
  | { readonly kind: 'unknown'; readonly why: string };

export interface Planned {
  readonly resource: OpsResource;
  readonly live: Live | null;
  readonly standing: Standing;
}

const live = v.record(v.string(), v.unknown());

/** Reads each list once, even when several resources are looked up in it. */
function readerOf(google: GoogleRest): (resource: OpsResource) => Promise<Reply<Live | null>> {
  const lists = new Map<string, Promise<Reply<readonly Live[]>>>();
  return async ({ find }) => {
    if (find.by === 'address') return google.read(find.url, live);
    const list = lists.get(find.url) ?? google.readAll(find.url, find.field, live);
    lists.set(find.url, list);
    const found = await list;
    return found.state === 'unknown' ? found : known(found.value.find((each) => find.is(each)) ?? null);
  };
}

/** The names that Google gave to existing resources. */
function namesOf(found: ReadonlyMap<string, Live>): MadeNames {
  const name = (id: string) => {
    const given = found.get(id)?.['name'];
    return typeof given === 'string' ? given : null;
  };
  return { channel: (level) => name(`channel ${level}`), uptimeCheck: (check) => name(`uptime ${check}`) };
}

function standingOf(resource: OpsResource, reply: Reply<Live | null>, names: MadeNames): Standing {
  if (reply.state === 'unknown') return { kind: 'unknown', why: reply.why };
  if (reply.value === null) return { kind: 'missing' };
  const at = differences(resource.wanted(names), reply.value);
  return at.length === 0 ? { kind: 'same' } : { kind: 'differs', at };
}

/** Compares every resource with the project; changes nothing. */
export async function planOf(
  google: GoogleRest,
  resources: readonly OpsResource[],
): Promise<readonly Planned[]> {
  const read = readerOf(google);
  const replies = await Promise.all(resources.map(read));
  const found = new Map<string, Live>();
  for (const [index, reply] of replies.entries()) {
    const id = resources[index]?.id;
    if (id !== undefined && reply.state === 'known' && reply.value !== null) found.set(id, reply.value);
  }
  const names = namesOf(found);
  return resources.map((resource, index): Planned => {
    const reply = replies[index] ?? known(null);
    const value = reply.state === 'known' ? reply.value : null;
    return { resource, live: value, standing: standingOf(resource, reply, names) };
  });
}

/** Creates or changes one resource as needed. The problem is one sentence. */
function carryOut(
  google: GoogleRest,
  { resource, live: before, standing }: Planned,
  wanted: object,
): Promise<Result<Live, string>> {
  const { create, update } = resource;
  switch (standing.kind) {
    case 'same':
      return Promise.resolve(ok(before ?? {}));
    case 'unknown':
      return Promise.resolve(fail(standing.why));
    case 'missing':
      if (create === null) return Promise.resolve(fail('it is not there; a deploy makes it'));
      return google.write('POST', create, wanted, live);
    case 'differs':
      return google.write(update.method, update.url(before ?? {}), wanted, live);
    default:
      return unreachable(standing);
  }
}

export interface Applied {
  readonly id: string;
  readonly done: 'already so' | 'made' | 'changed';
}

/**
 * Changes the project to what host/ops/ describes, one resource at a time. Stops at the first failure, because later ones may refer to it. The next run
 * continues there.
 */
export async function applyPlan(
  google: GoogleRest,
  plan: readonly Planned[],
  report: (applied: Applied) => void,
): Promise<Result<null, string>> {
  const found = new Map<string, Live>();
  for (const planned of plan) if (planned.live !== null) found.set(planned.resource.id, planned.live);
  for (const planned of plan) {
    const { resource } = planned;
    const wanted = resource.wanted(namesOf(found));
    // The resources that it refers to may have been created a moment ago.
    const standing: Standing =
      planned.live === null || planned.standing.kind === 'unknown'
        ? planned.standing
        : standingOf(resource, known(planned.live), namesOf(found));
    const done = await carryOut(google, { ...planned, standing }, wanted);
    if (!done.ok) return fail(`${resource.id}: ${done.problem}`);
    found.set(resource.id, done.value);
    report({
      id: resource.id,
      done: standing.kind === 'same' ? 'already so' : standing.kind === 'missing' ? 'made' : 'changed',
    });
  }
  return ok(null);
}

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

interface Fired {
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
