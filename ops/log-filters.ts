import { appService, type OpsTarget } from './ops-target';

/** Days that the platform's request lines are kept. They hold the address, the browser and the referrer of each visitor. */
export const requestLogDays = 7;

/** The bucket, the sink and the exclusion have one name. */
export const requestLogName = 'busker-requests';

/** Public addresses of which no request line is kept while the answers are good: views, counted events and pictures. */
const publicAddresses = ['/v1/profiles', '/v1/events', '/img/', '/@', '/oembed', '/docs/'];

const requestLog = ({ projectId }: OpsTarget) =>
  `logName="projects/${projectId}/logs/run.googleapis.com%2Frequests" AND resource.labels.service_name="${appService}"`;

/** Lines of good answers (200 to 399) of public addresses. `=~` takes RE2. */
export const publicRequests = `httpRequest.status<400 AND httpRequest.requestUrl=~"^https?://[^/]+(${publicAddresses.join('|')})"`;

const place = ({ projectId, region }: OpsTarget) => `projects/${projectId}/locations/${region}`;

/** cloud.google.com/logging/docs/reference/v2/rest/v2/projects.locations.buckets */
export const requestLogBucket = () => ({
  description: 'Request lines of Busker. They hold visitors’ addresses.',
  retentionDays: requestLogDays,
});

/** Takes the request lines to their own bucket. */
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
