// npx tsx scripts/write-dashboard-requests.ts: records what the dashboard of this version sends to the server, in earlier-dashboards/requests/.
// Later functions are tested with the records of earlier versions, because a tab stays open over a deploy. A record of a version that was
// released stays as it is; when a request changes, raise the version first.
import { readFileSync, writeFileSync } from 'node:fs';
import { dashboardRequests } from './earlier-dashboards/dashboard-requests';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
const requests = await dashboardRequests();
writeFileSync(
  new URL(`earlier-dashboards/requests/${version}.json`, import.meta.url),
  `${JSON.stringify(requests, null, 2)}\n`,
);
console.log(`${requests.length} requests of version ${version}`);
