// npm run bench: the figures that the project holds itself to, each with its bound. Takes minutes; a figure that misses its bound ends
// the run with an error. `npm run bench -- --quick` leaves out the 200 kills.
import { tsImport } from 'tsx/esm/api';

const quick = process.argv.includes('--quick');
const { run, keeps } = await tsImport('../local/firestore/bench/run.ts', import.meta.url);
const rows = await run({ ...(quick && { kills: 0 }), log: (line) => console.log(line) });

console.log('\n| what | measured | bound |\n| --- | --- | --- |');
for (const { what, value, unit, atMost } of rows) {
  const figure = `${Number(value.toPrecision(3))} ${unit}`;
  console.log(`| ${what} | ${figure} | ${atMost === null ? '' : `at most ${atMost} ${unit}`} |`);
}
if (!rows.every(keeps)) process.exitCode = 1;
