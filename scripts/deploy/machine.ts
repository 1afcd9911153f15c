export interface CommandOptions {
  /** Its output goes to the terminal. */
  readonly inherit?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** The functions of this machine that a deploy uses. */
export interface Machine {
  /** The repository's folder, with a slash at the end. */
  readonly root: string;
  /** Runs a command in `root`; a bare name is looked up in node_modules/.bin first. */
  readonly run: (
    command: string,
    args: readonly string[],
    options?: CommandOptions,
  ) => Promise<{ readonly code: number; readonly output: string }>;
  /** Builds dist/. Returns false when the build failed; the build has then printed why. */
  readonly build: () => Promise<boolean>;
  /** The text that was piped into the command, without the line break at its end. */
  readonly standardInput: () => Promise<string>;
  readonly say: (line: string) => void;
}
