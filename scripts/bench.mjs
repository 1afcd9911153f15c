// npm run bench: the project's performance figures, each with its bound. Takes minutes; a figure that misses its bound, or cannot be measured, ends
// the run with an error. `npm run bench -- card firestore` runs these parts, `-- --quick` fewer rounds. A part is a folder of bench/ whose run.ts
// exports `run(options: BenchOptions): Promise<BenchRow[]>` (bench/bench-row.ts), and `needs`: the targets of `npm run build` that it measures, if
// any.
import { existsSync, readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { tsImport } from 'tsx/esm/api';
import { buildAll, report } from './build.mjs';
import { commandLine } from './command-line.mjs';
import { root } from './run.mjs';

const parts = readdirSync(`${root}bench`).filter((name) => existsSync(`${root}bench/${name}/run.ts`));
const { options: given, names: wanted } = commandLine({
  command: 'npm run bench',
  about:
    'measures what docs/performance.md lists, each figure with its bound; takes minutes. With names, only these parts.',
  options: { '--quick': 'fewer rounds: a look whether all is well, not figures to quote' },
  names: { one: 'part', many: 'parts', known: parts },
});
const options = { quick: given.has('--quick'), log: (line) => console.log(line) };
const { keeps } = await tsImport('../bench/bench-row.ts', import.meta.url);

function bound({ atMost, atLeast, unit }) {
  if (atLeast !== undefined) return `at least ${atLeast} ${unit}`;
  return atMost === null ? '' : `at most ${atMost} ${unit}`;
}

/** Only as many digits as distinguish a figure from its bound. */
const figure = (value) => Number(value.toPrecision(3));

async function runPart(name) {
  const { run, needs = [] } = await tsImport(`../bench/${name}/run.ts`, import.meta.url);
  if (needs.length > 0 && !report(await buildAll(needs))) return false;
  const before = loadavg()[0];
  const rows = await run(options);
  console.log(`\n## ${name} (load ${before.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after)\n`);
  console.log('| what | measured | bound | |\n| --- | --- | --- | --- |');
  for (const row of rows)
    console.log(
      `| ${row.what} | ${figure(row.value)} ${row.unit} | ${bound(row)} | ${keeps(row) ? '' : 'missed'} |`,
    );
  return rows.every(keeps);
}

for (const name of wanted.length > 0 ? wanted : parts) {
  const kept = await runPart(name).catch((error) => {
    console.error(error);
    return false;
  });
  if (!kept) process.exitCode = 1;
}
