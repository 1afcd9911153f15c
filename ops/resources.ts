import { alertPolicy, type MadeNames } from './alert-policy';
import { alerts } from './alerts';
import { backupSchedules, databaseProtection } from './backups';
import { dashboard } from './dashboard';
import { imagePolicies, imagesAddress } from './images';
import { bucketSettings } from './lifecycle';
import { requestLogBucket, requestLogExclusion, requestLogName, requestLogSink } from './log-filters';
import { metrics } from './metrics';
import type { AlertLevel, OpsTarget } from './ops-target';
import { uptimeChecks, uptimeConfig } from './uptime';

/** A resource as an API returns it. */
export type Live = Readonly<Record<string, unknown>>;

/** How to find one of our resources again: at its own address, or in a list by a mark that it carries. */
export type Found =
  | { readonly by: 'address'; readonly url: string }
  | {
      readonly by: 'list';
      readonly url: string;
      readonly field: string;
      readonly is: (live: Live) => boolean;
    };

export interface OpsResource {
  /** The id that people read and other resources refer to, such as `alert tip-held`. */
  readonly id: string;
  readonly find: Found;
  /** The address that creates the resource; null = only a deploy creates it. */
  readonly create: string | null;
  readonly update: { readonly method: 'PATCH' | 'PUT'; readonly url: (live: Live) => string };
  /** The resource as it should be. Some resources refer to names of others, which are known only after the others were made. */
  readonly wanted: (names: MadeNames) => object;
}

const monitoring = 'https://monitoring.googleapis.com';
const logging = 'https://logging.googleapis.com/v2';

const fieldsOf = (wanted: object) => Object.keys(wanted).join(',');
const nameOf = (live: Live) => String(live['name']);

const hasLabel = (field: 'userLabels' | 'labels', name: string) => (live: Live) => {
  const labels = live[field];
  return typeof labels === 'object' && labels !== null && 'busker' in labels && labels.busker === name;
};

interface Labelled {
  readonly kind: string;
  readonly name: string;
  readonly collection: string;
  readonly wanted: OpsResource['wanted'];
}

/** A resource of Cloud Monitoring, found by its label `busker`. */
function monitored({ projectId }: OpsTarget, { kind, name, collection, wanted }: Labelled): OpsResource {
  const url = `${monitoring}/v3/projects/${projectId}/${collection}`;
  return {
    id: `${kind} ${name}`,
    find: { by: 'list', url: `${url}?pageSize=200`, field: collection, is: hasLabel('userLabels', name) },
    create: url,
    update: { method: 'PATCH', url: (live) => `${monitoring}/v3/${nameOf(live)}` },
    wanted,
  };
}

function channels(target: OpsTarget): readonly OpsResource[] {
  return (['page', 'ticket'] as const).flatMap((level: AlertLevel) => {
    const address = target.mailTo[level];
    if (address === null) return [];
    const wanted = () => ({
      type: 'email',
      displayName: `Busker: ${level}`,
      labels: { email_address: address },
      userLabels: { busker: level },
    });
    return [monitored(target, { kind: 'channel', name: level, collection: 'notificationChannels', wanted })];
  });
}

/** A resource at an address that we choose. */
function addressed(id: string, url: string, create: string, wanted: object): OpsResource {
  const find = { by: 'address', url } as const;
  const update = { method: 'PATCH', url: () => `${url}?updateMask=${fieldsOf(wanted)}` } as const;
  return { id, find, create, update, wanted: () => wanted };
}

function logMetrics({ projectId }: OpsTarget): readonly OpsResource[] {
  const url = `${logging}/projects/${projectId}/metrics`;
  return Object.values(metrics).map(({ name, says, filter }): OpsResource => {
    const wanted = { name, description: says, filter };
    const at = `${url}/${name}`;
    const find = { by: 'address', url: at } as const;
    return {
      id: `metric ${name}`,
      find,
      create: url,
      update: { method: 'PUT', url: () => at },
      wanted: () => wanted,
    };
  });
}

function requestLogs(target: OpsTarget): readonly OpsResource[] {
  const project = `${logging}/projects/${target.projectId}`;
  const buckets = `${project}/locations/${target.region}/buckets`;
  const at = (collection: string) => `${collection}/${requestLogName}`;
  const sink = addressed('log sink', at(`${project}/sinks`), `${project}/sinks`, requestLogSink(target));
  return [
    addressed('log bucket', at(buckets), `${buckets}?bucketId=${requestLogName}`, requestLogBucket()),
    { ...sink, update: { method: 'PUT', url: () => at(`${project}/sinks`) } },
    // The exclusion comes last: until the sink works, the default bucket must still receive the lines.
    addressed(
      'log exclusion',
      at(`${project}/exclusions`),
      `${project}/exclusions`,
      requestLogExclusion(target),
    ),
  ];
}

function dataProtection({ projectId, database, bucket }: OpsTarget): readonly OpsResource[] {
  const url = `https://firestore.googleapis.com/v1/projects/${projectId}/databases/${database}`;
  const schedules = Object.entries(backupSchedules).map(([name, wanted]): OpsResource => ({
    id: `backup ${name}`,
    find: {
      by: 'list',
      url: `${url}/backupSchedules`,
      field: 'backupSchedules',
      is: (live) => `${name}Recurrence` in live,
    },
    create: `${url}/backupSchedules`,
    update: {
      method: 'PATCH',
      url: (live) => `https://firestore.googleapis.com/v1/${nameOf(live)}?updateMask=retention`,
    },
    wanted: () => wanted,
  }));
  const files = `https://storage.googleapis.com/storage/v1/b/${bucket}`;
  return [
    {
      ...addressed('database', url, '', databaseProtection),
      create: null,
    },
    ...schedules,
    {
      id: 'bucket',
      find: { by: 'address', url: files },
      create: null,
      update: { method: 'PATCH', url: () => files },
      wanted: bucketSettings,
    },
  ];
}

/** All resources that a project should have, in the order in which they must be made. */
export function opsResources(target: OpsTarget): readonly OpsResource[] {
  const checks = Object.values(uptimeChecks).map((check) =>
    monitored(target, {
      kind: 'uptime',
      name: check.name,
      collection: 'uptimeCheckConfigs',
      wanted: () => uptimeConfig(target, check),
    }),
  );
  const policies = alerts.map((alert) =>
    monitored(target, {
      kind: 'alert',
      name: alert.name,
      collection: 'alertPolicies',
      wanted: (names) => alertPolicy(alert, target, names),
    }),
  );
  const dashboards = `${monitoring}/v1/projects/${target.projectId}/dashboards`;
  return [
    ...channels(target),
    ...logMetrics(target),
    ...checks,
    ...policies,
    {
      id: 'dashboard',
      find: {
        by: 'list',
        url: `${dashboards}?pageSize=200`,
        field: 'dashboards',
        is: hasLabel('labels', dashboard.labels.busker),
      },
      create: dashboards,
      update: { method: 'PATCH', url: (live) => `${monitoring}/v1/${nameOf(live)}` },
      wanted: () => dashboard,
    },
    ...requestLogs(target),
    ...dataProtection(target),
    { ...addressed('images', imagesAddress(target), '', imagePolicies()), create: null },
  ];
}
