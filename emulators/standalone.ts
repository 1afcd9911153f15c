import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { reachable } from './loopback';

/** What emulators are started with. Each takes some of these; its README lists them. */
export interface StartOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The default is 127.0.0.1. With another address, other machines can reach the emulator. */
  readonly host?: string;
  /** The folder that keeps the data. Without it nothing is left after `stop()`. */
  readonly data?: string;
  /** The file with the security rules; read again when it changes. */
  readonly rules?: string;
  /** The file with the declared indexes. */
  readonly indexes?: string;
  /** What is there after the start: a file, or for Storage a folder. */
  readonly seed?: string;
  /** Empties the data before the start. */
  readonly reset?: boolean;
  readonly project?: string;
  /** Folds the log of changes into a snapshot at this size, in bytes. */
  readonly foldFrom?: number;
  /** The address that gets Stripe's events, and the secret that signs them. */
  readonly webhook?: string;
  readonly webhookSecret?: string;
  /** Called with each line of the log. Without it nothing is printed. */
  readonly log?: (line: string) => void;
}

/** A running emulator. */
export interface Emulator {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** The environment variables by which the vendor's SDKs find it. */
  readonly env: Readonly<Record<string, string>>;
  /** Deletes all data. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** An option is wrong. The message begins with its name. */
export class OptionFault extends Error {
  override readonly name = 'OptionFault';

  constructor(option: string, problem: string) {
    super(`${option} ${problem}`);
  }
}

type OptionName = Exclude<keyof StartOptions, 'log'>;

/** The word behind an option in `--help`; null for one that has no value. */
const values: Record<OptionName, string | null> = {
  port: 'PORT',
  host: 'ADDRESS',
  data: 'FOLDER',
  rules: 'FILE',
  indexes: 'FILE',
  seed: 'FILE',
  reset: null,
  project: 'NAME',
  foldFrom: 'BYTES',
  webhook: 'URL',
  webhookSecret: 'SECRET',
};

/** What a program does with its options, in the order of `--help`. */
export type OptionTexts = Partial<Record<OptionName, string>>;

export interface Served {
  readonly port: number;
  close(): Promise<void>;
}

/** A command line. */
export interface Command {
  readonly command: string;
  readonly about: string;
  /** The port of the vendor's own emulator. */
  readonly port?: number;
  readonly options: OptionTexts;
  readonly env?: (address: string) => Readonly<Record<string, string>>;
  /** What each exit code means; absent = that of a server. */
  readonly exits?: string;
}

/** An emulator as a program of its own. */
export interface Program extends Command {
  readonly port: number;
  readonly env: (address: string) => Readonly<Record<string, string>>;
  /** Whether `--seed` names a folder. */
  readonly seedsFolder?: boolean;
  readonly serve: (options: Checked) => Promise<Served>;
  /** @throws OptionFault when the seed cannot be read or is refused */
  readonly seed: (url: string, path: string, options: Checked) => Promise<void>;
}

/** Options that hold what they should. */
export type Checked = Omit<StartOptions, 'log'> & {
  readonly port: number;
  readonly host: string;
  readonly log: (line: string) => void;
};

function checkPath(option: 'data' | 'rules' | 'indexes' | 'seed', path: string | undefined, folder: boolean) {
  if (path === undefined) return;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined && option === 'data') return;
  if (found === undefined) throw new OptionFault(option, `names ${path}, which does not exist.`);
  if (found.isDirectory() !== folder)
    throw new OptionFault(option, `names ${path}, which is ${folder ? 'no folder' : 'a folder'}.`);
}

function checked({ options, seedsFolder = false }: Program, given: StartOptions): Checked {
  for (const name of Object.keys(given))
    if (name !== 'log' && !(name in options))
      throw new OptionFault(name, `is no option. There are ${Object.keys(options).join(', ')}.`);
  const { port = 0, host = '127.0.0.1', log = () => undefined } = given;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new OptionFault('port', `must be a whole number from 0 to 65535, not ${port}.`);
  if (given.foldFrom !== undefined && !(given.foldFrom > 0))
    throw new OptionFault('foldFrom', `must be a number of bytes, not ${given.foldFrom}.`);
  checkPath('data', given.data, true);
  checkPath('rules', given.rules, false);
  checkPath('indexes', given.indexes, false);
  checkPath('seed', given.seed, seedsFolder);
  return { ...given, port, host: host === 'localhost' ? '127.0.0.1' : host, log };
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** @throws OptionFault, naming the option; or an Error that can be shown to people */
export async function startProgram(program: Program, given: StartOptions): Promise<Emulator> {
  const options = checked(program, given);
  const server = await program.serve(options).catch((error: unknown) => {
    const code = codeOf(error) ?? codeOf((error as Error).cause);
    if (code === 'EADDRINUSE') throw new OptionFault('port', `${options.port} is in use by another program.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new OptionFault('host', `${options.host} is no address of this machine.`);
    throw error;
  });
  const host = reachable(options.host);
  const address = `${host}:${server.port}`;
  const url = `http://${address}`;
  const reset = (): Promise<void> => ask(`${url}/__control/reset`, 'POST');
  try {
    if (given.reset === true) await reset();
    if (given.seed !== undefined) await program.seed(url, given.seed, options);
  } catch (error) {
    await server.close();
    throw error;
  }
  return { url, host, port: server.port, env: program.env(address), reset, stop: () => server.close() };
}

/** One request of the program itself to its server, as the administrator. @throws when it is refused */
export async function ask(url: string, method: string, body?: unknown): Promise<void> {
  const answer = await fetch(url, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.ok) return;
  throw new Error(/"message": ?"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text);
}

/** What a seed file holds. @throws OptionFault when it is no JSON */
export function jsonOfSeed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new OptionFault('seed', `names ${path}, which is no JSON: ${(error as Error).message}`);
  }
}

const written = (option: string): string => option.replaceAll(/[A-Z]/g, (big) => `-${big.toLowerCase()}`);

const exitsOfServer = '0 after a signal, 1 when it cannot start, 2 when an option is wrong';

export function helpOf({ command, about, port, options, env, exits = exitsOfServer }: Command): string {
  const rows = Object.entries({ ...options, quiet: 'prints faults only', help: 'prints this' }).map(
    ([name, says]) => [`--${written(name)} ${values[name as OptionName] ?? ''}`.trimEnd(), says] as const,
  );
  const width = Math.max(...rows.map(([option]) => option.length)) + 2;
  const sets = Object.entries(env?.(`127.0.0.1:${port}`) ?? {}).map(([name, value]) => `${name}=${value}`);
  return [
    `${command} [options]: ${about}`,
    ...rows.map(([option, says]) => `  ${option.padEnd(width)}${says}`),
    ...(sets.length > 0 ? [`Clients find it by ${sets.join(', ')}.`] : []),
    `Exit codes: ${exits}.`,
  ].join('\n');
}

interface CommandLine {
  readonly kind: 'help' | 'run';
  readonly quiet: boolean;
  readonly options: StartOptions;
}

/** @throws OptionFault */
export function readArguments({ options, port }: Command, argv: readonly string[]): CommandLine {
  const names = Object.keys(options) as OptionName[];
  const known = new Map(names.map((name) => [written(name), name]));
  const { values: given, positionals } = parseArgs({
    args: [...argv],
    strict: false,
    options: {
      ...Object.fromEntries(
        names.map((name) => [written(name), { type: values[name] === null ? 'boolean' : 'string' }] as const),
      ),
      quiet: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const all = [...known.keys(), 'quiet', 'help'].map((name) => `--${name}`).join(', ');
  const read: Record<string, unknown> = port === undefined ? {} : { port };
  for (const [name, value] of Object.entries(given)) {
    const option = known.get(name);
    const isFlag = name === 'quiet' || name === 'help' || option === 'reset';
    if (option === undefined && !isFlag)
      throw new OptionFault(`--${name}`, `is no option. There are ${all}.`);
    if (isFlag && value !== true) throw new OptionFault(`--${name}`, 'takes no value.');
    if (!isFlag && (typeof value !== 'string' || value === '' || value.startsWith('--')))
      throw new OptionFault(`--${name}`, 'needs a value.');
    if (option === undefined) continue;
    read[option] = option === 'port' || option === 'foldFrom' ? Number(value) : value;
    if (typeof value === 'string' && Number.isNaN(read[option]))
      throw new OptionFault(`--${name}`, `must be a whole number, not "${value}".`);
  }
  const [stray] = positionals;
  if (stray !== undefined) throw new OptionFault(`"${stray}"`, `is no option. There are ${all}.`);
  const quiet = given['quiet'] === true;
  return { kind: given['help'] === true ? 'help' : 'run', quiet, options: read };
}

/** Prints why a command ends, and sets its exit code. */
export function reportFault(command: string, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  const shown = error instanceof OptionFault && /^[a-z]/.test(text) ? `--${written(text)}` : text;
  console.error(`${command}: ${shown}`);
  process.exitCode = error instanceof OptionFault ? 2 : 1;
}

/** Runs the command line of a program until a signal ends it. */
export async function runProgram(
  program: Program,
  argv: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const { kind, quiet, options } = readArguments(program, argv);
    if (kind === 'help') return console.log(helpOf(program));
    const say = quiet ? () => undefined : (line: string) => console.log(line);
    const emulator = await startProgram(program, { ...options, log: say });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void emulator.stop());
    say(`${program.command}: listening on ${emulator.url}`);
    for (const [name, value] of Object.entries(emulator.env)) say(`export ${name}=${value}`);
  } catch (error) {
    reportFault(program.command, error);
  }
}
