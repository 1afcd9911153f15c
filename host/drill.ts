import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordsIn, type Machine } from './command';
import { localDrill } from './drill/local-drill';
import { projectDrill } from './drill/project-drill';
import { lineOf, type Finding } from './verify/site';

type Report = (finding: Finding) => void;

async function onThisMachine(report: Report, { build, fail }: Machine): Promise<boolean> {
  if (!(await build(['widget', 'dashboard', 'overlay']))) return false;
  const folder = await mkdtemp(join(tmpdir(), 'busker-drill-'));
  try {
    await localDrill({ folder, report });
    return true;
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    return false;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function inTheProject(report: Report, { fail }: Machine): Promise<boolean> {
  const done = await projectDrill(report);
  if (done.ok) return done.value.every(({ verdict }) => verdict.state !== 'fault');
  for (const sentence of done.problem) fail(sentence);
  return false;
}

/**
 * `busker drill`: restores the newest backup of the project of .env into a separate database, examines it and deletes it; with --local it fills, backs up,
 * empties and restores an installation on this machine. Neither changes the live data. Says each step with its time.
 */
export async function drill(args: string[], machine: Machine): Promise<0 | 1> {
  const { say, found } = machine;
  const { local } = wordsIn({ args, options: { local: { type: 'boolean', default: false } } }).values;
  const report: Report = (finding) => {
    say(lineOf(finding));
    found?.(finding);
  };
  const began = performance.now();
  const passed = await (local ? onThisMachine : inTheProject)(report, machine);
  say(`${passed ? 'passed' : 'failed'} after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return passed ? 0 : 1;
}
