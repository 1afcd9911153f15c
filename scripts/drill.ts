// npm run drill -- --local: backup and restore of a whole installation that this command starts on this machine, fills, empties and brings back. Prints
// each step with its time, and exits with 1 when one fails. Nothing that `npm start` runs is touched.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localDrill } from './drill/local-drill';
import { lineOf } from './verify/finding';

const { values } = parseArgs({ options: { local: { type: 'boolean', default: false } } });

/** Builds what has changed, as `npm start` does. */
async function built(): Promise<boolean> {
  const { buildAll, report } = (await import('./build.mjs' as string)) as {
    readonly buildAll: (names: readonly string[]) => Promise<unknown>;
    readonly report: (results: unknown) => boolean;
  };
  return report(await buildAll(['widget', 'dashboard']));
}

if (!values.local) {
  console.error('Say where: npm run drill -- --local');
  process.exit(1);
}
if (!(await built())) process.exit(1);
const folder = await mkdtemp(join(tmpdir(), 'busker-drill-'));
const began = performance.now();
const failed = await localDrill({ folder, report: (finding) => console.log(lineOf(finding)) }).then(
  () => false,
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return true;
  },
);
await rm(folder, { recursive: true });
console.log(`${failed ? 'failed' : 'passed'} after ${((performance.now() - began) / 1000).toFixed(1)} s`);
process.exit(failed ? 1 : 0);
