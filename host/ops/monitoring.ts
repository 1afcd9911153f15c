import { metrics } from './metrics';
import { appService, type OpsTarget } from '../installation/installation';

/** An address that Google requests every five minutes from three regions. */
export interface UptimeCheck {
  readonly name: string;
  readonly title: string;
  readonly path: string;
}

export const uptimeChecks = {
  health: { name: 'health', title: 'Busker answers', path: '/health' },
  ready: { name: 'ready', title: 'Busker works', path: '/ready' },
} as const satisfies Record<string, UptimeCheck>;

/** cloud.google.com/monitoring/api/ref_v3/rest/v3/projects.uptimeCheckConfigs. The check also fails when the certificate has expired. */
export const uptimeConfig = ({ projectId, host }: OpsTarget, { name, title, path }: UptimeCheck): object => ({
  displayName: title,
  userLabels: { busker: name },
  monitoredResource: { type: 'uptime_url', labels: { project_id: projectId, host } },
  httpCheck: {
    path,
    port: 443,
    useSsl: true,
    validateSsl: true,
    acceptedResponseStatusCodes: [{ statusClass: 'STATUS_CLASS_2XX' }],
  },
  period: '300s',
  timeout: '10s',
  selectedRegions: ['USA_OREGON', 'EUROPE', 'ASIA_PACIFIC'],
});

interface Chart {
  readonly title: string;
  readonly filter: string;
  readonly per: string;
  readonly reduce: string;
  readonly by?: string;
}

const service = `resource.type="cloud_run_revision" AND resource.label.service_name="${appService}"`;
const run = (type: string) => `metric.type="run.googleapis.com/${type}" AND ${service}`;
const counted = (title: string, name: string): Chart => ({
  title,
  filter: `metric.type="logging.googleapis.com/user/${name}" AND resource.type="cloud_run_revision"`,
  per: 'ALIGN_SUM',
  reduce: 'REDUCE_SUM',
});
const firestore = (title: string, type: string): Chart => ({
  title,
  filter: `metric.type="firestore.googleapis.com/document/${type}"`,
  per: 'ALIGN_RATE',
  reduce: 'REDUCE_SUM',
});

const charts: readonly Chart[] = [
  {
    title: 'Requests a second, by class of answer',
    filter: run('request_count'),
    per: 'ALIGN_RATE',
    reduce: 'REDUCE_SUM',
    by: 'metric.label.response_code_class',
  },
  {
    title: 'Milliseconds of the slowest 5 %',
    filter: run('request_latencies'),
    per: 'ALIGN_PERCENTILE_95',
    reduce: 'REDUCE_MAX',
  },
  { title: 'Instances', filter: run('container/instance_count'), per: 'ALIGN_MAX', reduce: 'REDUCE_SUM' },
  {
    title: 'Memory of an instance, part of its limit',
    filter: run('container/memory/utilizations'),
    per: 'ALIGN_PERCENTILE_99',
    reduce: 'REDUCE_MAX',
  },
  counted('Tips paid, told by an event', metrics.paidByEvent.name),
  counted('Tips paid, found by a schedule', metrics.paidBySweep.name),
  counted('Events refused', metrics.webhooksRefused.name),
  counted('Jobs of schedules that failed', metrics.sweepsFailed.name),
  counted('Requests without the store', metrics.storeAway.name),
  counted('Requests without Stripe', metrics.stripeAway.name),
  firestore('Documents read a second', 'read_count'),
  firestore('Documents written a second', 'write_count'),
];

const widget = ({ title, filter, per, reduce, by }: Chart) => ({
  title,
  xyChart: {
    dataSets: [
      {
        plotType: 'LINE',
        timeSeriesQuery: {
          timeSeriesFilter: {
            filter,
            aggregation: {
              alignmentPeriod: '60s',
              perSeriesAligner: per,
              crossSeriesReducer: reduce,
              ...(by === undefined ? {} : { groupByFields: [by] }),
            },
          },
        },
      },
    ],
  },
});

/** cloud.google.com/monitoring/api/ref_v3/rest/v1/projects.dashboards, with two charts in each row. */
export const dashboard = {
  displayName: 'Busker',
  labels: { busker: 'overview' },
  mosaicLayout: {
    columns: 48,
    tiles: charts.map((chart, index) => ({
      ...(index % 2 === 0 ? {} : { xPos: 24 }),
      ...(index < 2 ? {} : { yPos: Math.floor(index / 2) * 16 }),
      width: 24,
      height: 16,
      widget: widget(chart),
    })),
  },
};
