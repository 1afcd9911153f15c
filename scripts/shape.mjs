// npm run shape: the size of the files, the doors of the rooms, and how many files a person passes who follows a tip, an edit, a webhook or a
// renewal, each with its target. `-- --report` only prints; without it, a missed target is an error. It becomes a step of `npm run test:rest` when
// every target is met.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';
import { commandLine } from './command-line.mjs';
import { run } from './run.mjs';

const { options } = commandLine({
  command: 'npm run shape',
  about:
    'prints the sizes of files, rooms and walks beside their targets, and ends with 1 where one is missed.\n' +
    '  A part of `npm run test:rest` when every target is met. A file has run when one of its functions was called after the set-up of a walk in\n' +
    '  memory, without doubles and texts; in the dashboard, a function that did not run while its screen was shown.',
  options: {
    '--report': 'ends with 0 in any case',
    '--details': 'also names what each missed number counts',
    '--files': 'leaves out the walks, which take a minute',
  },
});
register();
const { rowsOfContributing, rowsOfFiles, rowsOfWalks } = await import('./shape/shape-rows.ts');

/** The files that ran, by the parts of the walks. */
async function walkParts() {
  const folder = mkdtempSync(join(tmpdir(), 'busker-shape-'));
  const file = join(folder, 'parts.json');
  try {
    const { code, output } = await run('vitest', ['run', '--config', 'scripts/shape/vitest.config.mjs'], {
      env: { BUSKER_WALK_PARTS: file },
      limit: 15 * 60_000,
    });
    if (code !== 0) throw new Error(`A walk failed:\n${output}`);
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rows = [
  ...(await rowsOfFiles()),
  ...(await rowsOfContributing()),
  ...(options.has('--files') ? [] : rowsOfWalks(await walkParts())),
];
const isMissed = ({ most, is }) => most !== null && is > most;
const number = (value) => value.toLocaleString('en');
const width = Math.max(...rows.map(({ says }) => says.length));
console.log(`   ${''.padEnd(width)}   target      now`);
for (const row of rows) {
  const target = row.most === null ? '' : number(row.most);
  console.log(
    `${isMissed(row) ? '✘' : ' '}  ${row.says.padEnd(width)}  ${target.padStart(7)}  ${number(row.is).padStart(7)}`,
  );
  if (options.has('--details') && isMissed(row))
    for (const detail of row.details) console.log(`     ${detail}`);
}
const missed = rows.filter(isMissed).length;
console.log(
  `\n${rows.filter(({ most }) => most !== null).length - missed} targets are met, ${missed} are missed`,
);
process.exitCode = missed > 0 && !options.has('--report') ? 1 : 0;
