// npm run record: what must not change while files move (scripts/record/), compared with what was recorded. `npm run record -- routes api` compares
// these two, and `npm run record -- --write routes api` accepts them as they are now. The records of the build need `npm run build` before.
import { existsSync } from 'node:fs';
import { register } from 'tsx/esm/api';
import { commandLine } from './command-line.mjs';
import { root } from './run.mjs';

register();
const { acceptRecord, changesOf, ofBuild, ofServers, ofSources } = await import('./record/records.ts');

const all = [...ofSources, ...ofServers, ...ofBuild];
const { options, names } = commandLine({
  command: 'npm run record',
  about: 'compares what must not change with what was recorded; the build only where dist/npm is there',
  options: {
    '--write': 'accepts what the code makes now as the record',
    '--built': 'compares the records of the build alone',
  },
  names: { one: 'record', many: 'records', known: all.map(({ name }) => name) },
});

/** The records to compare where none is named. */
function usual() {
  if (options.has('--built')) return ofBuild;
  return existsSync(`${root}dist/npm`) ? all : [...ofSources, ...ofServers];
}

const chosen = names.length === 0 ? usual() : all.filter(({ name }) => names.includes(name));
let changed = 0;
for (const record of chosen) {
  if (options.has('--write')) await acceptRecord(record);
  const changes = await changesOf(record);
  if (changes !== null) changed += 1;
  console.log(changes ?? `${options.has('--write') ? 'recorded' : 'the same'}: ${record.name}`);
}
console.log(`${chosen.length - changed} of ${chosen.length} records are the same`);
// The emulators leave timers behind.
process.exit(changed > 0 ? 1 : 0);
