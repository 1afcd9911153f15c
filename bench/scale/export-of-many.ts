import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jobIdOf } from '@busker/core/jobs/job-document';
import { seededRandom } from '@busker/emulator-stripe/events/webhooks';
import { wholeExport } from '@busker/core/account/export-document';
import { requestExport, exportFileOf } from '@busker/functions/exports/export-work';
import { stored } from '@busker/functions/store/store';
import { adaUid, openApi, type OpenApi } from '@busker/local/api/open-api';
import type { BenchOptions, BenchRow } from '../bench-row';
import { fileExports } from './file-exports';
import { storedTip } from './totals';

const minute = 60_000;
/** The largest heap of the process that exports, in MB. */
const heapMb = 128;
const instance = fileURLToPath(new URL('export-instance.ts', import.meta.url));
const owner = {
  uid: adaUid,
  guest: false,
  provider: 'password',
  email: 'ada@example.com',
  emailVerified: true,
  signedInAt: 0,
};

async function seed({ deps }: OpenApi, tips: number): Promise<void> {
  const perCommit = 400;
  for (let first = 0; first < tips; first += perCommit)
    await deps.store.commit([], (writes) => {
      for (let index = first; index < Math.min(tips, first + perCommit); index += 1) {
        const tip = storedTip(owner.uid, index);
        writes.write(stored.tip(owner.uid, tip.tipId), tip);
      }
    });
}

/** Runs the export in a process of its own, and kills it after `killAfter` milliseconds of work. Undefined = it was killed. */
async function exportOnce(
  { env }: OpenApi,
  folder: string,
  ahead: number,
  killAfter: number | null,
): Promise<{ readonly residentKb: number } | undefined> {
  const child = fork(instance, {
    // Without a limit, V8 collects so late that the figure says little about what the work needs.
    execArgv: [`--max-old-space-size=${heapMb}`, '--import', 'tsx'],
    env: {
      ...process.env,
      ...env,
      EXPORT_FOLDER: folder,
      EXPORT_JOB: jobIdOf('export', owner.uid),
      CLOCK_AHEAD: String(ahead),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let ended: { readonly residentKb: number } | undefined;
  child.on('message', (message) => {
    if (typeof message === 'object') ended = message as { residentKb: number };
    else if (killAfter !== null) setTimeout(() => child.kill('SIGKILL'), killAfter);
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (ended === undefined && code !== null) throw new Error(`The export ended with ${code}`);
  return ended;
}

/** Asks for an export and runs it to its end; `kills` processes are killed in the middle of their work. */
async function exported(api: OpenApi, folder: string, kills: number, ahead: number, ms: number) {
  const now = () => Date.now() + ahead;
  const wanted = await requestExport({ ...api.deps, clock: { now } }, owner, wholeExport('json'));
  if (!wanted.ok) throw new Error('The export was refused');
  const random = seededRandom(kills);
  let later = ahead;
  let killed = 0;
  const began = performance.now();
  for (;;) {
    const kill = killed < kills ? 20 + random() * (ms / kills) : null;
    const end = await exportOnce(api, folder, later, kill);
    if (end !== undefined) {
      const file = exportFileOf(owner.uid, { id: wanted.value.id, format: 'json' });
      const bytes = readFileSync(await fileExports(folder).link(file, 0));
      return { ...end, killed, ms: performance.now() - began, bytes };
    }
    killed += 1;
    later += 7 * minute;
  }
}

/** The export of an owner with 100,000 tips, in a process of its own: once in peace, and once with ten processes killed by kill -9. */
export async function exportOfMany({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const tips = quick ? 2_000 : 100_000;
  const folder = mkdtempSync(join(tmpdir(), 'busker-bench-export-'));
  const api = await openApi({ LIMIT_FACTOR: '1000000' });
  try {
    await seed(api, tips);
    const calm = await exported(api, folder, 0, 0, 0);
    const torn = await exported(api, folder, 10, 60 * minute, calm.ms);
    log(
      `an export of ${tips} tips: ${Math.round(calm.bytes.length / 1e6)} MB, ${torn.killed} processes killed`,
    );
    return [
      {
        what: `export of ${tips} tips, with the start of its process`,
        value: calm.ms / 1_000,
        unit: 's',
        atMost: 120,
      },
      {
        what: `most resident memory, with a heap of at most ${heapMb} MB`,
        value: calm.residentKb / 1_024,
        unit: 'MB',
        atMost: 256,
      },
      { what: 'killed in the middle: times', value: torn.killed, unit: 'count', atMost: null, atLeast: 10 },
      {
        what: 'bytes that differ afterwards',
        value: calm.bytes.equals(torn.bytes) ? 0 : 1,
        unit: 'count',
        atMost: 0,
      },
    ];
  } finally {
    await api.close();
    rmSync(folder, { recursive: true });
  }
}
