/**
 * A command, as its `--help` shows it and as its command line is read: one table for both.
 * @typedef {{
 *   command: string, about: string, options?: Record<string, string>,
 *   names?: { one: string, many: string, known: readonly string[] },
 * }} Command `command`: as one types it, such as `npm run build`; `names`: what may stand beside the options
 */

const listed = (words) => words.join(', ');

/** @param {Command} command @returns {string} */
export function helpOf({ command, about, options = {}, names }) {
  const rows = Object.entries({ ...options, '--help': 'prints this' });
  const width = Math.max(...rows.map(([option]) => option.length)) + 2;
  return [
    `${command}${names ? ` [${names.one} …]` : ''} ${command.startsWith('npm') ? '[-- options]' : '[options]'}: ${about}`,
    ...(names ? [`  ${names.many}: ${listed(names.known)}`] : []),
    ...rows.map(([option, does]) => `  ${option.padEnd(width)}${does}`),
  ].join('\n');
}

/**
 * Reads a command line. What the command does not know is refused by name, with the list of what it knows.
 * @param {Command} command @param {readonly string[]} argv
 * @returns {{ kind: 'run', options: ReadonlySet<string>, names: readonly string[] } | { kind: 'help', text: string }
 *   | { kind: 'refused', problem: string }}
 */
export function readCommandLine(command, argv) {
  if (argv.includes('--help') || argv.includes('-h')) return { kind: 'help', text: helpOf(command) };
  const known = [...Object.keys(command.options ?? {}), '--help'];
  const options = argv.filter((word) => word.startsWith('-'));
  const names = argv.filter((word) => !word.startsWith('-'));
  const strange = options.filter((option) => !known.includes(option));
  if (strange.length > 0)
    return {
      kind: 'refused',
      problem: `${command.command} has no option ${listed(strange)}. Its options are ${listed(known)}.`,
    };
  const unknown = names.filter((name) => !command.names?.known.includes(name));
  if (unknown.length > 0)
    return {
      kind: 'refused',
      problem: command.names
        ? `${command.command} has no ${command.names.one} ${listed(unknown)}. Its ${command.names.many} are ${listed(command.names.known)}.`
        : `${command.command} takes only options, not ${listed(unknown)}. Its options are ${listed(known)}.`,
    };
  return { kind: 'run', options: new Set(options), names };
}

/**
 * The options and names of this process's command line. Help, or a refusal, is printed and ends the process.
 * @param {Command} command @param {readonly string[]} [argv]
 */
export function commandLine(command, argv = process.argv.slice(2)) {
  const read = readCommandLine(command, argv);
  if (read.kind === 'run') return read;
  if (read.kind === 'help') console.log(read.text);
  else console.error(read.problem);
  process.exit(read.kind === 'help' ? 0 : 1);
}
