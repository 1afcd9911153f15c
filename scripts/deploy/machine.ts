export interface CommandOptions {
  /** Its output goes to the terminal. */
  readonly inherit?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a deploy needs from the machine that it runs on. */
export interface Machine {
  /** The repository's folder, with a slash at the end. */
  readonly root: string;
  /** Runs a command in `root`; a bare name is looked up in node_modules/.bin first. */
  readonly run: (
    command: string,
    args: readonly string[],
    options?: CommandOptions,
  ) => Promise<{ readonly code: number; readonly output: string }>;
  /** Makes dist/. False when it failed; it has said why. */
  readonly build: () => Promise<boolean>;
  /** What was piped into the command, without the line break at its end. */
  readonly standardInput: () => Promise<string>;
  readonly say: (line: string) => void;
}
