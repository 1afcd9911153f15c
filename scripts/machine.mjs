import { text } from 'node:stream/consumers';
import { buildAll, report } from './build.mjs';
import { root, run } from './run.mjs';

let input;

/** The functions of this machine, for the commands of scripts/deploy/. */
export const machine = {
  root,
  run,
  build: async () => report(await buildAll()),
  standardInput: async () => (input ??= (await text(process.stdin)).trim()),
  say: (line) => console.log(line),
};
