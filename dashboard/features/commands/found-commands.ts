import type { Command } from './command';

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** How well a command matches the words: 0 best, null not at all. Every word must match somewhere. */
function score({ label, words = '' }: Command, wanted: readonly string[]): number | null {
  const name = fold(label);
  const all = `${name} ${fold(words)}`;
  if (!wanted.every((word) => all.includes(word))) return null;
  if (name.startsWith(wanted.join(' '))) return 0;
  const begins = (word: string) => ` ${name}`.includes(` ${word}`);
  if (wanted.every(begins)) return 1;
  return wanted.every((word) => name.includes(word)) ? 2 : 3;
}

/** The matching commands, best first. Without input: all commands except those that only a search shows. */
export function foundCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return commands.filter((command) => command.onSearch !== true);
  return commands
    .flatMap((command) => {
      const found = command.always === true ? 4 : score(command, wanted);
      return found === null ? [] : [{ command, found }];
    })
    .toSorted((a, b) => a.found - b.found)
    .map(({ command }) => command);
}
