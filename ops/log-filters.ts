import { appService, countService, type OpsTarget } from './ops-target';

/** The number of days that Cloud Run's request logs are kept. They contain the address, the browser and the referrer of each visitor. */
export const requestLogDays = 7;

/** The bucket, the sink and the exclusion share this name. */
export const requestLogName = 'busker-requests';

/** Public addresses whose successful requests are not logged: views, counted events and pictures. */
const publicAddresses = ['/v1/profiles', '/v1/events', '/img/', '/@', '/oembed', '/docs/'];

const requestLog = ({ projectId }: OpsTarget) =>
  `logName="projects/${projectId}/logs/run.googleapis.com%2Frequests" AND resource.labels.service_name=("${appService}" OR "${countService}")`;

/** Matches log lines of successful requests (status 200 to 399) to public addresses. `=~` takes RE2. */
export const publicRequests = `httpRequest.status<400 AND httpRequest.requestUrl=~"^https?://[^/]+(${publicAddresses.join('|')})"`;

const place = ({ projectId, region }: OpsTarget) => `projects/${projectId}/locations/${region}`;

/** cloud.google.com/logging/docs/reference/v2/rest/v2/projects.locations.buckets */
export const requestLogBucket = () => ({
  description: 'Request lines of Busker. They hold visitors’ addresses.',
  retentionDays: requestLogDays,
});

/** Routes the request lines to their own bucket. */
export const requestLogSink = (target: OpsTarget) => ({
  name: requestLogName,
  description: 'Request lines of Busker, without the good answers of public addresses',
  destination: `logging.googleapis.com/${place(target)}/buckets/${requestLogName}`,
  filter: requestLog(target),
  exclusions: [{ name: 'public-answers', filter: publicRequests }],
});

/** Keeps the request lines out of the project's default bucket, which holds lines for 30 days. */
export const requestLogExclusion = (target: OpsTarget) => ({
  name: requestLogName,
  description: `Kept in the bucket ${requestLogName} for ${requestLogDays} days`,
  filter: requestLog(target),
});
