// npm run drill: restores the newest backup of the project of .env into a separate database, examines it and deletes it. npm run drill -- --local:
// starts an installation on this machine, fills it, backs it up, empties it and restores it. Neither changes the live data.
// Prints each step with its time, and exits with 1 when one fails.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { helpAskedFor } from './command-help';
import { commandWords } from '@busker/functions/admin/command';
import { localDrill } from './drill/local-drill';
import { projectDrill } from './drill/project-drill';
import { lineOf, type Finding } from './verify/site';

const help = helpAskedFor('drill', process.argv.slice(2));
if (help !== null) {
  console.log(help.join('\n'));
  process.exit(0);
}
const words = commandWords({ options: { local: { type: 'boolean', default: false } } });
if (!words.ok) {
  console.error(words.problem);
  process.exit(1);
}
const { values } = words.value;
const report = (finding: Finding) => console.log(lineOf(finding));

/** Builds the parts that have changed, as `npm start` does. */
async function built(): Promise<boolean> {
  const { buildAll, report: print } = (await import('./build.mjs' as string)) as {
    readonly buildAll: (names: readonly string[]) => Promise<unknown>;
    readonly report: (results: unknown) => boolean;
  };
  return print(await buildAll(['widget', 'dashboard', 'overlay']));
}

async function onThisMachine(): Promise<boolean> {
  if (!(await built())) return false;
  const folder = await mkdtemp(join(tmpdir(), 'busker-drill-'));
  try {
    await localDrill({ folder, report });
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function inTheProject(): Promise<boolean> {
  const done = await projectDrill(report);
  if (done.ok) return done.value.every(({ verdict }) => verdict.state !== 'fault');
  for (const sentence of done.problem) console.error(sentence);
  return false;
}

const began = performance.now();
const passed = values.local ? await onThisMachine() : await inTheProject();
console.log(`${passed ? 'passed' : 'failed'} after ${((performance.now() - began) / 1000).toFixed(1)} s`);
// The Firestore client keeps connections open.
process.exit(passed ? 0 : 1);
