import { stripVTControlCharacters } from 'node:util';
import { commandLine } from './command-line.mjs';
import { sayingSteps } from './say-steps.mjs';

/**
 * @typedef {{ passed: number, failed: number, output?: string, failures?: string[], notRun?: string[], skipped?: number }} Result
 * @typedef {{ says: string, after?: string, run: (saying: (text: string) => void) => Promise<Result> }} Step
 *   says: what the step waits for, in a few words; after: a step that must have ended; run: gets a function for what its programs print
 */

/** The last line of a text that says something. */
const lastLine = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '');

/** Runs a step, and says in one line how it ended. */
async function runStep({ begin, say }, name, step) {
  let heard = '';
  const line = begin(name, () => (heard === '' ? step.says : `${step.says}: ${heard}`));
  const result = await step
    .run((text) => {
      heard = lastLine(text)?.slice(0, 100) ?? heard;
    })
    .catch((error) => ({ passed: 0, failed: 1, output: String(error?.stack ?? error) }));
  const { passed, failed, output = '', notRun = [], skipped = 0 } = result;
  if (failed === 0) line.done(`${passed} passed, 0 failed`);
  else line.failed(`${passed} passed, ${failed} failed`);
  if (failed > 0) say(`\n${output.trim()}\n`);
  for (const one of notRun) say(`  ${one}`);
  if (skipped > 0) say(`  ${name}: ${skipped} skipped; \`npx playwright test\` says at its start why`);
  return result;
}

/**
 * Runs the steps of a lane, or those that its command line names, two at a time: one alone leaves a core idle while it waits for a file, a server or a
 * browser. Ends with "N passed, N failed".
 * @param {{ command: string, about: string, steps: Record<string, Step>, notes?: string[] }} lane
 * @param {readonly string[]} [argv]
 * @returns {Promise<number>} the exit code
 */
export async function runLane({ command, about, steps, notes = [] }, argv) {
  const names = { one: 'step', many: 'steps', known: Object.keys(steps) };
  const { names: wanted } = commandLine({ command, about, names }, argv);
  const chosen = Object.fromEntries(
    Object.entries(steps).filter(([name]) => wanted.length === 0 || wanted.includes(name)),
  );
  const startedAt = performance.now();
  const saying = sayingSteps();
  saying.say(`${command}: ${Object.keys(chosen).join(', ')}`);
  for (const note of notes) saying.say(note);
  const results = [];
  await inOrder(chosen, async (name, step) => void results.push(await runStep(saying, name, step)), 2);

  const failures = results.flatMap((result) => result.failures ?? []);
  if (failures.length > 0)
    saying.say(`\nFailed:\n\n${failures.map((failure) => failure.slice(0, 1500)).join('\n\n')}`);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  saying.say(`\n${command}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  saying.say(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') > 0 ? 1 : 0;
}

/**
 * Runs steps, some at a time, in their order. A step with `after` waits for the step of that name, if that step is in the list; later steps run
 * meanwhile. @template {{ after?: string }} Step @param {Record<string, Step>} steps @param {(name: string, step: Step) => Promise<void>} runStep
 * @param {number} atATime
 */
export function inOrder(steps, runStep, atATime) {
  const waiting = new Map(Object.entries(steps));
  const unfinished = new Set(waiting.keys());
  let running = 0;
  return new Promise((resolve, reject) => {
    const startNext = () => {
      if (unfinished.size === 0) resolve();
      for (const [name, step] of waiting) {
        if (running >= atATime) return;
        if (unfinished.has(step.after)) continue;
        waiting.delete(name);
        running += 1;
        runStep(name, step).then(() => {
          running -= 1;
          unfinished.delete(name);
          startNext();
        }, reject);
      }
    };
    startNext();
  });
}
