import type { ParseArgsConfig } from 'node:util';
import { commandWords } from '@busker/functions/admin/command';

export interface CommandOptions {
  /** Its output goes to the terminal. */
  readonly inherit?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** The functions of this machine that the commands of a host use. */
export interface Machine {
  /** The repository's folder, with a slash at the end. */
  readonly root: string;
  /** Runs a command in `root`; a bare name is looked up in node_modules/.bin first. */
  readonly run: (
    command: string,
    args: readonly string[],
    options?: CommandOptions,
  ) => Promise<{ readonly code: number; readonly output: string }>;
  /** Builds dist/, or only these parts of it. Returns false when the build failed; the build has then printed why. */
  readonly build: (parts?: readonly string[]) => Promise<boolean>;
  /** The text that was piped into the command, without the line break at its end. */
  readonly standardInput: () => Promise<string>;
  readonly say: (line: string) => void;
  /** On the error output. */
  readonly fail: (line: string) => void;
  /** For `--json`: a finding, and what a command has for programs. */
  readonly found?: (finding: object) => void;
  readonly data?: (data: unknown) => void;
}

/** Ends a command of a host with a sentence. `exit`: 1 = it was refused or failed, 2 = the command line is wrong. */
export class Stopped extends Error {
  constructor(
    sentence: string,
    readonly exit: 1 | 2 = 1,
  ) {
    super(sentence);
  }
}

/** The options and words of a command line; a wrong one ends the command. */
export function wordsIn<T extends ParseArgsConfig>(config: T) {
  const words = commandWords(config);
  if (!words.ok) throw new Stopped(words.problem, 2);
  return words.value;
}
