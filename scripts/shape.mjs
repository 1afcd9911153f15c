// npm run shape: the size of the files, the doors of the rooms, and how many files a person passes who follows a tip, an edit, a webhook or a
// renewal, each with its target. `-- --report` only prints; without it, a missed target is an error, as in `npm run test:rest`. A target that is not
// reached yet has a bound, which may only fall (scripts/shape/shape-rows.ts).
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
    '  A part of `npm run test:rest`. A file has run when one of its functions was called after the set-up of a walk in\n' +
    '  memory, without doubles and texts; in the dashboard, a function that did not run while its screen was shown.',
  options: {
    '--report': 'ends with 0 in any case',
    '--details': 'also names what each missed number counts',
    '--files': 'leaves out the walks, which take a minute',
  },
});
register();
const { rowsOfContributing, rowsOfFiles, rowsOfWalks, stateOf } = await import('./shape/shape-rows.ts');

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
const number = (value) => value.toLocaleString('en');
const signs = { met: ' ', open: '…', missed: '✘' };
const width = Math.max(...rows.map(({ says }) => says.length));
console.log(`   ${''.padEnd(width)}   target      now`);
const states = rows.map((row) => ({ row, ...stateOf(row) }));
for (const { row, state, bound } of states) {
  const target = row.most === null ? '' : number(row.most);
  const most = bound === null ? '' : `  not reached; at most ${number(bound.most)}, as on ${bound.on}`;
  const lower = bound !== null && row.is < bound.most ? ': write the new number into its row of bounds' : '';
  console.log(
    `${signs[state]}  ${row.says.padEnd(width)}  ${target.padStart(7)}  ${number(row.is).padStart(7)}${most}${lower}`,
  );
  if (options.has('--details') && state !== 'met')
    for (const detail of row.details) console.log(`     ${detail}`);
}
const count = (wanted) => states.filter(({ row, state }) => row.most !== null && state === wanted).length;
console.log(
  `\n${count('met')} targets are met; ${count('open')} are not reached, and no farther away than before; ${count('missed')} are missed`,
);
process.exitCode = count('missed') > 0 && !options.has('--report') ? 1 : 0;
