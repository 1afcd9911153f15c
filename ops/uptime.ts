import type { OpsTarget } from './ops-target';

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
