import { appendFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { askOf, type AuthMessage } from '@busker/emulator-auth/outbox/outbox';
import type { KeptMail } from './post/kept-mails';
import { settingNotices } from '@busker/functions/setting-notices';
import { settingsProblem } from './functions-environment';
import { freePorts, portsFrom, portsInUse } from './ports';
import { startBusker, type Busker } from './start';
import { StateFolderError } from './state-folder';
import { welcome } from './welcome';

const root = fileURLToPath(new URL('..', import.meta.url));
const stateDir = process.env['BUSKER_STATE'] || join(root, '.busker');
const has = (option: string): boolean => process.argv.includes(option);

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

async function ports() {
  // For tests: every server takes a free port and reports it.
  if (has('--free-ports')) return freePorts;
  const found = portsFrom(process.env);
  if (!found.ok) fail(found.problem);
  const inUse = await portsInUse(found.value);
  if (inUse) fail(inUse);
  return found.value;
}

function announce(message: AuthMessage): void {
  if (message.kind === 'text') console.log(`✉ Text message to ${message.to}: the code is ${message.code}`);
  else console.log(`✉ Email to ${message.to} (${askOf(message.purpose).toLowerCase()}): ${message.link}`);
}

const announceMail = ({ to, subject }: KeptMail): void => console.log(`✉ Email to ${to}: ${subject}`);

/** The functions' log goes to a file. Errors are also shown in the terminal. */
function functionsLog(): (line: string) => void {
  const file = join(stateDir, 'functions.log');
  let begun = false;
  return (line) => {
    if (begun) appendFileSync(file, `${line}\n`);
    else writeFileSync(file, `${line}\n`, { mode: 0o600 });
    begun = true;
    if (has('--verbose') || line.startsWith('{"severity":"ERROR"')) console.error(line);
  };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const stopEarly = (): void => process.exit(130);

/** One Ctrl-C may arrive twice (from the terminal and from npm). A second Ctrl-C exits at once. */
function stopOnSignal(busker: Busker): void {
  let askedAt: number | null = null;
  for (const signal of signals) process.off(signal, stopEarly);
  const stop = (): void => {
    if (askedAt !== null) {
      if (Date.now() - askedAt > 1000) process.exit(130);
      return;
    }
    askedAt = Date.now();
    busker.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, stop);
  // Stops when the parent process has ended, for example a killed test run.
  if (process.connected) process.on('disconnect', stop);
}

/** Says the steps of a command, one line for each (scripts/say-steps.mjs). */
interface Saying {
  begin(name: string, waitsFor?: string): { done(what?: string): void };
}

const waits: Readonly<Record<string, string>> = {
  servers: 'the emulators read what they keep, and the functions start',
  'demo owners': 'the demo owners sign up and publish, on the first start',
};

/** One step after the other: the next one ends the one before. */
function stepByStep(saying: Saying | undefined) {
  let current: { done(what?: string): void } | undefined;
  const end = (): void => {
    current?.done();
    current = undefined;
  };
  const begin = (name: string): void => {
    end();
    current = saying?.begin(name, waits[name]);
  };
  return { begin, end };
}

/**
 * The local backend as a program: `npm start` and the browser tests run it. Options: `--reset`, `--verbose`,
 * `--free-ports`. `build` is called after the checks of the ports and of the state folder. `cardIsEdited`: as `npm run dev` has it.
 */
export async function run(
  build: () => Promise<boolean>,
  saying?: Saying,
  { cardIsEdited = false } = {},
): Promise<Busker> {
  // During the build: `exit` also ends the build's processes.
  for (const signal of signals) process.on(signal, stopEarly);
  let builtAt = performance.now();
  const problem = settingsProblem();
  if (problem !== null) fail(problem);
  for (const notice of settingNotices(process.env)) console.warn(notice);
  const steps = stepByStep(saying);
  try {
    const busker = await startBusker({
      ports: await ports(),
      stateDir,
      cardIsEdited,
      reset: has('--reset'),
      prepare: async () => {
        if (!(await build())) fail('The build failed, so nothing was started.');
        builtAt = performance.now();
      },
      onStep: steps.begin,
      logLine: functionsLog(),
      onMessage: (message) => {
        announce(message);
        process.send?.({ kind: 'message', message });
      },
      onMail: announceMail,
    });
    steps.end();
    stopOnSignal(busker);
    const seconds = (performance.now() - builtAt) / 1000;
    console.log(welcome(busker.addresses, { seconds, stateDir }));
    process.send?.({ kind: 'ready', addresses: busker.addresses });
    return busker;
  } catch (error) {
    if (error instanceof StateFolderError) fail(error.message);
    throw error;
  }
}
