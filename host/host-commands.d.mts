interface HostCommand {
  readonly takes?: string;
  readonly about: string;
  /** A program that others know by its own name. */
  readonly own?: true;
}
export const hostCommands: Readonly<Record<string, HostCommand>>;
/** `io`: the functions of this machine, and the services of a deploy, where a test has others. */
export function hostCommand(words: readonly string[], io?: object): Promise<number>;
