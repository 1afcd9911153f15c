import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median, type BenchOptions, type BenchRow } from '../bench-row';

/** A process of this machine at one moment. */
interface ProcessMemory {
  readonly pid: number;
  readonly parent: number;
  readonly bytes: number;
}

/** The memory of a process and of everything that it started, directly or not. What two of them share counts twice. */
export function memoryOfTree(pid: number, processes: readonly ProcessMemory[]): number {
  const inTree = new Set([pid]);
  // A child may stand before its parent: a pid is used again after a while.
  for (let known = 0; known < inTree.size;) {
    known = inTree.size;
    for (const { pid: each, parent } of processes) if (inTree.has(parent)) inTree.add(each);
  }
  return processes.filter(({ pid: each }) => inTree.has(each)).reduce((sum, { bytes }) => sum + bytes, 0);
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every process of this machine, with its parent and the memory that it has in RAM. Only Linux has this table. */
async function processes(): Promise<readonly ProcessMemory[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      const field = (name: string): number =>
        Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
      const kilobytes = field('VmRSS');
      // It has ended meanwhile, or is a thread of the kernel.
      return Number.isNaN(kilobytes)
        ? []
        : [{ pid: Number(pid), parent: field('PPid'), bytes: kilobytes * 1024 }];
    }),
  );
  return found.flat();
}

interface Built {
  readonly seconds: number;
  readonly megabytes: number;
}

/** One whole build, all of whose processes are measured ten times a second. */
async function build(log: (line: string) => void): Promise<Built> {
  const from = performance.now();
  const child = spawn(process.execPath, ['scripts/build.mjs', '--force'], { cwd: root, stdio: 'ignore' });
  let most = 0;
  let running = true;
  const watched = (async () => {
    while (running) {
      most = Math.max(most, memoryOfTree(child.pid ?? 0, await processes()));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const seconds = (performance.now() - from) / 1000;
  running = false;
  await watched;
  if (code !== 0) throw new Error(`npm run build ended with ${code}`);
  const megabytes = most / 1e6;
  log(`build: ${seconds.toFixed(1)} s, ${Math.round(megabytes)} MB, load ${loadavg()[0]?.toFixed(1)}`);
  return { seconds, megabytes };
}

/** `npm run build` with nothing built: its time, and the memory of all its processes together at the worst moment. */
export async function run({ quick, log }: BenchOptions): Promise<readonly BenchRow[]> {
  const built: Built[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round += 1) built.push(await build(log));
  const seconds = built.map((each) => each.seconds);
  const megabytes = built.map((each) => each.megabytes);
  return [
    { what: 'all targets, smallest', value: Math.min(...seconds), unit: 's', atMost: null },
    { what: 'all targets, median', value: median(seconds), unit: 's', atMost: 25 },
    { what: 'all targets, largest', value: Math.max(...seconds), unit: 's', atMost: null },
    { what: 'memory at the peak, smallest', value: Math.min(...megabytes), unit: 'MB', atMost: null },
    { what: 'memory at the peak, median', value: median(megabytes), unit: 'MB', atMost: 1300 },
    { what: 'memory at the peak, largest', value: Math.max(...megabytes), unit: 'MB', atMost: null },
  ];
}
