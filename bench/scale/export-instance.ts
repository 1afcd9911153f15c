import { readFileSync } from 'node:fs';
import { isJobId } from '@busker/core/jobs/job-document';
import { parseConfig } from '@busker/functions/config';
import { runAnyJob } from '@busker/functions/jobs/recurring-jobs';
import { liveDeps } from '@busker/functions/live-deps';
import { InMemoryUsers } from '@busker/functions/testing/in-memory-deps';
import { fileExports } from './file-exports';

// Runs one job until it has ended, in a process that can be killed. Its clock is ahead, so that the lease of a killed process is over.
const { EXPORT_FOLDER = '', EXPORT_JOB = '', CLOCK_AHEAD = '0' } = process.env;
if (!isJobId(EXPORT_JOB)) throw new Error(`No job: ${EXPORT_JOB}`);
const live = liveDeps(parseConfig(process.env), () => undefined);
const clock = { now: () => Date.now() + Number(CLOCK_AHEAD) };
const deps = { ...live, clock, users: new InMemoryUsers(), exportFiles: fileExports(EXPORT_FOLDER) };
process.send?.('begins');
for (let end = ''; end !== 'done';) {
  end = await runAnyJob(deps, EXPORT_JOB);
  if (end === 'dead' || end === 'idle') throw new Error(`The job is ${end}`);
}
process.send?.({ residentKb: mostResidentKb() });
process.disconnect();

/** `resourceUsage().maxRSS` would count the parent too: Linux passes its peak on through fork and exec. VmHWM is this program's own. */
function mostResidentKb(): number {
  const [, kb = ''] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return kb === '' ? Number.NaN : Number(kb);
}
