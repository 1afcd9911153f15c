import { lineOf, type Finding, type Step } from './step';

type Say = (line: string) => void;

const has = (findings: readonly Finding[], state: Finding['state']) =>
  findings.some((finding) => finding.state === state);

function sayAll(findings: readonly Finding[], say: Say): void {
  for (const finding of findings) say(lineOf(finding));
}

/** Makes every check and changes nothing. Returns false when a person has something to do first. */
export async function askAll(steps: readonly Step[], say: Say): Promise<boolean> {
  const all: Finding[] = [];
  for (const step of steps) {
    say(`\n${step.name}`);
    const findings = await step.ask();
    sayAll(findings, say);
    all.push(...findings);
  }
  const count = (state: Finding['state']) => all.filter((finding) => finding.state === state).length;
  say(
    `\n${count('ok')} ok, ${count('missing')} missing, ${count('due')} to do by the deploy, ${count('unknown')} cannot be told`,
  );
  return count('missing') === 0;
}

/**
 * Runs the steps in order. Each step checks first, and acts only when something is due or unknown. So a second run changes nothing, and a run
 * after a crash continues where the first one stopped. Returns false when a step stopped the run; the steps after it did not start.
 */
export async function runAll(steps: readonly Step[], say: Say): Promise<boolean> {
  for (const step of steps) {
    say(`\n${step.name}`);
    const before = await step.ask();
    sayAll(before, say);
    if (has(before, 'missing')) return stopped(step, say);
    if (step.act === undefined) continue;
    if (!has(before, 'due') && !has(before, 'unknown')) {
      say('already so');
      continue;
    }
    const acted = await step.act();
    if (!acted.ok) {
      say(acted.problem);
      return stopped(step, say);
    }
    const after = await step.ask();
    sayAll(after, say);
    if (has(after, 'missing') || has(after, 'due')) return stopped(step, say);
  }
  return true;
}

function stopped(step: Step, say: Say): false {
  say(
    `\nStopped at ${step.name}; the steps after it did not run. When it is mended: npm run deploy -- --from ${step.name}`,
  );
  return false;
}
