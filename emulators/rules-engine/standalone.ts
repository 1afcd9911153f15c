import { readFileSync } from 'node:fs';
import { helpOf, OptionFault, readArguments, reportFault, type Command } from '@busker/emulators/standalone';
import { loadRules } from './load-rules';

export { loadRules, loadRulesWith } from './load-rules';
export type * from './port';

const command: Command = {
  command: 'rules-engine',
  about: 'checks security rules of Firestore or Storage, and names each mistake with line and column.',
  options: { rules: 'the file' },
  exits: '0 when the rules can be loaded, 1 when they cannot, 2 when an option is wrong',
};

/** Runs the command line of this package. */
export async function commandLine(): Promise<void> {
  try {
    const { kind, quiet, options } = readArguments(command, process.argv.slice(2));
    if (kind === 'help') return console.log(helpOf(command));
    const { rules } = options;
    if (rules === undefined) throw new OptionFault('rules', 'is missing.');
    const read = loadRules(readFileSync(rules, 'utf8'));
    const issues = read.ok ? read.warnings : read.issues;
    for (const { line, column, severity, message } of issues)
      if (severity === 'error' || !quiet) console.error(`${rules}:${line}:${column} ${severity}: ${message}`);
    if (!read.ok) process.exitCode = 1;
    else if (!quiet) console.log(`${rules} can be loaded: rules of ${read.ruleset.service}.`);
  } catch (error) {
    reportFault(command.command, error);
  }
}
