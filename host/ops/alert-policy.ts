import { unreachable } from '@busker/core/base/result';
import type { LogMetric } from './metrics';
import type { UptimeCheck } from './monitoring';
import { appService, type AlertLevel, type OpsTarget } from '../installation/installation';

/** When an alert is raised. Minutes are the length of the window. */
type AlertWhen =
  | { readonly kind: 'every-line'; readonly filter: string }
  | { readonly kind: 'count'; readonly of: LogMetric; readonly moreThan: number; readonly minutes: number }
  | { readonly kind: 'uptime'; readonly check: UptimeCheck }
  | { readonly kind: 'certificate'; readonly check: UptimeCheck; readonly days: number }
  | { readonly kind: 'server-errors'; readonly moreThanPercent: number; readonly minutes: number }
  | { readonly kind: 'slow'; readonly seconds: number; readonly minutes: number }
  | { readonly kind: 'memory'; readonly moreThanPercent: number; readonly minutes: number }
  | { readonly kind: 'all-instances'; readonly minutes: number };

export interface Alert {
  /** The value of the label `busker`, by which we find the alert again. */
  readonly name: string;
  readonly level: AlertLevel;
  /** The condition in words, for docs/hosts/operations.md. */
  readonly on: string;
  readonly means: string;
  /** The heading in docs/hosts/operations.md that says what to do. */
  readonly runbook: string;
  readonly when: AlertWhen;
}

/** The names that Google gave to the resources that a policy refers to; null = the resource does not exist yet. */
export interface MadeNames {
  readonly channel: (level: Alert['level']) => string | null;
  readonly uptimeCheck: (name: string) => string | null;
}

/** The anchor of a heading on a Markdown page. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

const seconds = (minutes: number) => `${minutes * 60}s`;
const service = `resource.type="cloud_run_revision" AND resource.label.service_name="${appService}"`;

interface Aggregation {
  readonly per: 'ALIGN_SUM' | 'ALIGN_RATE' | 'ALIGN_PERCENTILE_95' | 'ALIGN_PERCENTILE_99' | 'ALIGN_MAX';
  readonly reduce: 'REDUCE_SUM' | 'REDUCE_MAX';
  readonly minutes: number;
}

const aggregations = ({ per, reduce, minutes }: Aggregation) => [
  { alignmentPeriod: seconds(minutes), perSeriesAligner: per, crossSeriesReducer: reduce },
];

/** A condition that holds when a value is above a threshold. */
const above = (
  filter: string,
  aggregation: Aggregation,
  thresholdValue: number,
  durationMinutes: number,
) => ({
  filter,
  aggregations: aggregations(aggregation),
  comparison: 'COMPARISON_GT',
  thresholdValue,
  duration: seconds(durationMinutes),
});

const metricOf = (type: string) => `metric.type="run.googleapis.com/${type}" AND ${service}`;

/** What an uptime check measures, over the regions that it asks from. `check`: the name that Google gave it. */
const ofCheck = (measure: string, reduce: string, check: string | null) => ({
  filter: `metric.type="monitoring.googleapis.com/uptime_check/${measure}" AND resource.type="uptime_url" AND metric.label.check_id="${check?.split('/').at(-1) ?? ''}"`,
  aggregations: [
    {
      alignmentPeriod: '1200s',
      perSeriesAligner: 'ALIGN_NEXT_OLDER',
      crossSeriesReducer: reduce,
      groupByFields: ['resource.label.host'],
    },
  ],
});

function conditionOf(when: AlertWhen, { maxInstances }: OpsTarget, names: MadeNames): object {
  switch (when.kind) {
    case 'every-line':
      return { conditionMatchedLog: { filter: when.filter } };
    case 'count': {
      const filter = `metric.type="logging.googleapis.com/user/${when.of.name}" AND resource.type="cloud_run_revision"`;
      const sum = { per: 'ALIGN_SUM', reduce: 'REDUCE_SUM', minutes: when.minutes } as const;
      return { conditionThreshold: above(filter, sum, when.moreThan, 0) };
    }
    case 'uptime':
      return {
        conditionThreshold: {
          ...ofCheck('check_passed', 'REDUCE_COUNT_FALSE', names.uptimeCheck(when.check.name)),
          comparison: 'COMPARISON_GT',
          thresholdValue: 1,
          duration: '60s',
        },
      };
    case 'certificate':
      return {
        conditionThreshold: {
          ...ofCheck('time_until_ssl_cert_expires', 'REDUCE_MIN', names.uptimeCheck(when.check.name)),
          comparison: 'COMPARISON_LT',
          thresholdValue: when.days,
          duration: '600s',
        },
      };
    case 'server-errors': {
      const rate = { per: 'ALIGN_RATE', reduce: 'REDUCE_SUM', minutes: 1 } as const;
      const requests = metricOf('request_count');
      return {
        conditionThreshold: {
          ...above(
            `${requests} AND metric.label.response_code_class="5xx"`,
            rate,
            when.moreThanPercent / 100,
            when.minutes,
          ),
          denominatorFilter: requests,
          denominatorAggregations: aggregations(rate),
        },
      };
    }
    case 'slow': {
      const p95 = { per: 'ALIGN_PERCENTILE_95', reduce: 'REDUCE_MAX', minutes: 1 } as const;
      return {
        conditionThreshold: above(metricOf('request_latencies'), p95, when.seconds * 1000, when.minutes),
      };
    }
    case 'memory': {
      const p99 = { per: 'ALIGN_PERCENTILE_99', reduce: 'REDUCE_MAX', minutes: 1 } as const;
      const used = metricOf('container/memory/utilizations');
      return { conditionThreshold: above(used, p99, when.moreThanPercent / 100, when.minutes) };
    }
    case 'all-instances': {
      const most = { per: 'ALIGN_MAX', reduce: 'REDUCE_SUM', minutes: 1 } as const;
      return {
        conditionThreshold: above(
          metricOf('container/instance_count'),
          most,
          maxInstances - 0.5,
          when.minutes,
        ),
      };
    }
    default:
      return unreachable(when);
  }
}

/** cloud.google.com/monitoring/api/ref_v3/rest/v3/projects.alertPolicies */
export function alertPolicy(alert: Alert, target: OpsTarget, names: MadeNames): object {
  const channel = names.channel(alert.level);
  return {
    displayName: `Busker: ${alert.means}`,
    userLabels: { busker: alert.name, level: alert.level },
    severity: alert.level === 'page' ? 'CRITICAL' : 'WARNING',
    documentation: {
      content: `${alert.on}. What to do: docs/hosts/operations.md#${anchorOf(alert.runbook)}`,
      mimeType: 'text/markdown',
    },
    combiner: 'OR',
    conditions: [{ displayName: alert.name, ...conditionOf(alert.when, target, names) }],
    alertStrategy: {
      autoClose: '1800s',
      // Cloud Monitoring requires a rate limit for policies about single log lines, and allows it for no others.
      ...(alert.when.kind === 'every-line' ? { notificationRateLimit: { period: '3600s' } } : {}),
    },
    notificationChannels: channel === null ? [] : [channel],
  };
}
