// Imported first by the commands of package.json: says in one sentence, and ends with 1, when they cannot run on this machine or the system refuses
// them something. `--verbose` shows where it was.
import { existsSync } from 'node:fs';
import { endInOneSentence, isOfTheSystem, machineProblem } from './failure-sentence.mjs';

const problem = machineProblem(
  process.versions.node,
  existsSync(new URL('../node_modules/@busker/core', import.meta.url)),
);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

process.on('uncaughtException', (error) => {
  if (isOfTheSystem(error)) endInOneSentence(error);
  // A fault of ours: its place matters.
  console.error(error);
  process.exit(1);
});
