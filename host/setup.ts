import { chmod, readFile, writeFile } from 'node:fs/promises';
import { lookup } from 'node:dns/promises';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { Stopped, wordsIn, type Machine } from './command';
import { defaultToken, findSetUp, googleRest } from './installation/google';
import {
  addressFaults,
  answerProblem,
  liveFaults,
  setUpQuestions,
  settingsAfterSetUp,
  settingsFaults,
  withSettings,
  type Settings,
} from './installation/installation';

const dotEnv = fileURLToPath(new URL('../.env', import.meta.url));

/** The text of a file; empty when there is none. */
const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });

const settingsIn = (text: string): Settings => parseEnv(text) as Settings;

/** The answers of a person, or of a program that writes a line for each; null = they ended too early. Enter keeps what .env has; another question only follows a good answer. */
async function asked(current: Settings): Promise<Settings | null> {
  const answers: Record<string, string> = {};
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Not `question()`: a line that arrives between two questions is lost to it, and the end of the input is no answer.
  const lines = terminal[Symbol.asyncIterator]();
  try {
    for (const question of setUpQuestions) {
      const before = question.before(current);
      for (;;) {
        const shown = before === '' ? '' : ` [${before}]`;
        terminal.setPrompt(`${question.text}${shown} `);
        terminal.prompt();
        const line = await lines.next();
        if (line.done === true) return null;
        const given = line.value.trim() || before;
        const problem = answerProblem(question.name, given);
        if (problem === null) {
          answers[question.name] = given;
          break;
        }
        console.log(problem);
      }
    }
  } finally {
    terminal.close();
  }
  return answers;
}

/** The answers in a file of the form of .env, with what .env has already; the problems are one sentence each. */
async function answersIn(file: string, current: Settings) {
  const given = settingsIn(await readFile(file, 'utf8'));
  const answers = Object.fromEntries(
    setUpQuestions.map((question) => [question.name, given[question.name] ?? question.before(current)]),
  );
  const problems = setUpQuestions.flatMap(({ name }) => answerProblem(name, answers[name] ?? '') ?? []);
  return { answers, problems };
}

const isKnown = (host: string): Promise<boolean> =>
  lookup(host).then(
    () => true,
    () => false,
  );

/** Judges .env, and changes nothing. `isLive`: also whether it is ready for real money. */
async function judge({ say, fail }: Machine, settings: Settings, isLive: boolean): Promise<0 | 1> {
  const faults = [
    ...settingsFaults(settings),
    ...(isLive ? liveFaults(settings) : []),
    ...(await addressFaults(settings, isKnown)),
  ];
  for (const fault of faults) fail(fault);
  if (faults.length === 0) say('.env is complete, and its addresses are known.');
  return faults.length === 0 ? 0 : 1;
}

/**
 * `busker setup`: asks at most three questions, finds out the rest, and writes .env. `--check [--live]` only judges it. 0 = .env is complete.
 * docs/hosts/self-hosting.md has what follows.
 */
export async function setUp(args: string[], machine: Machine): Promise<0 | 1> {
  const { say } = machine;
  const flag = { type: 'boolean' } as const;
  const options = { answers: { type: 'string' }, check: flag, live: flag } as const;
  const { answers: file, check, live } = wordsIn({ args, options }).values;
  const text = await textOf(dotEnv);
  const current = settingsIn(text);
  if (check === true) return judge(machine, current, live === true);
  const { answers, problems } =
    file === undefined ? { answers: await asked(current), problems: [] } : await answersIn(file, current);
  if (answers === null)
    throw new Stopped(
      'The input ended before the last answer, and nothing was written. --answers FILE takes them from a file.',
    );
  if (problems.length > 0) throw new Stopped(problems.join('\n'));
  const projectId = answers['PROJECT'] ?? '';
  const found = await findSetUp(googleRest({ projectId, token: defaultToken, fetch }), projectId);
  const { settings, says } = settingsAfterSetUp(current, answers, found);
  await writeFile(dotEnv, withSettings(text, settings), { mode: 0o600 });
  await chmod(dotEnv, 0o600);
  for (const line of says) say(line);
  const faults = settingsFaults(settings);
  say(faults.length === 0 ? '\n.env is complete.' : '\n.env is written, and not complete yet:');
  for (const fault of faults) say(`  ${fault}`);
  say('Next: npm run secrets -- add BUSKER_SECRET --generate, then npm run deploy -- --check');
  return faults.length === 0 ? 0 : 1;
}
